import { randomUUIDv7 } from 'node:crypto'
import { tenantConfigFiles } from '@oms/contracts/config/tenant-config'
import { runService } from '@oms/service-kit/server/run-service'
import { buildApp } from './app.ts'
import { OrdersEnvironment } from './config.ts'
import { paymentConnectorFor } from './connectors/payment/payment-connectors.ts'
import type { Deps } from './deps.ts'
import { ordersConfigChecks, ordersConfigNames } from './orders-config.ts'
import { randomText } from './random-text.ts'
import { createBackground } from './workflow/background.ts'
import { keepResuming } from './workflow/resume.ts'

/** Runs carried out at once after their answers; each holds a connection for a moment only. */
const BACKGROUND_RUNS_MAX = 4

await runService({
  name: 'orders-workflow',
  environment: OrdersEnvironment,
  config: { files: tenantConfigFiles, checks: ordersConfigChecks, names: ordersConfigNames },
  build: async ({ server, database, config, log }) => {
    const background = createBackground({
      countMax: BACKGROUND_RUNS_MAX,
      onError: (err) => log.error({ err }, 'a workflow run was interrupted'),
    })
    const deps: Deps = {
      inTransaction: database.inTransaction,
      query: database.query,
      config: config.current,
      now: () => new Date(),
      newId: randomUUIDv7,
      randomText,
      connectors: { payment: (route) => paymentConnectorFor(config.current(), route) },
      background,
      log,
    }
    const app = await buildApp(server, deps)
    const stopResuming = keepResuming(deps)
    return {
      app,
      background: [
        { part: 'resuming', stop: stopResuming },
        { part: 'workflow runs', stop: background.stop },
      ],
    }
  },
})
