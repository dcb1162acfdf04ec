import type { Order } from '@oms/contracts/orders/order'
import type { Payment } from '@oms/contracts/orders/payment'
import { type TotalsContext, termsOf } from '../document/totals-context.ts'
import { isEffective } from '../totals/payment-totals.ts'
import { breakdownUnits } from './breakdown-units.ts'
import { coverageOf } from './payment-breakdown.ts'
import { returnFormOf } from './payment-scope.ts'
import type { PaymentCoverage, ToldCoverage } from './told-order.ts'

/** What was told of a payment: a fact in the books, whatever becomes of the order later. */
export type ToldPayment = PaymentCoverage & { paymentId: string }

type BookTerms = Pick<TotalsContext, 'currency' | 'taxRate' | 'canceledStatuses'>

/**
 * What is told of the payments of an order after a write (payment-allocation.md#published-allocations): of every one that moves money, in their order. What was told
 * before stays as it is, unless the payment changed in what decides what it pays for, or a line got the tax rate that it lacked: then
 * all are told anew. Answers `told` itself when nothing changes. `before` is null on creation.
 */
export function toldAfter(
  { before, after }: { before: Order | null; after: Order },
  told: readonly ToldPayment[],
  totals: BookTerms,
): readonly ToldPayment[] {
  const known = before === null ? told : withUntold(before, told, totals)
  const kept = before === null || hasTaxNews(before, after) ? [] : keptOf({ before, after }, known)
  if (kept.length === known.length && kept.length === after.orderForm.payments.filter(isBooked).length) return known
  return withUntold(after, kept, totals)
}

/** What was told of the payments that are still booked, and for the same. */
function keptOf({ before, after }: { before: Order; after: Order }, known: readonly ToldPayment[]): ToldPayment[] {
  const earlier = new Map(before.orderForm.payments.map((payment) => [payment.id, basisOf(payment)]))
  const same = after.orderForm.payments.filter((payment) => isBooked(payment) && earlier.get(payment.id) === basisOf(payment))
  const kept = new Set(same.map(({ id }) => id))
  return known.filter(({ paymentId }) => kept.has(paymentId))
}

/** What of a payment decides what it pays for. */
function basisOf({ transactionType, amount, shipmentId, orderLineReferences }: Payment): string {
  return JSON.stringify([transactionType, amount, shipmentId, orderLineReferences.map(({ lineItemId }) => lineItemId)])
}

/**
 * With what is told of the payments of which nothing was yet, as of those that were booked before it was kept: one after the other, from
 * the order as it is. Answers `told` itself when there is none.
 */
export function withUntold(order: Order, told: readonly ToldPayment[], totals: BookTerms): readonly ToldPayment[] {
  const booked = order.orderForm.payments.filter(isBooked)
  const all = new Map(told.map((item) => [item.paymentId, item]))
  if (booked.every(({ id }) => all.has(id as string))) return told
  const terms = termsOf(order, totals)
  const units = breakdownUnits(order, terms)
  for (const payment of booked) {
    const paymentId = payment.id as string
    if (all.has(paymentId)) continue
    const others = booked.flatMap((other) => coverageIn(all, order, other))
    all.set(paymentId, {
      paymentId,
      ...coverageOf(order, payment, { units, others, terms, canceledStatuses: totals.canceledStatuses }),
    })
  }
  return booked.flatMap(({ id }) => all.get(id as string) ?? [])
}

function coverageIn(all: ReadonlyMap<string, ToldPayment>, order: Order, payment: Payment): ToldCoverage[] {
  const item = all.get(payment.id as string)
  if (item === undefined) return []
  const isReturn = returnFormOf(order, payment) !== undefined
  return [{ ...item, isCredit: payment.transactionType === 'Credit', isReturn }]
}

/** What was told, of lines that have other ids now. */
export function withNewLineIds(told: readonly ToldPayment[], ids: ReadonlyMap<string | null, string>): ToldPayment[] {
  const renamed = <T extends { lineItemId: string | null }>(item: T): T => ({
    ...item,
    lineItemId: ids.get(item.lineItemId) ?? item.lineItemId,
  })
  return told.map((item) => ({ ...item, breakdown: item.breakdown.map(renamed), transfers: item.transfers.map(renamed) }))
}

/** Whether a payment moves money, and counts. */
export function isBooked(payment: Payment): boolean {
  const { transactionType } = payment
  return isEffective(payment) && transactionType !== null && transactionType !== 'Authorization' && transactionType !== 'Void'
}

/** Whether a line got the tax rate that it lacked: what was paid for it was told with the market's until then. */
export function hasTaxNews(before: Order, after: Order): boolean {
  if (after.orderForm.payments.length === 0) return false
  const lacked = new Set(before.orderForm.lineItems.filter(({ taxRate }) => taxRate === null).map(({ lineItemId }) => lineItemId))
  return lacked.size > 0 && after.orderForm.lineItems.some((line) => line.taxRate !== null && lacked.has(line.lineItemId))
}
