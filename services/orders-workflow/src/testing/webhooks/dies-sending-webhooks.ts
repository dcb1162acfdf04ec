// A separate process that delivers webhooks and is killed, as by a power cut, when the receiver has
// accepted an event and the outcome is not recorded yet.
import { createDatabase } from '@open-oms/service-kit/database/database'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { killAtCall } from '@open-oms/service-kit/testing/crash/dying'
import { startWebhookSender } from '../../modules/webhooks/webhook-sender.ts'
import { aSubscription, configured } from './test-webhooks.ts'

const [url, address] = process.argv.slice(2) as [string, string]
const log = createLogger({ service: 'test', level: 'silent' })
const database = createDatabase({ url, log })
startWebhookSender({
  query: database.query,
  inTransaction: () => killAtCall(1)(),
  log,
  pollMs: 20,
  subscribers: configured([aSubscription({ url: address })]).look,
})
