import type { Order } from '@open-oms/contracts/orders/order'
import { EXCHANGE_METHOD } from '@open-oms/contracts/orders/payment'

const isMark = (text: unknown): text is string => typeof text === 'string' && text.startsWith('m-')

/**
 * The marks of requests in an order, each with how often it is in the place where it is most often:
 * once, when its request had one effect.
 */
export function marksOf(order: Order): Map<string, number> {
  const { orderForm, properties, orderNotes, returnOrderForms, holds = [] } = order
  const places: unknown[][] = [
    properties.map(({ value }) => value),
    orderNotes.map(({ detail }) => detail),
    holds.map(({ note }) => note),
    holds.map(({ releaseNote }) => releaseNote),
    orderForm.lineItems.map(({ replacementReason }) => replacementReason),
    // What an exchange settles names the transaction of the order that gave it up.
    orderForm.payments.flatMap((one) => (one.paymentMethodName === EXCHANGE_METHOD ? [] : [one.transactionId])),
    orderForm.payments.filter(({ transactionType }) => transactionType === 'Credit').map(({ comment }) => comment),
    orderForm.shipments.map(({ shipmentId }) => shipmentId),
    returnOrderForms.map(({ returnComment }) => returnComment),
    [orderForm.cartId],
  ]
  const marks = new Map<string, number>()
  for (const place of places) {
    const counts = new Map<string, number>()
    for (const text of place) if (isMark(text)) counts.set(text, (counts.get(text) ?? 0) + 1)
    for (const [mark, count] of counts) marks.set(mark, Math.max(count, marks.get(mark) ?? 0))
  }
  return marks
}
