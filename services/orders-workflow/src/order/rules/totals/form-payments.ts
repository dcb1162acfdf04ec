import type { Payment } from '@open-oms/contracts/orders/payment'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'

/**
 * The return forms with their payments as the order has them (returns.md#payments-of-a-return): a
 * refund that bounced is on no form as paid back. Payments that the order does not have stay.
 */
export function withOrderPayments(forms: ReturnOrderForm[], payments: readonly Payment[]): ReturnOrderForm[] {
  const named = new Set(forms.flatMap((form) => form.payments.flatMap(({ id }) => id || [])))
  if (forms.every((form) => form.payments.length === 0)) return forms
  const byId = new Map(payments.map((payment) => [payment.id || null, payment]))
  const unnamed = payments.filter(({ id }) => !id || !named.has(id))
  const ofTransaction = ({ transactionId, transactionType }: Payment): Payment | undefined => {
    const isSame = (one: Payment) => one.transactionId === transactionId && one.transactionType === transactionType
    const position = transactionId ? unnamed.findIndex(isSame) : -1
    return position < 0 ? undefined : unnamed.splice(position, 1)[0]
  }
  const stored = (payment: Payment) => (payment.id ? byId.get(payment.id) : undefined) ?? ofTransaction(payment) ?? payment
  return forms.map((form) => ({ ...form, payments: form.payments.map(stored) }))
}
