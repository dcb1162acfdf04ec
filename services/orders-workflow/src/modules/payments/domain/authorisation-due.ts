import type { Order } from '@open-oms/contracts/orders/order'
import { larger, minus, smaller, sum, toAmount, toMinor, ZERO } from '@open-oms/money/minor'
import { authorisedRests, countingPayments, sumPayments } from '../../../order/rules/payments/authorised-rest.ts'
import { isValidAt, type MoneyScope } from './captures-due.ts'
import {
  amountOfRequests,
  type MovesDue,
  OPEN_REQUEST,
  openRequests,
  refusedPayments,
  repeatable,
  repeatedMoves,
} from './money-move.ts'

type Scope = Omit<MoneyScope, 'shipmentId'> & { paymentMethodName: string | null }

/**
 * The amount that AuthorizePayment requests (payments.md#amount-to-authorise): the order's netTotal
 * less captures that are not refunded and valid authorisations. A new authorisation is named by the
 * cumulative authorised amount.
 */
export function authorisationDue(order: Order, { exponent, now, paymentMethodName }: Scope): MovesDue {
  const valid = authorisedRests(order, exponent).filter(isValidAt(now))
  const captured = sumPayments(countingPayments(order, 'Capture', 'Sale', 'Invoiced'), exponent)
  const credited = sumPayments(countingPayments(order, 'Credit'), exponent)
  const covered = sum([...valid.map(({ rest }) => rest), larger(minus(captured, credited), ZERO)])
  const due = larger(minus(toMinor(order.netTotal, exponent), covered), ZERO)
  const open = openRequests(order, 'Authorization', exponent)
  const { repeated, left } = repeatable(open, due)
  const further = smaller(left, larger(minus(due, amountOfRequests(open)), ZERO))
  const cumulative = sum([sumPayments(countingPayments(order, 'Authorization'), exponent), amountOfRequests(open), further])
  const refusals = refusedPayments(order, 'Authorization').length
  const move = {
    source: null,
    paymentMethodName,
    amount: toAmount(further, exponent),
    // The creation time distinguishes the order from a purged one with the same id.
    effect: { name: `${order.id}/authorize/${cumulative}/${refusals}/${order.created}` },
    lineItemIds: [],
  }
  return {
    moves: [...repeatedMoves(order, repeated, exponent), ...(further > 0 ? [move] : [])],
    shortfall: left > further ? OPEN_REQUEST : null,
  }
}

/**
 * The default payment method of an order: that of its first authorisation, else of its first
 * payment.
 */
export function usualPaymentMethod(order: Order): string | null {
  const { payments } = order.orderForm
  const authorised = payments.find(
    ({ transactionType, paymentMethodName }) => transactionType === 'Authorization' && paymentMethodName,
  )
  return (authorised ?? payments.find(({ paymentMethodName }) => paymentMethodName))?.paymentMethodName ?? null
}
