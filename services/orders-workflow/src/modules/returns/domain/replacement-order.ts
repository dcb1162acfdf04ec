import { DomainError } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type {
  OrderLineReplacementRequestModel,
  ReplacementRequestModel,
} from '@open-oms/contracts/orders/returns/return-requests'
import type { InputOf } from '@open-oms/contracts/primitives'
import { collectProblems, type Problems } from '@open-oms/contracts/problems'
import { type Minor, sum, times, toAmount, toMinor } from '@open-oms/money/minor'
import { restOfQuantity, sumOfQuantities } from '@open-oms/money/quantities'
import { shares } from '@open-oms/money/shares'
import { assertWritable } from '../../../order/rules/context/order-guards.ts'
import type { OrderInput } from '../../../order/rules/input/order-input.ts'
import { lineKind } from '../../../order/rules/lines/line-kinds.ts'
import type { LineInput } from '../../../order/rules/lines/new-lines.ts'
import { componentsOfMore, innermostFirst } from '../../../order/rules/packages/package-lines.ts'
import { refuseRepeats } from '../../../order/rules/patches/patch-by-id.ts'
import { activeQuantity } from '../../../order/rules/totals/line-totals.ts'
import { linkedOrderInput, sentAnew, sumPlacedPrices, withLink } from './linked-order.ts'

/**
 * The order type of orders that replace goods (workflow.md#default-statuses,
 * returns.md#replacement-orders).
 */
export const REPLACEMENT = 'Replacement'

type LineReplacement = InputOf<OrderLineReplacementRequestModel>
export type ReplacementRequest = InputOf<ReplacementRequestModel> & { orderLineReplacements: LineReplacement[] }

type ReplacementOptions = {
  /** Id and number of the new order. */
  number: string
  exponent: number
  now: string
}

/** The replaced order with its links and quantities, and the replacement order. */
export type Replacement = { order: Order; input: OrderInput }

/**
 * The order that replaces units of lines (returns.md#replacement-orders): of type Replacement,
 * linked both ways, with a discount over its whole value or `amountToCredit`. Raises `NotFound` for
 * an unknown line, `QuantityNotAvailable` for more units than are ordered, and `ValidationFailed`,
 * `OrderIsDeleted`, `OrderIsReadOnly`.
 */
export function buildReplacement(
  order: Order,
  request: ReplacementRequest,
  { number, exponent, now }: ReplacementOptions,
): Replacement {
  assertWritable(order)
  const problems = collectProblems()
  const { lines, replaced } = replacedGoods(order, request, problems)
  const links = linksTo(order, number, problems)
  const credit = requestedCredit(request, { worth: sumPlacedPrices(lines, exponent), exponent, problems })
  problems.throwIfAny()
  const form = creditedForm(lines, credit, exponent)
  const input = linkedOrderInput(order, { id: number, orderNumber: number, orderType: REPLACEMENT, form })
  const { comment } = request
  return {
    order: { ...withReplaced(order, replaced, now), ...links },
    input: comment === undefined ? input : { ...input, orderNotes: [{ detail: comment }] },
  }
}

/**
 * The lines of the new order, and the quantities that they replace: the lines of the request and
 * the components of their packages.
 */
function replacedGoods(order: Order, { orderLineReplacements: requested }: ReplacementRequest, problems: Problems) {
  const named = requested.map((item, index) => replacedLine(order, item, { index, problems }))
  const components = replacedComponents(order, requested)
  const lines = withoutStrayParts([...named, ...components.map((item) => replacedPart(order, item))])
  if (lines.length === 0) problems.add('orderLineReplacements', 'must name at least one line')
  refuseRepeats(requested, { field: 'lineItemId', path: 'orderLineReplacements' }, problems)
  return { lines, replaced: [...requested, ...components] }
}

/** The fields by which the replaced order names the new one. */
function linksTo(order: Order, number: string, problems: Problems) {
  return {
    replacementOrderIds: withLink(order.replacementOrderIds, number, { problems, field: 'replacementOrderIds' }),
    relatedOrders: withLink(order.relatedOrders, number, { problems, field: 'relatedOrders' }),
  }
}

type CreditContext = { worth: Minor; exponent: number; problems: Problems }

/** The `amountToCredit`, else all that the goods are worth. */
function requestedCredit({ amountToCredit }: ReplacementRequest, { worth, exponent, problems }: CreditContext): Minor {
  const credit = amountToCredit === undefined ? worth : toMinor(amountToCredit, exponent)
  if (credit < 0) problems.add('amountToCredit', 'must not be negative')
  if (credit > worth) problems.add('amountToCredit', `is more than the ${toAmount(worth, exponent)} that the goods are worth`)
  return credit
}

/**
 * The lines with the credit: as a discount of the order, and what falls to lines that take no share
 * of order discounts (money.md#kinds-of-lines) as their own.
 */
