// A separate process that lets an order, or a return form, enter a status and is killed, as by a
// power cut, at one point: before or after one of its commits, which are all the boundaries between
// its steps, or before or after the provider's effect.
import { appendFileSync, readFileSync } from 'node:fs'
import { createDatabase } from '@oms/service-kit/database/database'
import type { Statement } from '@oms/service-kit/database/statement'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { createLogger } from '@oms/service-kit/observability/logger'
import { manualPayments } from '../../connectors/payment/manual.ts'
import { testOrders, updateStatus } from '../test-orders.ts'
import { boundaryConfig } from './boundary-config.ts'

/** `body` is what is sent to UpdateStatus. */
const [url, ledger, id, point, body] = process.argv.slice(2) as [string, string, string, string, string]
const ignored = { teardown: () => undefined, fail: () => undefined }
const real = createDatabase({ url, log: createLogger({ service: 'test', level: 'silent' }), connectTimeoutMs: 240_000 })
let passed = 0
let isCounting = false

/** Dies here if this is the point; counts from 0. */
function boundary(): void {
  if (isCounting && String(passed++) === point) process.kill(process.pid, 'SIGKILL')
}

const database = {
  ...real,
  url,
  // A death between two statements of a transaction rolls it back: one before its end covers all.
  inTransaction: async <T>(work: (tx: Transaction) => Promise<T>) => {
    const result = await real.inTransaction(async (tx) => {
      const done = await work(tx)
      boundary()
      return done
    })
    boundary()
    return result
  },
  query: async <Row>(statement: Statement) => {
    const rows = await real.query<Row>(statement)
    boundary()
    return rows
  },
}
const moveMoney = async (request: { idempotencyKey: string }) => {
  boundary()
  const moved = readFileSync(ledger, 'utf8').split('\n')
  if (!moved.includes(request.idempotencyKey)) appendFileSync(ledger, `${request.idempotencyKey}\n`)
  boundary()
  return { outcome: 'done' as const, transactionId: `manual-${request.idempotencyKey}` }
}
const payment = { ...manualPayments, capture: moveMoney, refund: moveMoney }
const test = await testOrders(ignored, { config: await boundaryConfig(), database, connectors: { payment: () => payment } })
isCounting = true
await updateStatus(test, id, { body: JSON.parse(body) })
await test.background.idle()
isCounting = false
process.exit(0)
