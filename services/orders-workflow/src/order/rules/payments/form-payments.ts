import type { Payment } from '@open-oms/contracts/orders/payment'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import { paymentFinder } from './order-payments.ts'

/**
 * The return forms with their payments as the order has them (returns.md#payments-of-a-return): a
 * refund that bounced is on no form as paid back. Payments that the order does not have stay.
 */
export function withOrderPayments(forms: ReturnOrderForm[], payments: readonly Payment[]): ReturnOrderForm[] {
  const ofForms = forms.flatMap((form) => form.payments)
  if (ofForms.length === 0) return forms
  const indexIn = paymentFinder(ofForms)
  return forms.map((form) => ({
    ...form,
    payments: form.payments.map((payment) => payments[indexIn(payments, payment)] ?? payment),
  }))
}
