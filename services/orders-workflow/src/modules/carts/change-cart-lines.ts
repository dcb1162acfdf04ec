import { invalid } from '@open-oms/contracts/errors'
import { packageCatalogue } from '../../order/rules/packages/package-catalogue.ts'
import type { WriteRequest } from '../../order/write/write-context.ts'
import type { ComponentSelection } from '../packages/domain/component-selection.ts'
import { selectComponents } from '../packages/domain/package-selection.ts'
import { findPackageProducts } from '../packages/package-products.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import { changeCart, inLockedCart, type SavedCart } from './change-cart.ts'
import { cartContext } from './create-cart.ts'
import {
  addSku,
  knownSku,
  type LineReference,
  lineOfId,
  referredLine,
  requireComponents,
  setQuantity,
} from './domain/cart-lines.ts'

export type SetCartLine = LineReference & {
  cartId: string
  /** 0 removes the line. */
  quantity: number
  write: WriteRequest
}

/**
 * Sets how many units of a SKU a cart has, adding its line where there is none
 * (carts.md#cart-lines). Raises `ValidationFailed`, `NotFound` also for a line or a SKU,
 * `Forbidden`, `VersionConflict`, `CartIsOrdered`.
 */
export async function setCartLine(deps: RunnerDeps, { cartId, quantity, write, ...reference }: SetCartLine): Promise<SavedCart> {
  if (quantity < 0) throw invalid('quantity', 'must not be negative')
  return inLockedCart({ deps, write }, cartId, async ({ tx, cart, now, save }) => {
    const line = referredLine(cart, reference)
    if (line !== undefined)
      return save(setQuantity(cart, line, { quantity, context: cartContext(deps, packageCatalogue([]), now) }))
    const code = reference.code as string
    const products = await findPackageProducts(tx, [{ code }])
    const product = knownSku(products, code)
    return save(quantity === 0 ? cart : addSku(cart, { product, quantity, isOwnLine: true }, cartContext(deps, products, now)))
  })
}

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

type UpdateComponents = {
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
