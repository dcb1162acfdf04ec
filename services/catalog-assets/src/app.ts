import { buildServer, type ServerOptions } from '@oms/service-kit/server/build-server'
import type { Server } from '@oms/service-kit/server/register-route'
import type { Deps } from './deps.ts'
import { registerRetrieveProducts } from './features/retrieve-products/routes.ts'
import { registerWriteProducts } from './features/write-products/routes.ts'

/** Puts the catalogue together: its features on one server. It does not listen yet. */
export async function buildApp(options: ServerOptions, deps: Deps): Promise<Server> {
  const app = await buildServer(options)
  registerRetrieveProducts(app, deps)
  registerWriteProducts(app, deps)
  return app
}
