import { readSetAside } from '@oms/service-kit/events/dead-letters'
import type { Deps } from '../../deps/deps.ts'
import { type Day, localDay } from '../calendar/domain/posting-date.ts'
import { timeZoneOf } from '../calendar/domain/store-time-zone.ts'
import { findBookedDay } from '../payments/payment-transaction-store.ts'
import { zReportDay } from '../z-reports/domain/z-report-posting.ts'
import type { BuildRange } from './build-days.ts'
import { readSetAsidePayment, readSetAsideZReport, type SetAsidePayment } from './domain/quarantined-event.ts'

export type SetAsideEvents = { deadLetters: number; parked: number }

/**
 * Counts the payment events of a consumer that are dead letters or parked and would change the postings of a range of days: by
 * what they tell, or by the payment that they replace. One of which store or day cannot be read counts too, since nobody knows.
 */
export async function findSetAsidePayments(
  deps: Pick<Deps, 'query' | 'config'>,
  consumer: string,
  range: BuildRange,
): Promise<SetAsideEvents> {
  const found: SetAsideEvents = { deadLetters: 0, parked: 0 }
  for await (const { envelope, isDead } of readSetAside(deps, consumer)) {
    const payment = readSetAsidePayment(envelope)
    if (payment === null || !(await concerns(deps, payment, range))) continue
    if (isDead) found.deadLetters++
    else found.parked++
  }
  return found
}

/** The same of Z-report events, by the consumer of these. */
export async function findSetAsideZReports(
  deps: Pick<Deps, 'query'>,
  consumer: string,
  range: BuildRange,
): Promise<SetAsideEvents> {
  const found: SetAsideEvents = { deadLetters: 0, parked: 0 }
  for await (const { envelope, isDead } of readSetAside(deps, consumer)) {
    const { storeId, dateClosed } = readSetAsideZReport(envelope)
    const isKnown = storeId !== null && dateClosed !== null
    if (isKnown && !isWithin(range, { storeId, postingDate: zReportDay({ dateClosed }) })) continue
    if (isDead) found.deadLetters++
    else found.parked++
  }
  return found
}

async function concerns(deps: Pick<Deps, 'query' | 'config'>, payment: SetAsidePayment, range: BuildRange): Promise<boolean> {
  const { orderId, paymentId, storeId, occurredAt, mayBeBooked } = payment
  if (storeId === null || occurredAt === null || orderId === null || paymentId === null) return true
  if (mayBeBooked && isWithin(range, { storeId, postingDate: localDay(occurredAt, timeZoneOf(deps.config(), storeId)) }))
    return true
  const replaced = await findBookedDay(deps, orderId, paymentId)
  return replaced !== undefined && isWithin(range, replaced)
}

function isWithin({ from, to, storeId }: BuildRange, day: { storeId: string; postingDate: Day }): boolean {
  return from <= day.postingDate && day.postingDate <= to && (storeId === null || storeId === day.storeId)
}
