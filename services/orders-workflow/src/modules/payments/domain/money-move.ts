import type { Order } from '@open-oms/contracts/orders/order'
import { EXCHANGE_METHOD, type Payment, type TransactionType } from '@open-oms/contracts/orders/payment'
import { larger, type Minor, minus, plus, sum, toAmount, toMinor, ZERO } from '@open-oms/money/minor'
import type { PaymentRest } from '../../../order/rules/payments/authorised-rest.ts'

/** An amount to move by one request to a provider. */
export type MoneyMove = {
  /**
   * The authorisation to capture or void, or the payment to refund; null for a new authorisation.
   */
  source: Payment | null
  paymentMethodName: string | null
  /** In the main unit of the currency. */
  amount: number
  effect: Effect
  lineItemIds: readonly string[]
}

/**
 * What the idempotency key of a request follows from: the name of a new effect, of which
 * `effectKey` (workflow/steps/effect-key.ts) makes the key, so that equal names are the same effect
 * (payments.md#capture-idempotency), or the key of the equal request without a response that it
 * repeats.
 */
export type Effect = { name: string } | { repeats: string }

/** The amounts to move, and why the rest cannot be moved, as a sentence. */
export type MovesDue = { moves: MoneyMove[]; shortfall: string | null }

export const OPEN_REQUEST =
  'An earlier request had no response. It was for more than is due now, and may have been carried out: its outcome has to be entered first.'

/**
 * An open request: it has no response, the provider may have carried it out, and only the same one
 * may follow.
 */
export type OpenRequest = { payment: Payment; amount: Minor; idempotencyKey: string }

/** The id of a payment of a request: its type, and the 40 hexadecimal digits of an effect key. */
const REQUEST_ID = /^[a-z]+-([0-9a-f]{40})$/

/** The id of the payment that stores the outcome of a request. */
export function toPaymentId(type: TransactionType, idempotencyKey: string): string {
  return `${type.toLowerCase()}-${idempotencyKey}`
}

/** The open requests of a type: failed payments without a transaction of the provider, by id. */
export function openRequests(order: Order, type: TransactionType, exponent: number): OpenRequest[] {
  return order.orderForm.payments.flatMap((payment) => {
    const isOpen = payment.status === 'Failed' && payment.transactionType === type && !payment.transactionId
    const idempotencyKey = isOpen ? REQUEST_ID.exec(payment.id ?? '')?.[1] : undefined
    if (idempotencyKey === undefined || payment.id !== toPaymentId(type, idempotencyKey)) return []
    return [{ payment, amount: toMinor(payment.amount, exponent), idempotencyKey }]
  })
}

export function amountOfRequests(open: readonly OpenRequest[]): Minor {
  return sum(open.map(({ amount }) => amount))
}

/** The requests that can be repeated within an amount, and the amount that remains. */
export function repeatable(open: readonly OpenRequest[], due: Minor): { repeated: OpenRequest[]; left: Minor } {
  let left = larger(due, ZERO)
  const repeated = open.filter(({ amount }) => {
    if (amount > left) return false
    left = minus(left, amount)
    return true
  })
  return { repeated, left }
}

/** The remaining amounts if all these requests were carried out. */
export function withoutRequests(rests: readonly PaymentRest[], open: readonly OpenRequest[]): PaymentRest[] {
  return rests.map(({ payment, rest }) => {
    const taken = open.filter((request) => request.payment.internalReference === payment.id)
    return { payment, rest: larger(minus(rest, amountOfRequests(taken)), ZERO) }
  })
}

/** The moves that repeat requests. */
export function repeatedMoves(order: Order, repeated: readonly OpenRequest[], exponent: number): MoneyMove[] {
  return repeated.map(({ payment, amount, idempotencyKey }) => ({
    source: order.orderForm.payments.find(({ id }) => id !== null && id === payment.internalReference) ?? null,
    paymentMethodName: payment.paymentMethodName,
    amount: toAmount(amount, exponent),
    effect: { repeats: idempotencyKey },
    lineItemIds: payment.orderLineReferences.flatMap(({ lineItemId }) => (lineItemId === null ? [] : [lineItemId])),
  }))
}

/** The property of a Sale of method Exchange that names the method by which it is refunded. */
export const REFUND_METHOD = 'RefundPaymentMethodName'

/**
 * The method by which a payment is refunded: its own; of the settlement of an exchange that of the
 * payment which paid for the returned goods (returns.md#exchange-settlement).
 */
export function refundMethodName({ paymentMethodName, properties }: Payment): string | null {
  if (paymentMethodName !== EXCHANGE_METHOD) return paymentMethodName
  return properties.find(({ key }) => key === REFUND_METHOD)?.value ?? paymentMethodName
}

export type EffectNameInput = {
  taken: readonly { payment: Payment; amount: Minor }[]
  transactionType: TransactionType
  /** The purpose of the effect, as a part of its name. */
  purpose: string
  /** The amount moved before for the same purpose, open requests included. */
  before: Minor
  exponent: number
  lineItemIds?: readonly string[]
}

/**
 * Names each move by the cumulative amount after it. Requested again after a refusal it is a new
 * effect. The provider's reference is a part of the name: an order that reuses the id of a purged
 * one, and its payment ids, moves other money.
 */
export function namedMoves(order: Order, naming: EffectNameInput): MoneyMove[] {
  const { taken, transactionType, purpose, before, exponent, lineItemIds = [] } = naming
  let cumulative = before
  return taken.map(({ payment, amount }) => {
    cumulative = plus(cumulative, amount)
    const refusals = refusedPayments(order, transactionType).filter(({ internalReference }) => internalReference === payment.id)
    return {
      source: payment,
      paymentMethodName: refundMethodName(payment),
      amount: toAmount(amount, exponent),
      effect: { name: `${order.id}/${purpose}/${cumulative}/${payment.id}/${refusals.length}/${payment.transactionId ?? ''}` },
      lineItemIds,
    }
  })
}

/** The requests that a provider refused; they have a transaction id, open ones have none. */
export function refusedPayments(order: Order, type: TransactionType): Payment[] {
  return order.orderForm.payments.filter(
    ({ status, transactionType, transactionId }) => status === 'Failed' && transactionType === type && !!transactionId,
  )
}
