import { loadEnvironment } from '@open-oms/service-kit/config/load-environment'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { startTracing } from '@open-oms/service-kit/observability/start-tracing'
import { collectStartGarbage } from '@open-oms/service-kit/process/collect-start-garbage'
import { endOnSignals, stopOnSignals } from '@open-oms/service-kit/process/graceful-stop'
import { GatewayConfig } from './environment.ts'
import { startGateway } from './start-gateway.ts'

/** The process of the gateway: reads its environment, starts, and stops when it is asked to. */
async function run(): Promise<void> {
  endOnSignals()
  const config = loadEnvironment(GatewayConfig)
  const log = createLogger({ service: 'gateway', level: config.LOG_LEVEL })
  const tracing = await startTracing('gateway', process.env)
  const { app, parts } = await startGateway(config, log)
  collectStartGarbage()
  stopOnSignals({ app, log, parts: [...parts, { part: 'tracing', stop: tracing.stop }], noticeMs: config.STOP_NOTICE_MS })
}

await run().catch((error: Error) => {
  // Startup failures are operator errors: print the message, not the stack.
  createLogger({ service: 'gateway', level: 'fatal' }).fatal(`The gateway cannot start. ${error.message}`)
  process.exitCode = 1
  process.exit()
})