function creditedForm(lines: readonly OrderLine[], credit: Minor, exponent: number) {
  const worths = lines.map(({ placedPrice, quantity }) => times(placedPrice, quantity, exponent))
  const parts = shares(credit, worths)
  const lineItems = lines.map((line, index) =>
    lineKind(line).isDiscounted ? line : { ...line, discounted: toAmount(parts[index] as Minor, exponent) },
  )
  const ofOrder = sum(parts.filter((_, index) => lineKind(lines[index] as OrderLine).isDiscounted))
  const discounts = ofOrder > 0 ? [{ ...creditDiscount, discountValue: toAmount(ofOrder, exponent) }] : []
  return { lineItems: lineItems as LineInput[], discounts }
}

const creditDiscount = {
  discountId: 'replacement',
  discountName: 'Replacement',
  discountType: 'Manual',
  rewardType: 'Money',
} as const

type Position = { index: number; problems: Problems }

function replacedLine(order: Order, item: LineReplacement, { index, problems }: Position): OrderLine {
  const { lineItemId, quantity = 0, skuId } = item
  const at = `orderLineReplacements[${index}]`
  const line = order.orderForm.lineItems.find((candidate) => candidate.lineItemId === lineItemId)
  if (line === undefined) throw new DomainError('NotFound', `Order "${order.id}" has no line "${lineItemId}".`)
  if (quantity <= 0) problems.add(`${at}.quantity`, 'must be above 0')
  const left = restOfQuantity(activeQuantity(line), line.replacedQuantity ?? 0)
  if (quantity > left) {
    const text = `${quantity} cannot be replaced of ${left} that are left`
    throw new DomainError('QuantityNotAvailable', `Line "${lineItemId}": ${text}.`, { errors: { [`${at}.quantity`]: [text] } })
  }
  const again = replacementLine(line, item)
  if (!isOtherSku(line, skuId)) return again
  return {
    ...again,
    code: skuId,
    productId: null,
    gtins: [],
    ean: null,
    displayName: null,
    imageUrl: null,
    components: [],
    ...{ isPackage: false, isPackageProduct: false, isPackageBrokeDown: false, isBundle: false },
  }
}

function isOtherSku({ code }: OrderLine, skuId: string | undefined): skuId is string {
  return Boolean(skuId) && skuId !== code
}

function replacementLine(line: OrderLine, item: LineReplacement): OrderLine {
  const reasons = { replacementReason: item.replacementReason ?? null, replacementType: item.replacementType ?? null }
  return { ...sentAnew(line, item.quantity ?? 0), ...reasons }
}

/**
 * The replaced quantities of package components, in proportion, as far as units are left
 * (packages.md#acting-on-packages); an explicit quantity of a component wins. A package of another
 * SKU has its own components.
 */
function replacedComponents(order: Order, requested: readonly LineReplacement[]): LineReplacement[] {
  const lines = new Map(order.orderForm.lineItems.map((line) => [line.lineItemId, line]))
  const taken = new Set<string | null>(requested.map(({ lineItemId = null }) => lineItemId))
  return innermostFirst(order, requested).flatMap(({ skuId, ...item }) => {
    const line = lines.get(item.lineItemId ?? '')
    if (line === undefined || isOtherSku(line, skuId)) return []
    const units = { before: line.replacedQuantity ?? 0, more: Math.max(0, item.quantity ?? 0) }
    return componentsOfMore(order, line.lineItemId, units).flatMap((part) => {
      const own = lines.get(part.lineItemId) as OrderLine
      const quantity = Math.min(part.quantity, restOfQuantity(activeQuantity(own), own.replacedQuantity ?? 0))
      if (taken.has(part.lineItemId) || quantity <= 0) return []
      taken.add(part.lineItemId)
      return [{ ...item, lineItemId: part.lineItemId, quantity }]
    })
  })
}

function replacedPart(order: Order, item: LineReplacement): OrderLine {
  return replacementLine(order.orderForm.lineItems.find(({ lineItemId }) => lineItemId === item.lineItemId) as OrderLine, item)
}

/**
 * A component whose package is not replaced, or replaced by another SKU, is replaced as a separate
 * line.
 */
function withoutStrayParts(lines: readonly OrderLine[]): OrderLine[] {
  const packages = new Set(lines.filter((line) => line.isPackageBrokeDown).map(({ lineItemId }) => lineItemId))
  return lines.map((line) =>
    !line.packageLineItemId || packages.has(line.packageLineItemId)
      ? line
      : { ...line, packageLineItemId: null, packageSkuId: null, componentId: null },
  )
}

function withReplaced(order: Order, replacements: readonly LineReplacement[], now: string): Order {
  const byLine = new Map(replacements.map((item) => [item.lineItemId ?? null, item]))
  const lineItems = order.orderForm.lineItems.map((line) => {
    const item = byLine.get(line.lineItemId)
    if (item === undefined) return line
    return {
      ...line,
      replacedQuantity: sumOfQuantities([line.replacedQuantity ?? 0, item.quantity ?? 0]),
      replacedDate: now,
      replacementReason: item.replacementReason ?? line.replacementReason,
      replacementType: item.replacementType ?? line.replacementType,
    }
  })
  return { ...order, orderForm: { ...order.orderForm, lineItems } }
}
