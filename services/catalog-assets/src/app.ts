import { buildServer, type ServerOptions } from '@open-oms/service-kit/server/build-server'
import type { Server } from '@open-oms/service-kit/server/register-route'
import type { Deps } from './deps.ts'
import { registerAssetFiles } from './modules/assets/routes.ts'
import { registerBusinessCustomers } from './modules/business-customers/routes.ts'
import { registerProductAssets } from './modules/product-assets/routes.ts'
import { registerProductSearch } from './modules/product-search/routes.ts'
import { registerProducts } from './modules/products/routes.ts'

/** Builds the server with the routes of all modules. It does not listen yet. */
export async function buildApp(options: ServerOptions, deps: Deps): Promise<Server> {
  const app = await buildServer({ ...options, uploadFolder: deps.incomingFolder })
  registerProductSearch(app, deps)
  registerProducts(app, deps)
  registerProductAssets(app, deps)
  registerBusinessCustomers(app, deps)
  registerAssetFiles(app, deps)
  return app
}
