// A process of its own that completes an order and is killed, as by a power cut, when the stock is moved and nothing is committed yet.
import { createDatabase } from '@oms/service-kit/database/database'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { createLogger } from '@oms/service-kit/observability/logger'
import { testStock } from './inventory.ts'
import { updateStatus } from './test-orders.ts'

const [url, id] = process.argv.slice(2) as [string, string]
const ignored = { teardown: () => undefined, fail: () => undefined }
const real = createDatabase({ url, log: createLogger({ service: 'test', level: 'silent' }) })

/** A transaction in which the process dies once the stock is written. */
function deadly(tx: Transaction): Transaction {
  return {
    afterCommit: (action) => tx.afterCommit(action),
    commitWith: (statement) => tx.commitWith(statement),
    later: (statement) => tx.later(statement),
    async query<Row>(statement: Parameters<Transaction['query']>[0]) {
      const rows = await tx.query<Row>(statement)
      if (statement.name === 'inventory-write') process.kill(process.pid, 'SIGKILL')
      return rows
    },
  }
}

const database = {
  ...real,
  url,
  inTransaction: <T>(work: (tx: Transaction) => Promise<T>) => real.inTransaction((tx) => work(deadly(tx))),
}
const test = await testStock(ignored, { database })
await updateStatus(test, id, { body: { status: 'Completed' } })
