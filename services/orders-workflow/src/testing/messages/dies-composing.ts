// A separate process that begins to compose due messages and is killed, as by a power cut, when it
// has claimed them.
import { createDatabase } from '@open-oms/service-kit/database/database'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { composeDue } from '../../modules/notifications/send/compose-due.ts'

const [url] = process.argv.slice(2) as [string]
const log = createLogger({ service: 'test', level: 'silent' })
const config = () => {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('a killed process continues')
}
await composeDue({ inTransaction: createDatabase({ url, log }).inTransaction, config, log })
