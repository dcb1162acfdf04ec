import { invalid } from '@oms/contracts/errors'
import { LIST_MAX } from '@oms/contracts/primitives'
import { assertWritable } from '../../order/rules/context/order-guards.ts'
import type { SavedOrder } from '../../order/rules/order-version.ts'
import { mergePayments } from '../../order/rules/payments/order-payments.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { editOrder } from '../../order/write/write-orders.ts'
import { refuseBadPayments, refuseRoundedAway, type SentPayments } from './sent-payments.ts'

/**
 * Adds payments, or updates those that the order has already under the same natural key
 * (payments.md#payment-identity, payments.md#sent-payments). Raises `ValidationFailed`, `NotFound`,
 * `Forbidden`, `VersionConflict`, `OrderIsReadOnly`, `OrderIsDeleted`.
 */
export async function addPayments(deps: OrderDeps, { orderId, write, ...sent }: SentPayments): Promise<SavedOrder> {
  const { payments, path } = sent
  refuseBadPayments(sent)
  return editOrder({ deps, write }, orderId, (order, now) => {
    assertWritable(order)
    refuseRoundedAway(deps, order, sent)
    const merged = mergePayments(order.orderForm.payments, payments, { now, newId: deps.newId })
    if (merged.length > LIST_MAX) throw invalid(path, `would give the order more than ${LIST_MAX} payments`)
    return { ...order, orderForm: { ...order.orderForm, payments: merged } }
  })
}
