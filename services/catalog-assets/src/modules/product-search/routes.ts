import * as contracts from '@open-oms/contracts/catalog/routes'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import type { Deps } from '../../deps.ts'
import { searchProducts } from './search-products.ts'

/** Puts the route that searches products on the server. */
export function registerProductSearch(app: Server, deps: Deps): void {
  // A search reads one snapshot in its own transaction.
  const separately = { transactions: 'separate' } as const
  register(
    app,
    deps,
    contracts.searchProducts,
    async (deps, { body }) => ({ body: await searchProducts(deps, body) }),
    separately,
  )
}
