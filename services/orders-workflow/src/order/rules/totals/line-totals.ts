import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import { Decimal } from '@open-oms/money/decimal'
import { larger, type Minor, minus, roundToMinor, times, toAmount, ZERO } from '@open-oms/money/minor'
import { restOfQuantity } from '@open-oms/money/quantities'
import { priceWithoutTax, taxIn, withoutTax } from '@open-oms/money/tax'
import type { Terms } from '../context/totals-context.ts'
import type { DiscountedLine } from '../discounts/line-discounts.ts'
import { lineTaxRate } from '../lines/line-kinds.ts'

/** The amounts of a line, in minor units (money.md#line-amounts). */
export type LineFigures = {
  /** `discounted`: the line-level discount of the whole line. */
  discounted: Minor
  /** `lineItemDiscountAmount`: the part of it that discount objects gave. */
  fromObjects: Minor
  /**
   * `discountedPrice`: the units that are not cancelled, after their part of the line-level
   * discount.
   */
  price: Minor
  /** `orderDiscountAmount`: the line's share of the order's discounts. */
  orderDiscount: Minor
  /** `extendedPrice`. */
  extended: Minor
  /** `taxTotal`: the tax in `extendedPrice`. */
  tax: Minor
  cost: Minor
  /** `creditedAmount`: what return forms credit of the line. */
  credited: Minor
}

/** The units of a line that are not cancelled. */
export function activeQuantity(line: Pick<OrderLine, 'quantity' | 'canceledQuantity'>): number {
  return line.canceledQuantity === 0 ? line.quantity : Math.max(0, restOfQuantity(line.quantity, line.canceledQuantity))
}

/**
 * `discountedPrice`: price and discount of the units that are not cancelled, rounded once. Not
 * below zero, where rounding the whole line's discount up could bring it.
 */
export function discountedPrice({ line, value, discounted }: DiscountedLine, { exponent }: Terms): Minor {
  if (line.canceledQuantity === 0) return minus(value, discounted)
  const active = activeQuantity(line)
  if (active === 0) return ZERO
  const discount = new Decimal(discounted).div(10 ** exponent)
  const exact = new Decimal(line.placedPrice).times(line.quantity).minus(discount).times(active).div(line.quantity)
  return larger(ZERO, roundToMinor(exact, exponent))
}

type Price = Pick<LineFigures, 'price' | 'orderDiscount'>

/**
 * The figures of a line from its price and its share of the order's discounts. Nothing is credited
 * yet.
 */
export function lineFigures(state: DiscountedLine, { price, orderDiscount }: Price, { exponent, taxRate }: Terms): LineFigures {
  const { line, discounted, fromObjects } = state
  const extended = minus(price, orderDiscount)
  return {
    discounted,
    fromObjects,
    price,
    orderDiscount,
    extended,
    tax: taxIn(extended, lineTaxRate(line, taxRate) ?? 0),
    cost: times(line.cost, activeQuantity(line), exponent),
    credited: ZERO,
  }
}

/** The fields of a line that are calculated. */
export type LineAmounts = Pick<
  OrderLine,
  | 'costTotal'
  | 'creditedAmount'
  | 'discounted'
  | 'discountedExclTax'
  | 'discountedPrice'
  | 'discountedPriceExclTax'
  | 'extendedPrice'
  | 'extendedPriceExclTax'
  | 'lineItemDiscountAmount'
  | 'lineItemDiscountAmountExclTax'
  | 'orderDiscountAmount'
  | 'placedPriceExclTax'
  | 'suggestedRetailPriceExclTax'
  | 'taxTotal'
>

/** The line's calculated fields as the document carries them (money.md#line-amounts). */
export function lineAmounts(line: OrderLine, figures: LineFigures, terms: Terms): LineAmounts {
  const { exponent } = terms
  const rate = lineTaxRate(line, terms.taxRate) ?? 0
  const amount = (minor: Minor) => toAmount(minor, exponent)
  const exclTax = (minor: Minor) => toAmount(withoutTax(minor, rate), exponent)
  const unitExclTax = (unitPrice: number) => toAmount(priceWithoutTax(unitPrice, rate, exponent), exponent)
  return {
    costTotal: amount(figures.cost),
    creditedAmount: amount(figures.credited),
    discounted: amount(figures.discounted),
    discountedExclTax: exclTax(figures.discounted),
    discountedPrice: amount(figures.price),
    discountedPriceExclTax: exclTax(figures.price),
    extendedPrice: amount(figures.extended),
    extendedPriceExclTax: amount(minus(figures.extended, figures.tax)),
    lineItemDiscountAmount: amount(figures.fromObjects),
    lineItemDiscountAmountExclTax: exclTax(figures.fromObjects),
    orderDiscountAmount: amount(figures.orderDiscount),
    placedPriceExclTax: unitExclTax(line.placedPrice),
    suggestedRetailPriceExclTax: unitExclTax(line.suggestedRetailPrice),
    taxTotal: amount(figures.tax),
  }
}
