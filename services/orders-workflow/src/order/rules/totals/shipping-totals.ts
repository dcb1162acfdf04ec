import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { type Minor, minus, plus, toAmount, ZERO } from '@open-oms/money/minor'
import { taxIn, withoutTax } from '@open-oms/money/tax'
import type { Terms } from '../context/totals-context.ts'
import type { DiscountedShipping } from '../discounts/shipping-discounts.ts'

/**
 * The shipping amounts of a shipment, in minor units (money.md#shipping-discounts,
 * money.md#form-totals).
 */
export type ShippingFigures = {
  subTotal: Minor
  /** Before the discount. */
  subTotalExclTax: Minor
  discount: Minor
  /** After the discount. */
  total: Minor
  /** After the discount. */
  tax: Minor
  /** The tax rate of the shipment. */
  rate: number
  shipmentId: string | null
}

/**
 * The shipping of a shipment; one that is cancelled whole costs nothing
 * (money.md#cancelled-charges).
 */
export function shippingFigures(
  { shipment, subTotal, discounted, isDropped }: DiscountedShipping,
  { taxRate }: Terms,
): ShippingFigures {
  const rate = shipment.shipmentTaxRate ?? taxRate
  const total = isDropped ? ZERO : minus(subTotal, discounted)
  const subTotalExclTax = withoutTax(subTotal, rate)
  const { shipmentId } = shipment
  return { subTotal, subTotalExclTax, discount: discounted, total, tax: taxIn(total, rate), rate, shipmentId }
}

/** The sum of the shipment's copies of lines. */
export type ShippedLines = { extended: Minor; tax: Minor }

type ShipmentAmounts = Pick<
  Shipment,
  | 'shippingDiscountAmount'
  | 'shippingSubTotal'
  | 'shippingSubTotalExclTax'
  | 'shippingTax'
  | 'shippingTotal'
  | 'subTotal'
  | 'taxTotal'
  | 'total'
>

/**
 * The shipment's calculated fields: `subTotal` is of its lines, `total` and `taxTotal` are of lines
 * and shipping.
 */
export function shipmentAmounts(shipping: ShippingFigures, lines: ShippedLines, { exponent }: Terms): ShipmentAmounts {
  const amount = (minor: Minor) => toAmount(minor, exponent)
  return {
    shippingDiscountAmount: amount(shipping.discount),
    shippingSubTotal: amount(shipping.subTotal),
    shippingSubTotalExclTax: amount(shipping.subTotalExclTax),
    shippingTax: amount(shipping.tax),
    shippingTotal: amount(shipping.total),
    subTotal: amount(lines.extended),
    taxTotal: amount(plus(lines.tax, shipping.tax)),
    total: amount(plus(lines.extended, shipping.total)),
  }
}
