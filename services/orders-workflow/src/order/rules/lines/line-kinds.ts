import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { BreakdownKind } from '@open-oms/contracts/orders/payment-event-data'

/** What a line is: it decides tax and discounts everywhere (money.md#kinds-of-lines). */
export type LineKind = {
  /** What payments pay for with it. */
  breakdown: BreakdownKind
  /** False: it has no tax, whatever its rate is. */
  isTaxed: boolean
  /** False: it neither adds to the base of order discounts nor takes a share of them. */
  isDiscounted: boolean
  isRental: boolean
}

const goods: LineKind = { breakdown: 'Sales', isTaxed: true, isDiscounted: true, isRental: false }

/** By product type in lower case; any other type is goods. */
const kinds: ReadonlyMap<string, LineKind> = new Map([
  // A voucher for anything is money kept for the customer: its tax is due when it is used.
  ['giftcard', { breakdown: 'GiftCard', isTaxed: false, isDiscounted: false, isRental: false }],
  ['tip', { breakdown: 'Tip', isTaxed: false, isDiscounted: false, isRental: false }],
  ['fee', { breakdown: 'Fee', isTaxed: true, isDiscounted: true, isRental: false }],
  ['rental', { breakdown: 'Sales', isTaxed: true, isDiscounted: true, isRental: true }],
])

type LineProductType = Pick<OrderLine, 'productType'>

/** What a line is, by its `productType` in any letter case. */
export function lineKind({ productType }: LineProductType): LineKind {
  return kinds.get((productType ?? '').trim().toLowerCase()) ?? goods
}

/**
 * The tax rate of a line in percent, by the market's rate where it has none; null where it has no
 * tax (money.md#tax).
 */
export function lineTaxRate(line: LineProductType & Pick<OrderLine, 'taxRate'>, marketRate: number): number | null {
  return lineKind(line).isTaxed ? (line.taxRate ?? marketRate) : null
}
