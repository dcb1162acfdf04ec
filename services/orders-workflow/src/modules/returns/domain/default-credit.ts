import type { Order } from '@oms/contracts/orders/order'
import type { ReturnOrderForm } from '@oms/contracts/orders/returns/returns'
import { larger, type Minor, minus, plus, smaller, sum, toMinor, ZERO } from '@oms/money/minor'
import { isStatusIn } from '../../../order/rules/context/return-type.ts'
import { amountOf, countingPayments } from '../../../order/rules/payments/authorised-rest.ts'
import { refundedOf } from '../../payments/domain/refund-payers.ts'

type Crediting = { form: ReturnOrderForm; wanted: Minor; canceledStatuses: readonly string[]; exponent: number }

/**
 * What a new form pays back unless its request says otherwise (returns.md#return-creation):
 * `wanted` as far as it is left of what was paid, or is still to be, when refunds without a return
 * and those of the other forms are taken off. A form may round its own refund up beyond that.
 */
export function defaultCredit(order: Order, { form, wanted, canceledStatuses, exponent }: Crediting): Minor {
  const minor = (amount: number | null) => toMinor(amount ?? 0, exponent)
  const paid = larger(amountOf(countingPayments(order, 'Capture', 'Sale', 'Invoiced'), exponent), minor(order.orderForm.total))
  const isCanceled = isStatusIn(canceledStatuses)
  const owed = order.returnOrderForms.map((other) => {
    if (isCanceled(other.status) || !other.creditPayment) return ZERO
    return larger(ZERO, minus(minor(other.creditAmount), refundedOf(order, other, exponent).paidOut))
  })
  const given = plus(amountOf(countingPayments(order, 'Credit'), exponent), sum(owed))
  const rounding = larger(ZERO, minus(minor(form.grossRoundoff), minor(order.orderForm.grossRoundoff)))
  return larger(ZERO, smaller(wanted, plus(minus(paid, given), rounding)))
}
