import { AsyncLocalStorage } from 'node:async_hooks'
import type { Statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { TestDatabase } from '@open-oms/service-kit/testing/test-database'

/** What happens for one order: where it stops, and how many boundaries it has passed. */
type Way = { stopsAt: number; passed: number; onStop: () => void }

const ways = new AsyncLocalStorage<Way>()

/** What has stopped does nothing any more. */
async function unlessStopped(): Promise<void> {
  const way = ways.getStore()
  if (way !== undefined && way.passed > way.stopsAt) await new Promise<never>(() => undefined)
}

/** A point at which a process may die: what is to stop here never continues. */
export async function boundary(): Promise<void> {
  const way = ways.getStore()
  if (way === undefined) return
  way.passed++
  if (way.passed > way.stopsAt) way.onStop()
  await unlessStopped()
}

/**
 * Does the work until it has passed so many boundaries, and leaves it there. Returns how many there
 * were: all, if the work has ended before.
 */
export async function untilBoundary(stopsAt: number, work: () => Promise<unknown>): Promise<number> {
  const stopped = Promise.withResolvers<void>()
  const way: Way = { stopsAt, passed: 0, onStop: stopped.resolve }
  await Promise.race([stopped.promise, ways.run(way, work)])
  return way.passed
}

/** The database, where each commit has a boundary before and after it. */
export function withBoundaries(real: TestDatabase): TestDatabase {
  return {
    ...real,
    // A death between two statements of a transaction rolls it back: one before its end covers all.
    inTransaction: async <T>(work: (tx: Transaction) => Promise<T>) => {
      await unlessStopped()
      const result = await real.inTransaction(async (tx) => {
        const done = await work(tx)
        await boundary()
        return done
      })
      await boundary()
      return result
    },
    query: async <Row>(statement: Statement) => {
      await unlessStopped()
      const rows = await real.query<Row>(statement)
      await boundary()
      return rows
    },
  }
}
