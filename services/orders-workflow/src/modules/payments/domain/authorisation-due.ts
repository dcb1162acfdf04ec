import type { Order } from '@oms/contracts/orders/order'
import { larger, minus, smaller, sum, toAmount, toMinor, ZERO } from '@oms/money/minor'
import { amountOf, authorisedRests, countingPayments } from '../../../order/payments/authorised-rest.ts'
import { amountOfRequests, type MovesDue, openRequests, refusalsOf, repeatable, repeatedMoves, UNANSWERED } from './money-move.ts'
import { isValidAt, type MoneyScope } from './money-to-move.ts'

type Scope = Omit<MoneyScope, 'shipmentId'> & { paymentMethodName: string | null }

/**
 * What AuthorizePayment asks for (payments.md#amount-to-authorise): the order's netTotal less what is covered, by captures that are not paid back and by
 * authorisations that hold. A new authorisation is named by all that is authorised after it.
 */
export function authorisationDue(order: Order, { exponent, now, paymentMethodName }: Scope): MovesDue {
  const valid = authorisedRests(order, exponent).filter(isValidAt(now))
  const captured = amountOf(countingPayments(order, 'Capture', 'Sale', 'Invoiced'), exponent)
  const credited = amountOf(countingPayments(order, 'Credit'), exponent)
  const covered = sum([...valid.map(({ rest }) => rest), larger(minus(captured, credited), ZERO)])
  const due = larger(minus(toMinor(order.netTotal, exponent), covered), ZERO)
  const open = openRequests(order, 'Authorization', exponent)
  const { repeated, left } = repeatable(open, due)
  const further = smaller(left, larger(minus(due, amountOfRequests(open)), ZERO))
  const cumulative = sum([amountOf(countingPayments(order, 'Authorization'), exponent), amountOfRequests(open), further])
  const refusals = refusalsOf(order, 'Authorization').length
  const move = {
    source: null,
    paymentMethodName,
    amount: toAmount(further, exponent),
    // The creation tells the order from a purged one of the same id.
    name: `${order.id}/authorize/${cumulative}/${refusals}/${order.created}`,
    repeats: null,
    lineItemIds: [],
  }
  return {
    moves: [...repeatedMoves(order, repeated, exponent), ...(further > 0 ? [move] : [])],
    shortfall: left > further ? UNANSWERED : null,
  }
}

/** How an order is paid where nothing else says it: as its first authorisation, else as its first payment. */
export function usualPaymentMethod(order: Order): string | null {
  const { payments } = order.orderForm
  const authorised = payments.find(
    ({ transactionType, paymentMethodName }) => transactionType === 'Authorization' && paymentMethodName,
  )
  return (authorised ?? payments.find(({ paymentMethodName }) => paymentMethodName))?.paymentMethodName ?? null
}
