import type { Payment } from '@oms/contracts/orders/payment'

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

/** The place of a payment by its natural key (B.5): its id, else its transaction id, if it is not empty, and type. Or -1. */
function placeOf(payments: readonly Payment[], { id, transactionId, transactionType }: Payment): number {
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
