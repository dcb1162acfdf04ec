import { buildServer, type ServerOptions } from '@oms/service-kit/server/build-server'
import type { Server } from '@oms/service-kit/server/register-route'
import type { Deps } from './deps/deps.ts'
import { registerServeAssets } from './modules/assets/routes.ts'
import { registerBusinessCustomers } from './modules/business-customers/routes.ts'
import { registerProductAssets } from './modules/product-assets/routes.ts'
import { registerSearchProducts } from './modules/product-search/routes.ts'
import { registerRetrieveProducts } from './modules/products/read-routes.ts'
import { registerWriteProducts } from './modules/products/routes.ts'

/** Puts the catalogue together: its features on one server. It does not listen yet. */
export async function buildApp(options: ServerOptions, deps: Deps): Promise<Server> {
  const app = await buildServer({ ...options, uploadFolder: deps.incomingFolder })
  registerRetrieveProducts(app, deps)
  registerSearchProducts(app, deps)
  registerWriteProducts(app, deps)
  registerProductAssets(app, deps)
  registerBusinessCustomers(app, deps)
  registerServeAssets(app, deps)
  return app
}
