import { invalid } from '@oms/contracts/errors'
import type { WriteRequest } from '../../order/write/write-context.ts'
import { findPackageProducts } from '../packages/package-products.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import { cartContext } from './cart-context.ts'
import { changeCart, type SavedCart } from './change-cart.ts'
import { addSku, knownSku } from './domain/cart-lines.ts'

export type AddToCart = {
  cartId: string
  skuId: string
  quantity: number
  /** True adds a new line even if another line has the SKU. */
  isOwnLine: boolean
  write: WriteRequest
}

/**
 * Adds units of a SKU to a cart, at the price of the catalogue (carts.md#cart-lines,
 * packages.md#package-breakdown). Raises `ValidationFailed`, `NotFound` also for a SKU,
 * `Forbidden`, `VersionConflict`, `CartIsOrdered`, and what the breakdown of packages raises.
 */
export async function addToCart(deps: RunnerDeps, { cartId, skuId, quantity, isOwnLine, write }: AddToCart): Promise<SavedCart> {
  if (quantity <= 0) throw invalid('quantity', 'must be above 0')
  const products = await findPackageProducts(deps, [{ code: skuId }])
  return changeCart({ deps, write }, cartId, (cart, now) => {
    const add = { product: knownSku(products, skuId), quantity, isOwnLine }
    return addSku(cart, add, cartContext(deps, products, now))
  })
}
