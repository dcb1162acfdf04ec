import { completer } from '@open-oms/contracts/complete'
import { Payment } from '@open-oms/contracts/orders/payment'
import type { InputOf } from '@open-oms/contracts/primitives'
import type { Problems } from '@open-oms/contracts/problems'
import { toMinor } from '@open-oms/money/minor'

export type PaymentInput = InputOf<Payment>

const complete = completer(Payment)

/** Checks payments that a client sends (payments.md#sent-payments). `path` names the list. */
export function checkPayments(payments: readonly PaymentInput[], path: string, problems: Problems): void {
  for (const [index, payment] of payments.entries()) {
    const at = `${path}[${index}]`
    if (!payment.paymentMethodName) problems.add(`${at}.paymentMethodName`, 'is required')
    if (payment.transactionId === undefined) problems.add(`${at}.transactionId`, 'is required')
    if (payment.transactionType === undefined) problems.add(`${at}.transactionType`, 'is required')
    if (payment.status === undefined) problems.add(`${at}.status`, 'is required')
    checkAmount(payment, at, problems)
  }
}

function checkAmount(payment: PaymentInput, at: string, problems: Problems): void {
  if (payment.amount === undefined) problems.add(`${at}.amount`, 'is required')
  else if (payment.transactionType === 'Void' ? payment.amount < 0 : payment.amount <= 0)
    problems.add(`${at}.amount`, 'must be above 0')
}

/**
 * Checks that amounts are still above 0 when they are rounded to the currency of the order
 * (money.md#rounding, payments.md#sent-payments); a Void may be 0. `exponent` is the currency's.
 * `path` names the list.
 */
export function checkRounded(
  payments: readonly PaymentInput[],
  { path, exponent }: { path: string; exponent: number },
  problems: Problems,
): void {
  for (const [index, { amount = 0, transactionType }] of payments.entries()) {
    if (transactionType !== 'Void' && amount > 0 && toMinor(amount, exponent) === 0)
      problems.add(`${path}[${index}].amount`, 'is 0 in the currency of the order')
  }
}

export type PaymentContext = { now: string; newId: () => string }

/** The payment with an id and a creation time where none was sent. */
function withIdentity(input: PaymentInput, { now, newId }: PaymentContext): PaymentInput {
  return { ...input, id: input.id ? input.id : newId(), created: input.created ?? now }
}

/** The complete payment of what a client sends. */
export function newPayment(input: PaymentInput, context: PaymentContext): Payment {
  return complete(withIdentity(input, context))
}
