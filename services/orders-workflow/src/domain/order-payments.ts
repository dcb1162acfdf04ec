import type { Payment } from '@oms/contracts/orders/payment'
import { newPayment, type PaymentContext, type PaymentInput } from './new-payments.ts'

/**
 * The payments with some more, as AddPayments and the workflow add them (4-decisions B.5, K.4). A payment that is there already is updated
 * in its place, and what is sent twice is one payment; new ones come last. An update keeps id and creation, and every
 * member of which it says nothing: adding a payment again never makes a second one and never loses a part of the first.
 */
export function mergePayments(existing: readonly Payment[], sent: readonly Payment[]): Payment[] {
  const payments = [...existing]
  for (const payment of sent) {
    const place = placeOf(payments, payment)
    const known = payments[place]
    if (known === undefined) payments.push(payment)
    else payments[place] = updated(known, payment)
  }
  return payments
}

/**
 * The payments that replace all others (4-decisions K.4). Ids that are sent are kept. A payment that is sent without one and that the order
 * has already keeps its id, and each keeps its creation: else it would be told, and booked, a second time. What is sent twice is one payment.
 */
export function replacePayments(existing: readonly Payment[], sent: readonly PaymentInput[], context: PaymentContext): Payment[] {
  const left = [...existing]
  const payments = sent.map((input) => {
    const payment = newPayment(input, context)
    const place = placeOfSame(left, { payment, input })
    const [known] = place < 0 ? [] : left.splice(place, 1)
    if (known === undefined) return payment
    return { ...payment, id: input.id || known.id, created: input.created ?? known.created }
  })
  return mergePayments([], payments)
}

/** By its natural key, else, for one that has none, by everything that it says. Or -1. */
function placeOfSame(payments: readonly Payment[], { payment, input }: { payment: Payment; input: PaymentInput }): number {
  const place = placeOf(payments, { ...payment, id: input.id ?? null })
  if (place >= 0 || input.id || input.transactionId) return place
  const said = JSON.stringify({ ...payment, id: null, created: null })
  return payments.findIndex((known) => JSON.stringify({ ...known, id: null, created: null }) === said)
}

/** The place of a payment by its natural key (B.5): its id, else its transaction id, if it is not empty, and type. Or -1. */
export function placeOf(
  payments: readonly Payment[],
  payment: Pick<Payment, 'id' | 'transactionId' | 'transactionType'>,
): number {
  const { id, transactionId, transactionType } = payment
  const byId = id ? payments.findIndex((payment) => payment.id === id) : -1
  if (byId >= 0 || !transactionId) return byId
  return payments.findIndex((payment) => payment.transactionId === transactionId && payment.transactionType === transactionType)
}

/** In its whole form a payment has null, an empty list, false or 0 where nothing was sent. */
function saysNothing(member: unknown): boolean {
  return !member || (Array.isArray(member) && member.length === 0)
}

function updated(known: Payment, sent: Payment): Payment {
  const said = Object.entries(sent).filter(([, member]) => !saysNothing(member))
  return { ...known, ...Object.fromEntries(said), amount: sent.amount, id: known.id, created: known.created }
}
