import { invalid } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import { LIST_MAX } from '@open-oms/contracts/primitives'
import { collectProblems } from '@open-oms/contracts/problems'
import { currencyExponent } from '@open-oms/money/currency'
import { orderCurrency } from '../../order/rules/context/order-context.ts'
import { assertWritable } from '../../order/rules/context/order-guards.ts'
import type { SavedOrder } from '../../order/rules/order-version.ts'
import { checkPayments, checkRounded, type PaymentInput } from '../../order/rules/payments/new-payments.ts'
import { mergePayments, replacePayments } from '../../order/rules/payments/order-payments.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import type { WriteRequest } from '../../order/write/write-context.ts'
import { editOrder } from '../../order/write/write-orders.ts'

/** The payments of a request, and its caller. */
export type SentPayments = {
  orderId: string
  payments: readonly PaymentInput[]
  /** The path of the list in the body. */
  path: string
  write: WriteRequest
}

type Payments = Pick<SentPayments, 'payments' | 'path'>

/**
 * Refuses payments that are invalid for any order: `ValidationFailed` naming every bad path
 * (payments.md#sent-payments).
 */
function refuseBadPayments({ payments, path }: Payments): void {
  const problems = collectProblems()
  checkPayments(payments, path, problems)
  problems.throwIfAny()
}

/**
 * Refuses payments that round to 0 in the currency of the order: `ValidationFailed` naming every
 * bad path.
 */
function refuseRoundedAway(deps: Pick<OrderDeps, 'config'>, order: Order, { payments, path }: Payments): void {
  const problems = collectProblems()
  checkRounded(payments, { path, exponent: currencyExponent(orderCurrency(order, deps.config())) }, problems)
  problems.throwIfAny()
}

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
