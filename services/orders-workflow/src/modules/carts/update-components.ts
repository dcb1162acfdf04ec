import type { WriteRequest } from '../../order/write/write-context.ts'
import type { ComponentSelection } from '../packages/domain/component-selection.ts'
import { selectComponents } from '../packages/domain/package-selection.ts'
import { findPackageProducts } from '../packages/package-products.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import { cartContext } from './cart-context.ts'
import { inLockedCart, type SavedCart } from './change-cart.ts'
import { lineOfId, requireComponents } from './domain/cart-lines.ts'

export type UpdateComponents = {
  cartId: string
  lineItemId: string
  selections: readonly ComponentSelection[]
  write: WriteRequest
}

/**
 * Chooses the components of a package or bundle in a cart (carts.md#cart-lines,
 * carts.md#component-choice). Raises `ComponentInvalid`, `ComponentProductNotFound` and
 * `ValidationFailed` naming the component, `NotFound`, `Forbidden`, `VersionConflict`,
 * `CartIsOrdered`.
 */
export async function updateComponents(
  deps: RunnerDeps,
  { cartId, lineItemId, selections, write }: UpdateComponents,
): Promise<SavedCart> {
  return inLockedCart({ deps, write }, cartId, async ({ tx, cart, now, save }) => {
    const line = lineOfId(cart, lineItemId)
    const products = await findPackageProducts(tx, [line], { selections })
    requireComponents(line, selections)
    const context = cartContext(deps, products, now)
    return save({ ...cart, ...selectComponents(cart, { lineItemId, selections, path: '', linePath: 'orderLineId' }, context) })
  })
}
