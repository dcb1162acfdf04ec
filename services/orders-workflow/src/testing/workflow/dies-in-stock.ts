// A separate process that completes orders and is killed, as by a power cut, when the stock of each
// is moved and nothing is committed yet. Each order has a database of its own.
import { createDatabase } from '@open-oms/service-kit/database/database'
import type { Statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { killAtCall } from '@open-oms/service-kit/testing/crash/dying'
import { testStock, testStockAfterCapture } from '../inventory.ts'
import { updateStatus } from '../test-orders.ts'

/** `where` is whether the stock moves in the write of the status or after a call of a provider. */
type CrashCase = { url: string; id: string; where: 'with-status' | 'after-call' }
const all: CrashCase[] = JSON.parse(process.argv[2] as string)
const ignored = { teardown: () => undefined }
const log = createLogger({ service: 'test', level: 'silent' })
const die = killAtCall(all.length)

/**
 * Works in a transaction in which the process dies once the stock is written, before anything is
 * committed.
 */
async function workDeadly<T>(tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
  let movement: Statement | null = null
  const dieOnceMoved = async () => {
    if (movement === null) return
    await tx.query(movement)
    await die()
  }
  const deadly: Transaction = {
    afterCommit: (action) => tx.afterCommit(action),
    later(statement) {
      if (statement.name === 'inventory-write') movement = statement
      else tx.later(statement)
    },
    async commitWith(statement) {
      await dieOnceMoved()
      return tx.commitWith(statement)
    },
    async query(statement) {
      await dieOnceMoved()
      return tx.query(statement)
    },
    async execute(statement) {
      await dieOnceMoved()
      return tx.execute(statement)
    },
  }
  const result = await work(deadly)
  await dieOnceMoved()
  return result
}

for (const { url, id, where } of all) {
  const real = createDatabase({ url, log })
  const database = {
    ...real,
    url,
    inTransaction: <T>(work: (tx: Transaction) => Promise<T>) => real.inTransaction((tx) => workDeadly(tx, work)),
  }
  const test = await (where === 'with-status' ? testStock : testStockAfterCapture)(ignored, { database })
  void updateStatus(test, id, { body: { status: 'Completed' } })
}
