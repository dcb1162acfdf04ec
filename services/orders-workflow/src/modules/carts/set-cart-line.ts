import { invalid } from '@oms/contracts/errors'
import type { WriteRequest } from '../../order/change-order.ts'
import { packageCatalogue } from '../../order/packages/package-catalogue.ts'
import { findPackageProducts } from '../packages/package-products.ts'
import type { RunnerDeps } from '../workflow/runner.ts'
import { cartContext } from './cart-context.ts'
import { changeCart, type SavedCart } from './change-cart.ts'
import { addSku, knownSku, type LineReference, referredLine, setQuantity } from './domain/cart-lines.ts'

export type SetCartLine = LineReference & {
  cartId: string
  /** 0 removes the line. */
  quantity: number
  write: WriteRequest
}

/**
 * Sets how many units of a SKU a cart has, adding its line where there is none (document 1, cart endpoints; 4-decisions M.1). Raises
 * `ValidationFailed`, `NotFound` also for a line or a SKU, `Forbidden`, `VersionConflict`, `CartIsOrdered`.
 */
export async function setCartLine(deps: RunnerDeps, { cartId, quantity, write, ...reference }: SetCartLine): Promise<SavedCart> {
  if (quantity < 0) throw invalid('quantity', 'must not be negative')
  let products = packageCatalogue([])
  return changeCart(deps, {
    ...write,
    cartId,
    async look(tx, cart) {
      if (referredLine(cart, reference) === undefined)
        products = await findPackageProducts(tx, [{ code: reference.code as string }])
    },
    apply(cart, now) {
      const context = cartContext(deps, products, now)
      const line = referredLine(cart, reference)
      if (line !== undefined) return setQuantity(cart, line, { quantity, context })
      const product = knownSku(products, reference.code as string)
      return quantity === 0 ? cart : addSku(cart, { product, quantity, isOwnLine: true }, context)
    },
  })
}
