import type { Payment } from '@oms/contracts/orders/payment'
import { newPayment, type PaymentContext, type PaymentInput } from './new-payments.ts'

/**
 * The payments with some more, as AddPayments adds them (payments.md#payment-identity, payments.md#sent-payments). A payment that is there already is updated in its place, and
 * what is sent twice is one payment; new ones come last. An update keeps id and creation, and every member of which it says nothing: adding a
 * payment again never makes a second one and never loses a part of the first.
 */
export function mergePayments(existing: readonly Payment[], sent: readonly PaymentInput[], context: PaymentContext): Payment[] {
  return withSent(
    existing,
    sent.map((input) => ({ payment: newPayment(input, context), id: input.id })),
  )
}

/**
 * The payments that replace all others (payments.md#sent-payments). Ids that are sent are kept. A payment that is sent without one and that the order
 * has already keeps its id, and each keeps its creation: else it would be told, and booked, a second time. What is sent twice is one payment.
 */
export function replacePayments(existing: readonly Payment[], sent: readonly PaymentInput[], context: PaymentContext): Payment[] {
  const left = new Set(existing)
  const placeIn = paymentFinder(sent)
  const payments = sent.map((input): Sent => {
    const payment = newPayment(input, context)
    const known = existing[placeIn(existing, input)] ?? sayingTheSame(existing, { left, payment, input })
    if (known === undefined || !left.delete(known)) return { payment, id: input.id }
    const id = input.id || (known.id as string)
    return { payment: { ...payment, id, created: input.created ?? known.created }, id }
  })
  return withSent([], payments)
}

/** A payment that was sent, with the id that tells it from others, if it has one. */
type Sent = { payment: Payment; id: string | undefined }

function withSent(existing: readonly Payment[], sent: readonly Sent[]): Payment[] {
  const payments = [...existing]
  const placeIn = paymentFinder(sent)
  for (const { payment, id } of sent) {
    const place = placeIn(payments, { ...keysOf(payment), id })
    const known = payments[place]
    if (known === undefined) payments.push(payment)
    else payments[place] = updated(known, payment)
  }
  return payments
}

type Unnamed = { left: ReadonlySet<Payment>; payment: Payment; input: PaymentInput }

/** For one that has no key at all: the payment that says everything that it says. */
function sayingTheSame(existing: readonly Payment[], { left, payment, input }: Unnamed): Payment | undefined {
  if (input.id || input.transactionId) return undefined
  const said = JSON.stringify({ ...payment, id: null, created: null })
  return existing.find((known) => left.has(known) && JSON.stringify({ ...known, id: null, created: null }) === said)
}

type Keys = {
  id?: string | null | undefined
  transactionId?: string | null | undefined
  transactionType?: Payment['transactionType'] | undefined
}

function keysOf({ transactionId, transactionType }: Payment): Keys {
  return { transactionId, transactionType }
}

/**
 * Finds the places of the payments of one list, each asked for once and in their order, by their natural key (payments.md#payment-identity): the id, else the transaction
 * id, if it is not empty, and the type. A provider may name two captures alike. So what the list names by another id is not meant, one that is
 * found already is passed over while there is another, and two ids in the list are two payments. -1: not there.
 */
export function paymentFinder(list: readonly Pick<Keys, 'id'>[]): (payments: readonly Keys[], sent: Keys) => number {
  const named = new Set(list.flatMap(({ id }) => id || []))
  const found = new Set<number>()
  return (payments, { id, transactionId, transactionType }) => {
    const byId = id ? payments.findIndex((payment) => payment.id === id) : -1
    const isSame = (payment: Keys) =>
      Boolean(transactionId) && payment.transactionId === transactionId && payment.transactionType === transactionType
    const byOther = payments.findIndex(
      (payment, place) => isSame(payment) && !found.has(place) && !(payment.id && named.has(payment.id)),
    )
    const place = byId >= 0 ? byId : byOther >= 0 || id ? byOther : payments.findIndex(isSame)
    if (place >= 0) found.add(place)
    return place
  }
}

/** In its whole form a payment has null, an empty list, false or 0 where nothing was sent. */
function saysNothing(member: unknown): boolean {
  return !member || (Array.isArray(member) && member.length === 0)
}

function updated(known: Payment, sent: Payment): Payment {
  const said = Object.entries(sent).filter(([, member]) => !saysNothing(member))
  return { ...known, ...Object.fromEntries(said), amount: sent.amount, id: known.id, created: known.created }
}
