// A separate process that moves an order to a status, whose payment provider loses the first
// response, tries the waiting step again, and is killed, as by a power cut, at one point: before or
// after one of its commits or the provider's effect.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase } from '@open-oms/service-kit/database/database'
import type { Statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { manualPayments } from '../../connectors/payment/manual.ts'
import type { PaymentConnector } from '../../connectors/payment/payment-connector.ts'
import { resumeRuns } from '../../modules/workflow/runner/resume.ts'
import { testOrders, updateStatus } from '../test-orders.ts'
import { waitingConfig } from './stepped-config.ts'

const [url, ledger, id, point] = process.argv.slice(2) as [string, string, string, string]
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
    // Looking for runs that are due is repeated any number of times, and changes nothing.
    if (!['run-exhausted', 'run-take-over', 'run-count'].includes(statement.name ?? '') && rows.length > 0) boundary()
    return rows
  },
}
/** The first request of an order loses its response; each key moves money once. */
const capture: PaymentConnector['capture'] = async (request) => {
  boundary()
  const moved = readFileSync(ledger, 'utf8').split('\n')
  if (!moved.includes(request.idempotencyKey)) appendFileSync(ledger, `${request.idempotencyKey}\n`)
  boundary()
  const mark = `${ledger}.${id}`
  if (existsSync(mark)) return manualPayments.capture(request)
  writeFileSync(mark, '')
  return { outcome: 'unreachable', reason: 'The response was lost.' }
}
const payment: PaymentConnector = { ...manualPayments, capture }
const test = await testOrders(ignored, { config: await waitingConfig(), database, connectors: { payment: () => payment } })
isCounting = true
await updateStatus(test, id, { body: { status: 'InProgress' } })
const isOver = async () => {
  const text = `select 1 from workflow_run where order_id = $1 and state in ('Running', 'Waiting')`
  return (await real.query({ text, values: [id] })).length === 0
}
while (!(await isOver())) {
  await resumeRuns(test.deps)
  await test.background.idle()
  await sleep(50)
}
isCounting = false
process.exit(0)
