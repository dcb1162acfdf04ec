import type { Order } from '@open-oms/client/types'

type Totals = Pick<
  Order,
  'subTotal' | 'shippingSubTotal' | 'shippingDiscountTotal' | 'discountTotalIncVat' | 'total' | 'netTotal'
> & {
  orderForm: Pick<Order['orderForm'], 'handlingTotal' | 'grossRoundoff'>
}

export type OrderAmount = { name: 'goods' | 'shipping' | 'handling' | 'discount' | 'rounding'; amount: number }

/**
 * What a total is made of: the amounts add up to `total`, in the currency's units
 * (docs/reference/behaviour/money.md#form-totals).
 */
export function amountsOfTotal(order: Totals): OrderAmount[] {
  // The API gives goods after their discounts, and one sum of all discounts.
  const goods = order.subTotal + order.discountTotalIncVat - order.shippingDiscountTotal
  return [
    { name: 'goods', amount: goods },
    { name: 'shipping', amount: order.shippingSubTotal },
    { name: 'handling', amount: order.orderForm.handlingTotal },
    { name: 'discount', amount: -order.discountTotalIncVat },
    { name: 'rounding', amount: order.orderForm.grossRoundoff ?? 0 },
  ]
}

/** What returns have taken from the total; 0 or less. */
export function returnedAmount({ netTotal, total }: Totals): number {
  return netTotal - total
}
