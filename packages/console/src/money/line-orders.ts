import type { LedgerLine, Order } from '@open-oms/client/types'

type Line = Pick<LedgerLine, 'category' | 'description' | 'invoiceNumber'>
export type CandidateOrder = Pick<Order, 'id' | 'orderNumber'> & {
  orderForm: { payments: readonly Pick<Order['orderForm']['payments'][number], 'invoiceId' | 'paymentMethodName'>[] }
}

const ofMethods: readonly LedgerLine['category'][] = ['PaymentMethod', 'RefundPaymentMethod', 'PaymentProviderFee']

/**
 * The orders of a posting that a line can be of. A receivable is of one order, a line of a payment
 * method of the orders that were paid by it; other lines sum what all orders sold
 * (postings.md#posting-accounts).
 */
export function ordersOfLine<O extends CandidateOrder>(line: Line, orders: readonly O[]): readonly O[] {
  // A description ends with what the line is about: an order, or a method.
  const parts = line.description?.split(', ') ?? []
  const named = orders.filter(({ id, orderNumber }) => parts.includes(`order ${orderNumber ?? id}`))
  if (named.length > 0) return named
  const invoiced = orders.filter(({ orderForm }) => orderForm.payments.some((one) => isOfInvoice(one.invoiceId, line)))
  if (invoiced.length > 0) return invoiced
  if (!ofMethods.includes(line.category)) return orders
  const paid = orders.filter(({ orderForm }) =>
    orderForm.payments.some(({ paymentMethodName }) => paymentMethodName !== null && parts.includes(paymentMethodName)),
  )
  return paid.length > 0 ? paid : orders
}

function isOfInvoice(invoiceId: string | null, { invoiceNumber }: Line): boolean {
  return invoiceNumber !== null && invoiceId === invoiceNumber
}
