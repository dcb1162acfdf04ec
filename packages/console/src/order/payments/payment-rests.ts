import type { Order } from '@open-oms/client/types'
import { currencyExponent } from '@open-oms/money/currency'
import { type Minor, minus, plus, smaller, toAmount, toMinor, ZERO } from '@open-oms/money/minor'

type Payment = Order['orderForm']['payments'][number]

/**
 * What has become of the money of a payment, in the currency's units. Null: that does not happen to
 * its kind.
 */
export type PaymentRest = Pick<Payment, 'id' | 'transactionType' | 'paymentMethodName'> & {
  authorised: number | null
  captured: number
  refunded: number | null
  /** What of it can still be captured, or refunded once it is captured. */
  open: number
}

/**
 * Whether the money of a payment counts (docs/reference/behaviour/payments.md#transaction-types).
 */
export function counts({ status }: Pick<Payment, 'status'>): boolean {
  return status === 'Processed' || status === 'Paid' || status === 'Approved'
}

/** Whether a payment has brought money in. */
export function isCapture({ transactionType }: Pick<Payment, 'transactionType'>): boolean {
  return transactionType === 'Capture' || transactionType === 'Sale' || transactionType === 'Invoiced'
}

/**
 * Each payment that money can be taken from, the authorisations first, with what later payments
 * have taken (docs/reference/behaviour/payments.md#authorised-rest).
 */
export function paymentRests({ orderForm }: Pick<Order, 'orderForm'>, currency: string | null): PaymentRest[] {
  const exponent = currencyExponent(currency ?? '')
  const amount = (minor: Minor) => toAmount(minor, exponent)
  const payments = orderForm.payments.filter(counts)
  const ofType = (...types: readonly string[]) => payments.filter(({ transactionType }) => types.includes(transactionType))
  const authorisations = paymentRemainders(ofType('Authorization'), ofType('Capture', 'Void'), exponent)
  const captures = paymentRemainders(payments.filter(isCapture), ofType('Credit'), exponent)
  return [
    ...authorisations.map(({ payment, rest, taken }) => ({
      ...paymentIdentity(payment),
      authorised: amount(minus(plus(rest, taken.all), taken.voided)),
      captured: amount(minus(taken.all, taken.voided)),
      refunded: null,
      open: amount(rest),
    })),
    ...captures.map(({ payment, rest, taken }) => ({
      ...paymentIdentity(payment),
      authorised: null,
      captured: amount(plus(rest, taken.all)),
      refunded: amount(taken.all),
      open: amount(rest),
    })),
  ]
}

function paymentIdentity({ id, transactionType, paymentMethodName }: Payment) {
  return { id, transactionType, paymentMethodName }
}

type Rest = { payment: Payment; rest: Minor; taken: { all: Minor; voided: Minor } }

/**
 * Later payments take from the one that they name; those that name none, and what is too much for
 * it, from the first with a rest.
 */
function paymentRemainders(payments: readonly Payment[], later: readonly Payment[], exponent: number): Rest[] {
  const rests = payments.map((payment): Rest => {
    return { payment, rest: toMinor(payment.amount, exponent), taken: { all: ZERO, voided: ZERO } }
  })
  const unnamed = later.map((taking) => {
    const amount = toMinor(taking.amount, exponent)
    const named = namedRest(rests, taking)
    return { taking, amount: named === undefined ? amount : minus(amount, take(named, taking, amount)) }
  })
  for (const { taking, amount } of unnamed) {
    let left = amount
    for (const one of rests) left = minus(left, take(one, taking, left))
  }
  return rests
}

/** Takes at most what is left, and returns how much that was. */
function take(from: Rest, { transactionType }: Payment, amount: Minor): Minor {
  const taken = smaller(amount, from.rest)
  const voided = transactionType === 'Void' ? taken : ZERO
  from.rest = minus(from.rest, taken)
  from.taken = { all: plus(from.taken.all, taken), voided: plus(from.taken.voided, voided) }
  return taken
}

/**
 * The payment that a later one names: by reference, else by transaction, for a refund also by the
 * invoice.
 */
function namedRest(rests: readonly Rest[], { internalReference, transactionId, transactionType, invoiceId }: Payment) {
  if (internalReference !== null) return rests.find(({ payment }) => payment.id === internalReference)
  const ofTransaction = transactionId ? rests.find(({ payment }) => payment.transactionId === transactionId) : undefined
  if (ofTransaction !== undefined || transactionType !== 'Credit' || !invoiceId) return ofTransaction
  return rests.find(({ payment }) => payment.invoiceId === invoiceId)
}
