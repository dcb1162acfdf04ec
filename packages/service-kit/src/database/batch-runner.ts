import { DomainError } from '@open-oms/contracts/errors'
import type { Database } from './database.ts'
import { isConnectionFailure } from './database-errors.ts'
import type { Transaction } from './transaction.ts'

/** Runs one piece of work; several that come together are run as one. */
type BatchRunner<Item, Result> = (item: Item) => Promise<Result>

type PendingCall<Item, Result> = { item: Item; resolve(result: Result): void; reject(error: unknown): void }

/**
 * Work on single items, done for many in one statement: calls of one turn of the event loop run
 * together, and those that come while such a run is under way make up the next one. `run` returns a
 * result for each item, in their order. When it fails, each item is run separately, so that a bad
 * one does not fail the others; when the database is unreachable, all of them fail together.
 */
export function gathered<Item, Result>(run: (items: readonly Item[]) => Promise<readonly Result[]>): BatchRunner<Item, Result> {
  let waiting: PendingCall<Item, Result>[] = []
  let isRunning = false

  const runTogether = async (calls: readonly PendingCall<Item, Result>[]): Promise<void> => {
    try {
      const results = await run(calls.map(({ item }) => item))
      for (const [index, { resolve }] of calls.entries()) resolve(results[index] as Result)
    } catch (error) {
      if (calls.length > 1 && !isAway(error)) return runSeparately(calls)
      for (const { reject } of calls) reject(error)
    }
  }
  const runSeparately = async (calls: readonly PendingCall<Item, Result>[]): Promise<void> => {
    for (const call of calls) await runTogether([call])
  }
  const runWaiting = async (): Promise<void> => {
    while (waiting.length > 0) {
      const calls = waiting
      waiting = []
      await runTogether(calls)
    }
    isRunning = false
  }
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (isRunning) return
      isRunning = true
      setImmediate(runWaiting)
    })
}

type Reader = Pick<Database, 'query'>

/**
 * A batch runner for one statement: concurrent queries on one database share a run. Queries of a
 * transaction have a run of their own, on that transaction.
 */
export function gatheredOn<Item, Result>(
  run: (database: Reader, items: readonly Item[]) => Promise<readonly Result[]>,
): (database: Reader, item: Item) => Promise<Result> {
  const ofDatabase = new WeakMap<Reader['query'], BatchRunner<Item, Result>>()
  return async (database, item) => {
    if (isTransaction(database)) return (await run(database, [item]))[0] as Result
    const { query } = database
    const together = ofDatabase.get(query) ?? gathered((items) => run({ query }, items))
    ofDatabase.set(query, together)
    return together(item)
  }
}

function isTransaction(database: Reader): database is Transaction {
  return 'commitWith' in database
}

/** True when no item is at fault: each would wait for the database separately. */
function isAway(error: unknown): boolean {
  return isConnectionFailure(error) || (error instanceof DomainError && error.code === 'Unavailable')
}
