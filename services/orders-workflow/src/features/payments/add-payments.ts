import { invalid } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import { LIST_MAX } from '@oms/contracts/primitives'
import { currencyExponent } from '@oms/money/currency'
import type { Deps } from '../../deps.ts'
import { checkPayments, checkRounded, newPayment, type PaymentInput } from '../../domain/new-payments.ts'
import { currencyOf } from '../../domain/order-context.ts'
import { assertWritable } from '../../domain/order-guards.ts'
import { mergePayments } from '../../domain/order-payments.ts'
import { collectProblems } from '../../domain/problems.ts'
import { changeOrder, type SavedOrder, type WriteRequest } from '../../persistence/change-order.ts'

export type AddPayments = {
  orderId: string
  payments: readonly PaymentInput[]
  /** Where the list is in the body. */
  path: string
  write: WriteRequest
}

/**
 * Adds payments, or updates those that the order has already under the same natural key (4-decisions B.5, K.4). Raises
 * `ValidationFailed`, `NotFound`, `Forbidden`, `VersionConflict`, `OrderIsReadOnly`, `OrderIsDeleted`.
 */
export async function addPayments(deps: Deps, { orderId, payments, path, write }: AddPayments): Promise<SavedOrder> {
  const problems = collectProblems()
  checkPayments(payments, path, problems)
  problems.throwIfAny()
  return changeOrder(deps, {
    ...write,
    orderId,
    apply(order, now) {
      assertWritable(order)
      refuseRoundedAway(deps, order, { payments, path })
      const merged = mergePayments(
        order.orderForm.payments,
        payments.map((payment) => newPayment(payment, { now, newId: deps.newId })),
      )
      if (merged.length > LIST_MAX) throw invalid(path, `would give the order more than ${LIST_MAX} payments`)
      return { ...order, orderForm: { ...order.orderForm, payments: merged } }
    },
  })
}

function refuseRoundedAway(
  { config }: Pick<Deps, 'config'>,
  order: Order,
  { payments, path }: Pick<AddPayments, 'payments' | 'path'>,
): void {
  const problems = collectProblems()
  checkRounded(payments, { path, exponent: currencyExponent(currencyOf(order, config())) }, problems)
  problems.throwIfAny()
}
