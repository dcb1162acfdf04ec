import type { CartInput } from '@oms/contracts/orders/carts/cart'
import type { WriteRequest } from '../../order/write/write-context.ts'
import { breakDownPackages } from '../packages/domain/package-breakdown.ts'
import { findPackageProducts } from '../packages/package-products.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import { cartContext } from './cart-context.ts'
import { insertNewCart, type SavedCart } from './change-cart.ts'
import { newCart } from './domain/cart.ts'
import { withCatalogueFacts } from './domain/cart-lines.ts'

export type CreateCart = { input: CartInput; write: WriteRequest }

/**
 * Creates a cart (carts.md#cart-creation); fields that its lines omit come from the catalogue.
 * Raises `ValidationFailed`, `QuantityNotAvailable`, `CartIdExists`, `Forbidden`.
 */
export async function createCart(deps: RunnerDeps, { input, write }: CreateCart): Promise<SavedCart> {
  const products = await findPackageProducts(deps, input.orderForm?.lineItems ?? [])
  const now = deps.now().toISOString()
  const context = cartContext(deps, products, now)
  const cart = newCart(withCatalogueFacts(input, products.sku), context)
  if (input.marketId === undefined)
    deps.log.warn({ cartId: cart.id, marketId: cart.marketId }, 'a cart named no market; the default one was taken')
  return insertNewCart({ deps, write }, { ...cart, ...breakDownPackages(cart, context).order })
}
