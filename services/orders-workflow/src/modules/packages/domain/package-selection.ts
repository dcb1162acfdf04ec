import { DomainError, invalid } from '@open-oms/contracts/errors'
import type { OrderDraft } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import { sumOfAmounts } from '@open-oms/money/minor'
import { orderCurrency, orderTotalsContext } from '../../../order/rules/context/order-context.ts'
import { calculationTerms } from '../../../order/rules/context/totals-context.ts'
import { isDivisible } from '../../../order/rules/packages/package-catalogue.ts'
import { packageTree } from '../../../order/rules/packages/package-lines.ts'
import { packageProblem } from '../../../order/rules/packages/package-problem.ts'
import { withOwnPrice } from '../../../order/rules/totals/package-prices.ts'
import { type ComponentSelection, offeredComponents } from './component-selection.ts'
import { componentDisplayName, isUnselected } from './component-state.ts'
import { type BreakdownContext, breakDownPackages, findLineProduct } from './package-breakdown.ts'

export type SelectComponents = {
  lineItemId: string
  selections: readonly ComponentSelection[]
  /** The path of the selections in the request; empty when they are the body. */
  path: string
  /** The path of the line in the request. */
  linePath: string
}

/**
 * The order, or cart, with components of one of its packages or bundles selected
 * (packages.md#component-selection): unnamed components keep their selection, the price includes
 * the options of the market, and the lines of components are rebuilt where packages are broken
 * down. Raises `NotFound` for the line, `ComponentInvalid` naming the component, also for one that
 * is required and not selected, and what `breakDownPackages` raises.
 */
export function selectComponents<Draft extends OrderDraft>(
  order: Draft,
  { lineItemId, selections, path, linePath }: SelectComponents,
  context: BreakdownContext,
): Draft {
  const line = order.orderForm.lineItems.find((candidate) => candidate.lineItemId === lineItemId)
  if (line === undefined) throw new DomainError('NotFound', `There is no line "${lineItemId}".`)
  const product = findLineProduct(line, context.products)
  if (!isDivisible(product)) throw invalid(linePath, `names line "${lineItemId}", which is no package`)
  const whole = mergedPackage(order, line, calculationTerms(order, orderTotalsContext(order, context.config, null)).exponent)
  const own = whole.orderForm.lineItems.find((candidate) => candidate.lineItemId === lineItemId) as OrderLine
  const taken = new Set(
    whole.orderForm.lineItems.flatMap((one) =>
      one === own ? [] : one.components.flatMap(({ componentId }) => componentId ?? []),
    ),
  )
  const offering = { products: context.products, path, newId: context.newId, taken }
  const components = offeredComponents(product, { known: own.components, selections }, offering)
  const missing = components.find((component) => component.isRequired && isUnselected(component))
  if (missing !== undefined)
    throw packageProblem(
      'ComponentInvalid',
      linePath,
      `names a package of which component "${componentDisplayName(missing)}" is required and not selected`,
    )
  if (components.every(({ quantity }) => quantity === 0))
    throw packageProblem('ComponentInvalid', linePath, 'names a bundle that would have no component left')
  const terms = { marketId: order.marketId, currency: orderCurrency(order, context.config) }
  const placedPrice = sumOfAmounts([
    own.placedPrice,
    -selectionPriceOffset(own, terms),
    selectionPriceOffset({ components }, terms),
  ])
  const changed = { isPackageProduct: true, isBundle: own.isBundle || product.isBundle, components, placedPrice }
  const selected = withLine(whole, lineItemId, (one) => ({ ...one, ...changed }))
  return breakDownPackages(selected, { ...context, lineItemIds: new Set([lineItemId]), toLinePath: () => linePath }).order
}

/**
 * The order with a package restored: without the lines of its components, with the price that was
 * spread over them.
 */
function mergedPackage<Draft extends OrderDraft>(order: Draft, line: OrderLine, exponent: number): Draft {
  if (!line.isPackageBrokeDown) return order
  const parts = packageTree(order.orderForm.lineItems).allComponents(line.lineItemId)
  const gone = new Set(parts.map((part) => part.lineItemId))
  const priced = withOwnPrice(line, parts, exponent)
  const { placedPrice, discounted, originalExtendedPricePerUnit } = priced
  const left = (lines: readonly OrderLine[]) => lines.filter((one) => !gone.has(one.lineItemId))
  const form = order.orderForm
  const shipments = form.shipments.map((shipment) => ({ ...shipment, lineItems: left(shipment.lineItems) }))
  const merged = { ...order, orderForm: { ...form, lineItems: left(form.lineItems), shipments } }
  const changes = { placedPrice, discounted, originalExtendedPricePerUnit, isPackageBrokeDown: false }
  return withLine(merged, line.lineItemId, (one) => ({ ...one, ...changes }))
}

function withLine<Draft extends OrderDraft>(order: Draft, lineItemId: string, change: (line: OrderLine) => OrderLine): Draft {
  const form = order.orderForm
  const changed = (lines: readonly OrderLine[]) => lines.map((line) => (line.lineItemId === lineItemId ? change(line) : line))
  const shipments = form.shipments.map((shipment) => ({ ...shipment, lineItems: changed(shipment.lineItems) }))
  return { ...order, orderForm: { ...form, lineItems: changed(form.lineItems), shipments } }
}

type OfferTerms = { marketId: string | null; currency: string }

/**
 * What the selected options add to the price of one package in a market
 * (components.md#component-options, packages.md#component-selection).
 */
function selectionPriceOffset({ components }: Pick<OrderLine, 'components'>, { marketId, currency }: OfferTerms): number {
  const offsets = components.flatMap(({ options, skuId, productId }) => {
    if (skuId === null) return []
    const option = options.find((one) => one.skuId === skuId) ?? options.find((one) => !one.skuId && one.productId === productId)
    return option?.priceOffsets ?? []
  })
  const counting = offsets.filter((offset) => offset.marketId === marketId && (!offset.currency || offset.currency === currency))
  return sumOfAmounts(counting.map(({ amount }) => amount))
}
