import type { Payment } from '@open-oms/contracts/orders/payment'
import { isEffective } from '../totals/payment-totals.ts'
import { newPayment, type PaymentContext, type PaymentInput } from './new-payments.ts'
import { isPendingLink, type LinkPayment, settlesLink } from './payment-links.ts'

/**
 * The payments with added ones, as for AddPayments (payments.md#payment-identity,
 * payments.md#sent-payments). A known payment is updated at its index, and a payment that is sent
 * twice is one payment; new ones come last. An update keeps id, creation and every field that it
 * leaves out: adding a payment again never makes a second one and never loses a field of the first.
 */
export function mergePayments(existing: readonly Payment[], sent: readonly PaymentInput[], context: PaymentContext): Payment[] {
  const payments = withSent(
    existing,
    sent.map((input) => ({ payment: newPayment(input, context), id: input.id })),
  )
  const waiting = new Set(existing.filter(isPendingLink).map(({ id }) => id))
  // A link is paid when that is reported, and not when it was made.
  const isPaidNow = ({ id, paidDate, transactionType, ...payment }: Payment) =>
    waiting.has(id) && isEffective(payment) && transactionType !== 'Authorization' && paidDate === null
  return payments.map((payment) => (isPaidNow(payment) ? { ...payment, paidDate: context.now } : payment))
}

/**
 * The payments that replace all others (payments.md#sent-payments). Sent ids are kept. A known
 * payment that is sent without an id keeps its id, and every known payment keeps its creation:
 * otherwise it would be published and posted a second time. A payment that is sent twice is one
 * payment.
 */
export function replacePayments(existing: readonly Payment[], sent: readonly PaymentInput[], context: PaymentContext): Payment[] {
  const left = new Set(existing)
  const indexIn = paymentFinder(sent)
  const payments = sent.map((input): IdentifiedPayment => {
    const payment = newPayment(input, context)
    const known = existing[indexIn(existing, input)] ?? withSameContent(existing, { left, payment, input })
    if (known === undefined || !left.delete(known)) return { payment, id: input.id }
    const id = input.id || known.id
    return { payment: { ...payment, id, created: input.created ?? known.created }, id }
  })
  return withSent([], payments)
}

/** A sent payment, with the id that identifies it if it has one. */
type IdentifiedPayment = { payment: Payment; id: string | undefined }

function withSent(existing: readonly Payment[], sent: readonly IdentifiedPayment[]): Payment[] {
  const payments = [...existing]
  const indexIn = paymentFinder(sent)
  for (const { payment, id } of sent) {
    const position = indexIn(payments, { ...paymentKeys(payment), id })
    const known = payments[position]
    if (known === undefined) payments.push(payment)
    else payments[position] = updated(known, payment)
  }
  return payments
}

type UnkeyedPayment = { left: ReadonlySet<Payment>; payment: Payment; input: PaymentInput }

/** The stored payment with the same content, for a sent one without any key. */
function withSameContent(existing: readonly Payment[], { left, payment, input }: UnkeyedPayment): Payment | undefined {
  if (input.id || input.transactionId) return undefined
  const stated = JSON.stringify({ ...payment, id: null, created: null })
  return existing.find((known) => left.has(known) && JSON.stringify({ ...known, id: null, created: null }) === stated)
}

type Keys = {
  id?: string | null | undefined
  transactionId?: string | null | undefined
  transactionType?: Payment['transactionType'] | undefined
} & LinkPayment

function paymentKeys({ transactionId, transactionType }: Payment): Keys {
  return { transactionId, transactionType }
}

/**
 * Makes a function that returns the index of a payment by its natural key
 * (payments.md#payment-identity), or -1: the id, else a non-empty transaction id and the type. Ask
 * once for each payment of `list`, in order. A reservation or a capture of the transaction of a
 * payment link is that payment. A provider may give two captures one transaction id:
 * so payments that the list names by another id are skipped, found ones are skipped while there is
 * another, and two ids in the list are two payments.
 */
export function paymentFinder(list: readonly Pick<Keys, 'id'>[]): (payments: readonly Keys[], sent: Keys) => number {
  const named = new Set(list.flatMap(({ id }) => id || []))
  const found = new Set<number>()
  return (payments, { id, transactionId, transactionType }) => {
    const byId = id ? payments.findIndex((payment) => payment.id === id) : -1
    const isSame = (payment: Keys) =>
      Boolean(transactionId) &&
      payment.transactionId === transactionId &&
      (payment.transactionType === transactionType || settlesLink(payment, transactionType))
    const byOther = payments.findIndex(
      (payment, position) => isSame(payment) && !found.has(position) && !(payment.id && named.has(payment.id)),
    )
    const position = byId >= 0 ? byId : byOther >= 0 || id ? byOther : payments.findIndex(isSame)
    if (position >= 0) found.add(position)
    return position
  }
}

/** A complete payment has null, an empty list, false or 0 where nothing was sent. */
function isUnset(field: unknown): boolean {
  return !field || (Array.isArray(field) && field.length === 0)
}

function updated(known: Payment, sent: Payment): Payment {
  const stated = Object.entries(sent).filter(([, field]) => !isUnset(field))
  return { ...known, ...Object.fromEntries(stated), amount: sent.amount, id: known.id, created: known.created }
}
