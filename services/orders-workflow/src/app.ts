import { buildServer, type ServerOptions } from '@oms/service-kit/server/build-server'
import type { Server } from '@oms/service-kit/server/register-route'
import type { Deps } from './deps.ts'
import { registerChangeStatus } from './features/change-status/routes.ts'
import { registerCreateOrders } from './features/create-orders/routes.ts'
import { registerPayments } from './features/payments/routes.ts'
import { registerRetrieveOrders } from './features/retrieve-orders/routes.ts'

/** Puts the order service together: its features on one server. It does not listen yet. */
export async function buildApp(options: ServerOptions, deps: Deps): Promise<Server> {
  const app = await buildServer(options)
  registerCreateOrders(app, deps)
  registerRetrieveOrders(app, deps)
  registerPayments(app, deps)
  registerChangeStatus(app, deps)
  return app
}
