import type { Order } from '@oms/contracts/orders/order'
import { collectProblems } from '@oms/contracts/problems'
import { currencyExponent } from '@oms/money/currency'
import { orderCurrency } from '../../order/rules/context/order-context.ts'
import { checkPayments, checkRounded, type PaymentInput } from '../../order/rules/payments/new-payments.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import type { WriteRequest } from '../../order/write/write-context.ts'

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
export function refuseBadPayments({ payments, path }: Payments): void {
  const problems = collectProblems()
  checkPayments(payments, path, problems)
  problems.throwIfAny()
}

/**
 * Refuses payments that round to 0 in the currency of the order: `ValidationFailed` naming every
 * bad path.
 */
export function refuseRoundedAway(deps: Pick<OrderDeps, 'config'>, order: Order, { payments, path }: Payments): void {
  const problems = collectProblems()
  checkRounded(payments, { path, exponent: currencyExponent(orderCurrency(order, deps.config())) }, problems)
  problems.throwIfAny()
}
