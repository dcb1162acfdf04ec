import { DomainError, invalid } from '@open-oms/contracts/errors'
import type { Cart, CartInput } from '@open-oms/contracts/orders/carts/cart'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { withPaths } from '@open-oms/contracts/problems'
import { sumOfQuantities } from '@open-oms/money/quantities'
import type { LineInput } from '../../../order/rules/lines/new-lines.ts'
import type { PackageCatalogue, PackageProduct } from '../../../order/rules/packages/package-catalogue.ts'
import { packageTree } from '../../../order/rules/packages/package-lines.ts'
import { packageProblem } from '../../../order/rules/packages/package-problem.ts'
import type { PatchContext } from '../../../order/rules/patches/order-patch.ts'
import { withLinePatches } from '../../../order/rules/patches/order-patch-lines.ts'
import { addLines } from '../../../order/rules/shipments/added-lines.ts'
import type { ComponentSelection } from '../../packages/domain/component-selection.ts'
import { type BreakdownContext, breakDownPackages } from '../../packages/domain/package-breakdown.ts'

const QUANTITY_BELOW = 1e9

/**
 * The fields that the catalogue has for a line of this SKU; unknown ones are omitted. The price is
 * of one unit, with tax.
 */
function factsOfLine(product: PackageProduct): LineInput {
  const { skuId, productId, name, brand, productType, unit, imageUrl, taxRate, price, cost, isBundle } = product
  const facts = { displayName: name, brand, productType, unit, imageUrl, taxRate, placedPrice: price, cost }
  const known = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null)) as LineInput
  return { ...known, code: skuId, productId, isBundle }
}

/**
 * A cart of a request, with missing fields of its lines filled from the catalogue. Lines of unknown
 * SKUs stay as they are.
 */
export function withCatalogueFacts(input: CartInput, skuOf: (skuId: string) => PackageProduct | undefined): CartInput {
  const { orderForm } = input
  if (orderForm?.lineItems === undefined) return input
  const lineItems = orderForm.lineItems.map((line) => {
    const product = line.code ? skuOf(line.code) : undefined
    return product === undefined ? line : { ...factsOfLine(product), ...line }
  })
  return { ...input, orderForm: { ...orderForm, lineItems } }
}

/** The first line of a SKU that is no part of a package. */
function lineOfSku(cart: Cart, skuId: string): OrderLine | undefined {
  return cart.orderForm.lineItems.find((line) => line.code === skuId && !line.packageLineItemId)
}

/** What the catalogue knows of a SKU. Raises `NotFound`. */
export function knownSku(products: PackageCatalogue, skuId: string): PackageProduct {
  const product = products.sku(skuId)
  if (product === undefined) throw new DomainError('NotFound', `There is no product with SKU "${skuId}".`)
  return product
}

export type AddSku = {
  product: PackageProduct
  /** Above 0. */
  quantity: number
  /** True adds a new line even if another line has the SKU. */
  isOwnLine: boolean
}

/**
 * The cart with more units of a SKU and its components (carts.md#cart-lines,
 * packages.md#package-breakdown). Raises `ValidationFailed`, also for more lines than a cart may
 * have, and what `breakDownPackages` raises.
 */
export function addSku(cart: Cart, { product, quantity, isOwnLine }: AddSku, context: CartContext): Cart {
  const line = isOwnLine ? undefined : lineOfSku(cart, product.skuId)
  if (line !== undefined) return withQuantity(cart, line, { quantity: sumOfQuantities([line.quantity, quantity]), context })
  requireCountable(quantity)
  const lines = [{ ...factsOfLine(product), quantity }]
  const added = addLines(cart, { lines, isOne: true, shipmentId: undefined, canceledStatuses: [] })
  const ids = new Set([added.orderForm.lineItems.at(-1)?.lineItemId ?? null])
  return { ...cart, ...breakDownPackages(added, { ...context, lineItemIds: ids, toLinePath: () => 'skuId' }).order }
}

/** What edits of a cart need besides the cart. */
export type CartContext = PatchContext & BreakdownContext

type QuantityChange = { quantity: number; context: CartContext }

export type LineReference = {
  /** Undefined or empty: the line is found by its code. */
  lineItemId: string | undefined
  code: string | undefined
}

/**
 * The line that a request means; undefined when none has the SKU. Raises `NotFound` for an unknown
 * id, `ValidationFailed` for no reference.
 */
export function referredLine(cart: Cart, { lineItemId, code }: LineReference): OrderLine | undefined {
  if (lineItemId) return lineOfId(cart, lineItemId)
  if (!code) throw invalid('code', 'or lineItemId is required')
  return lineOfSku(cart, code)
}

/** The line with this id. Raises `NotFound`. */
export function lineOfId(cart: Cart, lineItemId: string): OrderLine {
  const line = cart.orderForm.lineItems.find((candidate) => candidate.lineItemId === lineItemId)
  if (line === undefined) throw new DomainError('NotFound', `Cart "${cart.id}" has no line "${lineItemId}".`)
  return line
}

/**
 * Refuses, with `ComponentInvalid`, a choice for a component that the line of a package does not
 * have (carts.md#component-choice).
 */
export function requireComponents(line: OrderLine, selections: readonly ComponentSelection[]): void {
  if (line.components.length === 0) return
  const known = new Set(line.components.flatMap(({ componentId, id }) => [componentId, id]))
  for (const [index, { componentId = '' }] of selections.entries()) {
    if (!known.has(componentId))
      throw packageProblem('ComponentInvalid', `[${index}].componentId`, `"${componentId}" is not a component of the package`)
  }
}

/**
 * The cart with another quantity of a line and its components; 0 removes both (carts.md#cart-lines,
 * packages.md#package-breakdown). Raises `ValidationFailed`, also for a line that belongs to a
 * package.
 */
export function setQuantity(cart: Cart, line: OrderLine, { quantity, context }: QuantityChange): Cart {
  if (line.packageLineItemId) throw invalid('lineItemId', 'names a line that is a part of a package')
  if (quantity < 0) throw invalid('quantity', 'must not be negative')
  return quantity === 0 ? withoutLine(cart, line) : withQuantity(cart, line, { quantity, context })
}

function withQuantity(cart: Cart, line: OrderLine, { quantity, context }: QuantityChange): Cart {
  requireCountable(quantity)
  const { lineItemId } = line
  const patched = () => withLinePatches(cart, [{ lineItemId: lineItemId, quantity }], context)
  return { ...cart, ...withPaths((path) => path.replace(/^\[0\]\./, ''), patched) }
}

/** An empty shipment is removed too, except the last one, which keeps the chosen delivery. */
function withoutLine(cart: Cart, line: OrderLine): Cart {
  const form = cart.orderForm
  const parts = packageTree(form.lineItems).allComponents(line.lineItemId)
  const gone = new Set([line, ...parts].map(({ lineItemId }) => lineItemId))
  const emptied = form.shipments.map((shipment): Shipment => {
    const lineItems = shipment.lineItems.filter(({ lineItemId }) => !gone.has(lineItemId))
    return lineItems.length === shipment.lineItems.length ? shipment : { ...shipment, lineItems }
  })
  const filled = emptied.filter((shipment, position) => shipment.lineItems.length > 0 || shipment === form.shipments[position])
  const shipments = filled.length > 0 ? filled : emptied.slice(0, 1)
  const lineItems = form.lineItems.filter(({ lineItemId }) => !gone.has(lineItemId))
  return { ...cart, orderForm: { ...form, lineItems, shipments } }
}

function requireCountable(quantity: number): void {
  if (quantity >= QUANTITY_BELOW) throw invalid('quantity', 'would be more than a line may have')
}
