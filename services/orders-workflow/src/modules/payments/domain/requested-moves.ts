import type { Order } from '@open-oms/contracts/orders/order'
import type { Payment, TransactionType } from '@open-oms/contracts/orders/payment'
import { larger, type Minor, minus, plus, smaller, sum, toMinor, ZERO } from '@open-oms/money/minor'
import {
  authorisedRests,
  capturedRests,
  countingPayments,
  type PaymentRest,
  sumPayments,
  takeFrom,
} from '../../../order/rules/payments/authorised-rest.ts'
import { linePart, type PartAmounts } from '../../../order/rules/payments/paid-parts.ts'
import { isValidAt } from './captures-due.ts'
import {
  amountOfRequests,
  type MovesDue,
  namedMoves,
  OPEN_REQUEST,
  openRequests,
  repeatable,
  repeatedMoves,
  withoutRequests,
} from './money-move.ts'
import { type Payers, takeFromPayers } from './refund-payers.ts'
import { EXCEEDS_CAPTURED } from './refunds-due.ts'

/** The property of a payment that names the request of a person which it is of. */
export const REQUEST_ID = 'RequestId'

const EXCEEDS_AUTHORISED = 'More is asked for than is authorised and left.'

type Moment = { exponent: number; now: string }
/** From which payment something is taken; null: from any. */
type Source = { paymentId: string | null }

/** An amount that a person has asked for, in the main unit of the currency. */
export type AmountOfPayment = Moment & Source & { requestId: string; amount: number }

/**
 * What each captured payment can still refund: requests without a response count as carried out.
 */
export function refundableRests(order: Order, { exponent, paymentId }: Source & Pick<Moment, 'exponent'>): PaymentRest[] {
  const rests = withoutRequests(capturedRests(order, exponent), openRequests(order, 'Credit', exponent))
  return rests.filter(isOf(paymentId))
}

/** What of each valid authorisation can still be captured or given up. */
export function authorisedLeft(order: Order, { exponent, now, paymentId }: Source & Moment): PaymentRest[] {
  const open = [...openRequests(order, 'Capture', exponent), ...openRequests(order, 'Void', exponent)]
  return withoutRequests(authorisedRests(order, exponent).filter(isValidAt(now)), open).filter(isOf(paymentId))
}

/** What can be captured: what the order costs and is not captured, as far as it is authorised. */
export function capturable(order: Order, moment: Source & Moment): Minor {
  const { exponent } = moment
  const captured = sumPayments(countingPayments(order, 'Capture', 'Sale', 'Invoiced'), exponent)
  const open = amountOfRequests(openRequests(order, 'Capture', exponent))
  const unpaid = larger(minus(toMinor(order.netTotal, exponent), plus(captured, open)), ZERO)
  return smaller(unpaid, restsTotal(authorisedLeft(order, moment)))
}

export function restsTotal(rests: readonly PaymentRest[]): Minor {
  return sum(rests.map(({ rest }) => rest))
}

type RefundOf = AmountOfPayment & Pick<Payers, 'allocations'> & { lineItemIds: readonly string[]; isShipping: boolean }

/**
 * What RefundAmount pays back (payments.md#refund-without-a-return): the whole amount or nothing,
 * first from the payments that paid for what it is for.
 */
export function refundMoves(order: Order, { lineItemIds, isShipping, allocations, ...request }: RefundOf): MovesDue {
  const payers = { allocations, exponent: request.exponent }
  return moves(order, request, {
    transactionType: 'Credit',
    lineItemIds,
    exceeds: EXCEEDS_CAPTURED,
    rests: refundableRests(order, request),
    take: (rests, amount) =>
      takeFromPayers(order, rests, {
        amount,
        parts: refundedParts(order, { lineItemIds, isShipping, amount, ...payers }),
        payers,
      }),
  })
}

/** What CaptureAmount captures (payments.md#capture-and-void-by-hand). */
export function captureMoves(order: Order, request: AmountOfPayment): MovesDue {
  return moves(order, request, { ...ofAuthorised(order, request), transactionType: 'Capture' })
}

/** What VoidAmount gives up; the last authorisation first, so that the earlier ones stay whole. */
export function voidMoves(order: Order, request: AmountOfPayment): MovesDue {
  const authorised = ofAuthorised(order, request)
  return moves(order, request, { ...authorised, rests: authorised.rests.toReversed(), transactionType: 'Void' })
}

function ofAuthorised(order: Order, request: AmountOfPayment) {
  return { lineItemIds: [], exceeds: EXCEEDS_AUTHORISED, rests: authorisedLeft(order, request), take: takeFrom }
}

type Taken = { payment: Payment; amount: Minor }[]
type MoveRules = {
  transactionType: TransactionType
  lineItemIds: readonly string[]
  /** Why nothing is moved where there is not enough. */
  exceeds: string
  rests: readonly PaymentRest[]
  take(rests: readonly PaymentRest[], amount: Minor): Taken
}

/** The requests for what is not moved yet of an amount; open ones of the same request first. */
function moves(order: Order, { requestId, amount, exponent }: AmountOfPayment, rules: MoveRules): MovesDue {
  const { transactionType, lineItemIds, exceeds, rests, take } = rules
  const isOwn = ({ properties }: Payment) => properties.some(({ key, value }) => key === REQUEST_ID && value === requestId)
  const done = sumPayments(countingPayments(order, transactionType).filter(isOwn), exponent)
  const open = openRequests(order, transactionType, exponent).filter(({ payment }) => isOwn(payment))
  const { repeated, left } = repeatable(open, minus(toMinor(amount, exponent), done))
  const isUnknown = repeated.length < open.length
  const taken = isUnknown ? [] : take(rests, left)
  const isExceeding = left > sum(taken.map((one) => one.amount))
  const before = plus(done, amountOfRequests(open))
  const purpose = `requested/${requestId}`
  const further = isExceeding ? [] : namedMoves(order, { taken, transactionType, purpose, before, exponent, lineItemIds })
  return {
    moves: [...repeatedMoves(order, repeated, exponent), ...further],
    shortfall: isUnknown ? OPEN_REQUEST : isExceeding ? exceeds : null,
  }
}

type RefundPart = Pick<RefundOf, 'lineItemIds' | 'isShipping' | 'exponent'> & { amount: Minor }

function refundedParts(order: Order, { lineItemIds, isShipping, amount, exponent }: RefundPart): PartAmounts {
  if (isShipping) return new Map([['Shipping', amount]])
  const lines = order.orderForm.lineItems.filter(({ lineItemId }) => lineItemIds.includes(lineItemId))
  return new Map(lines.map(({ lineItemId, extendedPrice }) => [linePart(lineItemId), toMinor(extendedPrice, exponent)]))
}

function isOf(paymentId: string | null): (rest: PaymentRest) => boolean {
  return ({ payment }) => paymentId === null || payment.id === paymentId
}
