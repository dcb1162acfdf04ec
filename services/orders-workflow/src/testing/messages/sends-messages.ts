// A separate process that sends waiting messages. `dies`: it is killed, as by a power cut, when the
// mail server has accepted a mail and the outcome is not recorded yet. It reports to its parent
// when it is ready, and each mail.
import { createDatabase } from '@open-oms/service-kit/database/database'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { sendBySmtp } from '../../connectors/notification/smtp.ts'
import { startMessageSender } from '../../modules/notifications/send/message-sender.ts'

const [url, address, fate] = process.argv.slice(2) as [string, string, 'lives' | 'dies']
const log = createLogger({ service: 'test', level: 'silent' })
startMessageSender({
  query: createDatabase({ url, log }).query,
  log,
  compose: async () => false,
  pollMs: 20,
  deliver: async (message, signal) => {
    if (message.kind !== 'email') throw new Error('only e-mails are sent here')
    const delivery = await sendBySmtp(message, { connector: { id: 'email', timeoutMs: 120_000 }, address, signal })
    if (fate === 'dies') process.kill(process.pid, 'SIGKILL')
    process.send?.('sent')
    return delivery
  },
})
process.send?.('ready')
