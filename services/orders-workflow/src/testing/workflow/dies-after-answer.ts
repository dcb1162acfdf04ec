// A separate process that moves an order to a status whose step asks a service, and is killed, as
// by a power cut, when the answer has come and is not written.
import { createDatabase } from '@open-oms/service-kit/database/database'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { stepConnectors } from '../../modules/workflow/steps/step-connectors.ts'
import { testOrders, updateStatus } from '../test-orders.ts'
import { askingConfig } from './stepped-config.ts'

const [url, asked, id] = process.argv.slice(2) as [string, string, string]
const log = createLogger({ service: 'test', level: 'silent' })
const database = { ...createDatabase({ url, log, connectTimeoutMs: 240_000 }), url }
const config = await askingConfig(asked)
const { post } = stepConnectors({ config: () => config, environment: () => undefined, publicBase: '', log })
const connectors: Parameters<typeof testOrders>[1] = {
  config,
  database,
  connectors: {
    async post(...call) {
      await post(...call)
      process.kill(process.pid, 'SIGKILL')
      return new Promise<never>(() => undefined)
    },
  },
}
await updateStatus(await testOrders({ teardown: () => undefined }, connectors), id, { body: { status: 'InProgress' } })
