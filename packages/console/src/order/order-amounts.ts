import type { Order } from '@open-oms/client/types'

type Totals = Pick<
  Order,
  'subTotal' | 'shippingSubTotal' | 'shippingDiscountTotal' | 'discountTotalIncVat' | 'total' | 'netTotal'
> & {
  orderForm: Pick<Order['orderForm'], 'handlingTotal' | 'grossRoundoff'> & {
    lineItems: Pick<Order['orderForm']['lineItems'][number], 'quantity' | 'canceledQuantity'>[]
  }
}

export type OrderAmount = { name: 'goods' | 'shipping' | 'handling' | 'discount' | 'rounding'; amount: number }

/**
 * What a total is made of: the amounts add up to `total`, in the currency's units. Handling and
 * rounding of an order that is cancelled whole are no part of it
 * (docs/reference/behaviour/money.md#form-totals,
 * docs/reference/behaviour/money.md#cancelled-charges).
 */
export function amountsOfTotal(order: Totals): OrderAmount[] {
  // The API gives goods after their discounts, and one sum of all discounts.
  const goods = order.subTotal + order.discountTotalIncVat - order.shippingDiscountTotal
  const { lineItems, handlingTotal, grossRoundoff } = order.orderForm
  const isCanceled = lineItems.length > 0 && lineItems.every((line) => line.canceledQuantity >= line.quantity)
  return [
    { name: 'goods', amount: goods },
    { name: 'shipping', amount: order.shippingSubTotal },
    { name: 'handling', amount: isCanceled ? 0 : handlingTotal },
    { name: 'discount', amount: -order.discountTotalIncVat },
    { name: 'rounding', amount: isCanceled ? 0 : (grossRoundoff ?? 0) },
  ]
}

/** What returns have taken from the total; 0 or less. */
export function returnedAmount({ netTotal, total }: Totals): number {
  return netTotal - total
}
