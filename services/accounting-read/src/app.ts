import type { Consumer } from '@oms/service-kit/events/consume'
import { buildServer, type ServerOptions } from '@oms/service-kit/server/build-server'
import type { Server } from '@oms/service-kit/server/register-route'
import type { Deps } from './deps/deps.ts'
import { onPaymentRecorded } from './modules/payments/on-payment-recorded.ts'
import { onErpEvent } from './modules/postings/on-erp-event.ts'
import { registerReadPostings } from './modules/postings/routes.ts'
import { onZReportClosed } from './modules/z-reports/on-z-report-closed.ts'

/** Puts accounting together: its features on one server. It does not listen yet. */
export async function buildApp(options: ServerOptions, deps: Deps): Promise<Server> {
  const app = await buildServer(options)
  registerReadPostings(app, deps)
  return app
}

/** What accounting does with the events of others. */
export function consumersOf(deps: Deps): Consumer[] {
  return [onPaymentRecorded(deps), onZReportClosed(deps), onErpEvent(deps)]
}
