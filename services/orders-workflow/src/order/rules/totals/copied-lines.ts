import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import { type Minor, minus, toAmount, toMinor } from '@open-oms/money/minor'
import { shares } from '@open-oms/money/shares'
import { withFields } from '../context/changed-fields.ts'
import type { Terms } from '../context/totals-context.ts'
import { activeQuantity, type LineAmounts, type LineFigures, lineAmounts } from './line-totals.ts'

/** A line with its amounts, as calculated for the order. */
export type CalculatedLine = { line: OrderLine; amounts: LineAmounts; figures: LineFigures }

/** What decides about prices is the order's line; a shipment's copy repeats it. */
function withPricing(copy: OrderLine, line: OrderLine, amounts: LineAmounts): OrderLine {
  const { cost, isExcludedFromPromotions, isGift, orderLineDiscounts, placedPrice, productType, suggestedRetailPrice } = line
  const decisive = { cost, isExcludedFromPromotions, isGift, orderLineDiscounts, placedPrice, productType, suggestedRetailPrice }
  return withFields(copy, { ...decisive, taxRate: line.taxRate, ...amounts })
}

/**
 * The copies of a line that shipments hold, each with its part of the line's amounts. The parts sum
 * to the line's amounts exactly: the discount of the whole line goes by quantity, everything else
 * by the quantity that is not cancelled; largest remainder, ties to the first shipment. On every
 * copy `extendedPrice = discountedPrice − orderDiscountAmount = extendedPriceExclTax + taxTotal`.
 */
export function splitOverCopies(
  line: CalculatedLine,
  copies: readonly OrderLine[],
  terms: Terms,
): { copy: OrderLine; figures: LineFigures }[] {
  const [only] = copies
  const isWhole =
    copies.length === 1 && only?.quantity === line.line.quantity && only.canceledQuantity === line.line.canceledQuantity
  if (isWhole) return [{ copy: withPricing(only, line.line, line.amounts), figures: line.figures }]
  if (copies.length === 0) return []
  const parts = split(line.figures, copies)
  const discounts = splitDiscounts(line.line, copies, terms)
  return copies.map((copy, index) => {
    const figures = parts[index] as LineFigures
    const priced = { ...line.line, orderLineDiscounts: discounts[index] as OrderLine['orderLineDiscounts'] }
    return { copy: withPricing(copy, priced, lineAmounts(priced, figures, terms)), figures }
  })
}

function split(whole: LineFigures, copies: readonly OrderLine[]): LineFigures[] {
  const quantities = copies.map(({ quantity }) => quantity)
  const active = copies.map(activeQuantity)
  const discounted = shares(whole.discounted, quantities)
  const fromObjects = shares(whole.fromObjects, discounted)
  const price = shares(whole.price, active)
  // In proportion to the parts of the price, so that no copy gets a discount above its price.
  const orderDiscount = shares(whole.orderDiscount, price)
  const extended = price.map((part, index) => minus(part, orderDiscount[index] as Minor))
  const tax = shares(whole.tax, extended)
  const cost = shares(whole.cost, active)
  const credited = shares(whole.credited, extended)
  return copies.map((_, index) => {
    const of = (parts: readonly Minor[]) => parts[index] as Minor
    return {
      discounted: of(discounted),
      fromObjects: of(fromObjects),
      price: of(price),
      orderDiscount: of(orderDiscount),
      extended: of(extended),
      tax: of(tax),
      cost: of(cost),
      credited: of(credited),
    }
  })
}

/** The line's discounts with their amounts in parts, by copy. */
function splitDiscounts(line: OrderLine, copies: readonly OrderLine[], { exponent }: Terms): OrderLine['orderLineDiscounts'][] {
  const quantities = copies.map(({ quantity }) => quantity)
  const parts = line.orderLineDiscounts.map((discount) => shares(toMinor(discount.discountAmount, exponent), quantities))
  return copies.map((_, index) =>
    line.orderLineDiscounts.map((discount, position) => {
      const part = parts[position]?.[index] as Minor
      return { ...discount, discountAmount: toAmount(part, exponent) }
    }),
  )
}
