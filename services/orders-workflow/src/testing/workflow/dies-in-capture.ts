// A separate process that completes an order and is killed, as by a power cut, when the provider
// has taken the money and has not responded yet.
import { appendFileSync } from 'node:fs'
import { createDatabase } from '@oms/service-kit/database/database'
import { createLogger } from '@oms/service-kit/observability/logger'
import { manualPayments } from '../../connectors/payment/manual.ts'
import { createdOrder, testOrders, updateStatus } from '../test-orders.ts'
import { configWithOnlySteps, moneyAndDates } from './only-steps.ts'

const [url, ledger, id] = process.argv.slice(2) as [string, string, string]
const ignored = { teardown: () => undefined, fail: () => undefined }
const database = { ...createDatabase({ url, log: createLogger({ service: 'test', level: 'silent' }) }), url }
const payment = {
  ...manualPayments,
  capture: (request: { idempotencyKey: string }) => {
    appendFileSync(ledger, `${request.idempotencyKey}\n`)
    process.kill(process.pid, 'SIGKILL')
    return new Promise<never>(() => undefined)
  },
}
const test = await testOrders(ignored, {
  config: await configWithOnlySteps(...moneyAndDates),
  database,
  connectors: { payment: () => payment },
})
await createdOrder(test, { id })
await updateStatus(test, id, { body: { status: 'Completed' } })
