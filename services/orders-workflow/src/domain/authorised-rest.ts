import type { Order } from '@oms/contracts/orders/order'
import type { Payment, TransactionType } from '@oms/contracts/orders/payment'
import { larger, type Minor, minus, smaller, sum, toMinor, ZERO } from '@oms/money/minor'
import { isEffective } from './payment-totals.ts'

/** An authorisation with what of it is neither captured nor voided. */
export type AuthorisedRest = { authorization: Payment; rest: Minor }

/** The payments of these types that count (4-decisions D.6). */
export function countingPayments(order: Order, ...types: readonly TransactionType[]): Payment[] {
  return order.orderForm.payments.filter(
    (payment) => isEffective(payment) && types.includes(payment.transactionType as TransactionType),
  )
}

export function amountOf(payments: readonly Payment[], exponent: number): Minor {
  return sum(payments.map((payment) => toMinor(payment.amount, exponent)))
}

/**
 * What is left of each authorisation. Captures and voids are taken from the authorisation that they name, by `internalReference` or by
 * the same transaction id; those that name none, and what exceeds the one they name, from the first ones that have something left.
 */
export function authorisedRests(order: Order, exponent: number): AuthorisedRest[] {
  const rests = countingPayments(order, 'Authorization').map((authorization) => ({
    authorization,
    rest: toMinor(authorization.amount, exponent),
  }))
  let unnamed = ZERO
  for (const payment of countingPayments(order, 'Capture', 'Void')) {
    const amount = toMinor(payment.amount, exponent)
    const named = rests.find(({ authorization }) => isOf(payment, authorization))
    const taken = named === undefined ? ZERO : smaller(amount, named.rest)
    if (named !== undefined) named.rest = minus(named.rest, taken)
    unnamed = sum([unnamed, minus(amount, taken)])
  }
  return rests.map(({ authorization, rest }) => {
    const taken = smaller(unnamed, rest)
    unnamed = minus(unnamed, taken)
    return { authorization, rest: minus(rest, taken) }
  })
}

function isOf(payment: Payment, authorization: Payment): boolean {
  if (payment.internalReference !== null) return payment.internalReference === authorization.id
  return !!payment.transactionId && payment.transactionId === authorization.transactionId
}

/** Takes an amount from the rests, the first ones first: what is taken of each. */
export function takeFrom(rests: readonly AuthorisedRest[], amount: Minor): { authorization: Payment; amount: Minor }[] {
  let open = larger(amount, ZERO)
  return rests.flatMap(({ authorization, rest }) => {
    const taken = smaller(open, rest)
    open = minus(open, taken)
    return taken > 0 ? [{ authorization, amount: taken }] : []
  })
}
