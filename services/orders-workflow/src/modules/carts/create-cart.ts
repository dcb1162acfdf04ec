import type { CartInput } from '@open-oms/contracts/orders/carts/cart'
import type { PackageCatalogue } from '../../order/rules/packages/package-catalogue.ts'
import type { WriteRequest } from '../../order/write/write-context.ts'
import { breakDownPackages } from '../packages/domain/package-breakdown.ts'
import { findPackageProducts } from '../packages/package-products.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import { changeCart, insertNewCart, type SavedCart } from './change-cart.ts'
import { newCart } from './domain/cart.ts'
import { type CartContext, withCatalogueFacts } from './domain/cart-lines.ts'

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

export type ReplaceCart = CreateCart & { cartId: string }

/**
 * Replaces a cart by the rules of its creation (carts.md#cart-replacement). Raises what creating
 * one raises, `NotFound`, `VersionConflict`, `CartIsOrdered`, `OrderIsReadOnly`.
 */
export async function replaceCart(deps: RunnerDeps, { cartId, input, write }: ReplaceCart): Promise<SavedCart> {
  const products = await findPackageProducts(deps, input.orderForm?.lineItems ?? [])
  return changeCart({ deps, write }, cartId, (stored, now) => {
    const context = cartContext(deps, products, now)
    const sent = { ...input, id: cartId, created: stored.created }
    const cart = newCart(withCatalogueFacts(sent, products.sku), context)
    const expiredDate = cart.expiredDate ?? stored.expiredDate
    write.requireScope(cart.storeId)
    return { ...cart, ...breakDownPackages(cart, context).order, expiredDate }
  })
}

/**
 * What edits of a cart need besides the cart. Bundles may be unselected: creating the order checks
 * them.
 */
export function cartContext(deps: RunnerDeps, products: PackageCatalogue, now: string): CartContext {
  const config = deps.config()
  const breaksDown = config.settings.packages.autoBreakdown
  return { config, now, newId: deps.newId, products, breaksDown, isFinal: false }
}
