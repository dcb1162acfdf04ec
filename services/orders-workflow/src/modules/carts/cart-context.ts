import type { PackageCatalogue } from '../../order/rules/packages/package-catalogue.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import type { CartContext } from './domain/cart-lines.ts'

/**
 * What edits of a cart need besides the cart. Bundles may be unselected: creating the order checks
 * them.
 */
export function cartContext(deps: RunnerDeps, products: PackageCatalogue, now: string): CartContext {
  const config = deps.config()
  const breaksDown = config.settings.packages.autoBreakdown
  return { config, now, newId: deps.newId, products, breaksDown, isFinal: false }
}
