import type { WriteRequest } from '../../order/change-order.ts'
import { packageCatalogue } from '../../order/packages/package-catalogue.ts'
import type { ComponentSelection } from '../packages/domain/component-selection.ts'
import { selectComponents } from '../packages/domain/package-selection.ts'
import { findPackageProducts } from '../packages/package-products.ts'
import type { RunnerDeps } from '../workflow/runner.ts'
import { cartContext } from './cart-context.ts'
import { changeCart, type SavedCart } from './change-cart.ts'
import { lineOfId, requireComponents } from './domain/cart-lines.ts'

export type UpdateComponents = {
  cartId: string
  lineItemId: string
  selections: readonly ComponentSelection[]
  write: WriteRequest
}

/**
 * Chooses the components of a package or bundle in a cart (document 1, cart endpoints; 4-decisions M.2). Raises `ComponentInvalid`,
 * `ComponentProductNotFound` and `ValidationFailed` naming the component, `NotFound`, `Forbidden`, `VersionConflict`, `CartIsOrdered`.
 */
export async function updateComponents(
  deps: RunnerDeps,
  { cartId, lineItemId, selections, write }: UpdateComponents,
): Promise<SavedCart> {
  let products = packageCatalogue([])
  return changeCart(deps, {
    ...write,
    cartId,
    async look(tx, cart) {
      products = await findPackageProducts(tx, [lineOfId(cart, lineItemId)], selections)
    },
    apply(cart, now) {
      requireComponents(lineOfId(cart, lineItemId), selections)
      const context = cartContext(deps, products, now)
      return { ...cart, ...selectComponents(cart, { lineItemId, selections, path: '', linePath: 'orderLineId' }, context) }
    },
  })
}
