import type { NewPayment, Order } from '@open-oms/client/types'
import { currencyExponent } from '@open-oms/money/currency'
import { type Minor, toAmount, toMinor } from '@open-oms/money/minor'

type Paid = { reference: string; paidDate: string }

/** What an order costs and nobody has paid, in the currency's units. */
export function unpaidAmount({ netTotal, orderForm }: Order, currency: string | null): number {
  const exponent = currencyExponent(currency ?? '')
  const unpaid = toMinor(netTotal, exponent) - toMinor(orderForm.capturedPaymentTotal, exponent)
  return toAmount(Math.max(0, unpaid) as Minor, exponent)
}

/**
 * Whether a payment of the order has the reference: the same one again would change that payment.
 */
export function isKnownReference({ orderForm }: Pick<Order, 'orderForm'>, reference: string): boolean {
  const text = reference.trim()
  return text !== '' && orderForm.payments.some((one) => one.transactionType === 'Sale' && one.transactionId === text)
}

/** Money that was received, as the API takes it. */
export function newPayment({ reference, paidDate, amount, method }: Paid & { amount: number; method: string }): NewPayment {
  return {
    amount,
    paymentMethodName: method,
    transactionId: reference,
    transactionType: 'Sale',
    status: 'Processed',
    paidDate,
    isManuallyAdded: true,
  }
}

/** The payment of an invoice, once that is paid. */
export function paidInvoice(
  { id, amount, paymentMethodName, transactionId, transactionType }: Order['orderForm']['payments'][number],
  { reference, paidDate }: Paid,
): NewPayment {
  const comment = reference === '' ? {} : { comment: reference }
  return { id, amount, paymentMethodName, transactionId, transactionType, status: 'Paid', paidDate, ...comment }
}
