// A separate process that is killed, as by a power cut, while it waits for the payment provider in
// the middle of a keyed request.
import { createDatabase } from '@oms/service-kit/database/database'
import { createLogger } from '@oms/service-kit/observability/logger'
import { manualPayments } from '../../connectors/payment/manual.ts'
import { testOrders } from '../test-orders.ts'

const [url, request] = process.argv.slice(2) as [string, string]
const ignored = { teardown: () => undefined, fail: () => undefined }
const database = { ...createDatabase({ url, log: createLogger({ service: 'test', level: 'silent' }) }), url }
const die = () => {
  process.kill(process.pid, 'SIGKILL')
  return new Promise<never>(() => undefined)
}
const payment = { ...manualPayments, capture: die, refund: die }
const test = await testOrders(ignored, { database, connectors: { payment: () => payment } })
await test.send(JSON.parse(request))
