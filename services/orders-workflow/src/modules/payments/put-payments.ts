import { assertWritable } from '../../order/rules/context/order-guards.ts'
import type { SavedOrder } from '../../order/rules/order-version.ts'
import { replacePayments } from '../../order/rules/payments/order-payments.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { editOrder } from '../../order/write/write-orders.ts'
import { refuseBadPayments, refuseRoundedAway, type SentPayments } from './sent-payments.ts'

/**
 * Replaces all payments of an order; none removes them all (payments.md#replaced-payments,
 * payments.md#sent-payments). Raises `ValidationFailed`, `NotFound`, `Forbidden`,
 * `VersionConflict`, `OrderIsReadOnly`, `OrderIsDeleted`.
 */
export async function putPayments(deps: OrderDeps, { orderId, write, ...sent }: SentPayments): Promise<SavedOrder> {
  refuseBadPayments(sent)
  return editOrder({ deps, write }, orderId, (order, now) => {
    assertWritable(order)
    refuseRoundedAway(deps, order, sent)
    const payments = replacePayments(order.orderForm.payments, sent.payments, { now, newId: deps.newId })
    return { ...order, orderForm: { ...order.orderForm, payments } }
  })
}
