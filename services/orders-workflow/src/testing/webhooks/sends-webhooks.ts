// A separate process that delivers webhooks. `dies`: it is killed, as by a power cut, when the
// receiver has accepted an event and the outcome is not recorded yet. It reports to its parent when
// it is ready.
import { createDatabase } from '@oms/service-kit/database/database'
import { createLogger } from '@oms/service-kit/observability/logger'
import { startWebhookSender } from '../../modules/webhooks/webhook-sender.ts'
import { aSubscription } from './test-webhooks.ts'

const [url, address, fate] = process.argv.slice(2) as [string, string, 'lives' | 'dies']
const log = createLogger({ service: 'test', level: 'silent' })
const database = createDatabase({ url, log })
startWebhookSender({
  query: database.query,
  inTransaction: (work) => {
    if (fate === 'dies') process.kill(process.pid, 'SIGKILL')
    return database.inTransaction(work)
  },
  log,
  pollMs: 20,
  subscriptions: () => [aSubscription({ url: address })],
  environment: () => undefined,
})
process.send?.('ready')
