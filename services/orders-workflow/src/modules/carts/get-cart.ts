import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import { type CartDocument, readCart } from './cart-store.ts'
import { noCart } from './change-cart.ts'

export type GetCart = {
  cartId: string
  /** Whether the caller covers the cart's store (security.md#store-scope). */
  isInScope(storeId: string | null): boolean
}

/**
 * Reads a cart as it is stored (carts.md#cart-creation). Raises `NotFound`, also for a cart that
 * has expired or is of another store.
 */
export async function getCart(deps: Pick<RunnerDeps, 'query' | 'now'>, { cartId, isInScope }: GetCart): Promise<CartDocument> {
  const cart = await readCart(deps, cartId, deps.now())
  if (cart === null || !isInScope(cart.storeId)) throw noCart(cartId)
  return cart
}
