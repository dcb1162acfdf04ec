// A separate process whose extension is killed, as by a power cut, when it has handled an event and
// the outcome is not recorded yet.
import { createDatabase } from '@open-oms/service-kit/database/database'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { loadExtensions } from '../../modules/extensions/load-extensions.ts'
import { startWebhookSender } from '../../modules/webhooks/webhook-sender.ts'
import { configured } from '../webhooks/test-webhooks.ts'

const [url, folder] = process.argv.slice(2) as [string, string]
const log = createLogger({ service: 'test', level: 'silent' })
const { query, inTransaction } = createDatabase({ url, log })
await loadExtensions(folder)
startWebhookSender({ query, inTransaction, log, pollMs: 20, subscribers: configured([]).look })
