// A separate process that does the items of jobs and is killed, as by a power cut, when the
// provider has taken money for its second item and has not responded yet.
import { appendFileSync } from 'node:fs'
import { createDatabase } from '@open-oms/service-kit/database/database'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { manualPayments } from '../../connectors/payment/manual.ts'
import { testOrders } from '../test-orders.ts'
import { waitingConfig } from './stepped-config.ts'
import { working } from './working-jobs.ts'

const [url, ledger] = process.argv.slice(2) as [string, string]
const ignored = { teardown: () => undefined, fail: () => undefined }
const database = { ...createDatabase({ url, log: createLogger({ service: 'test', level: 'silent' }) }), url }
let captures = 0
const capture: typeof manualPayments.capture = async (request) => {
  appendFileSync(ledger, `${request.idempotencyKey}\n`)
  if (++captures === 2) process.kill(process.pid, 'SIGKILL')
  return manualPayments.capture(request)
}
const payment = { ...manualPayments, capture }
working(await testOrders(ignored, { config: await waitingConfig(), database, connectors: { payment: () => payment } }))
