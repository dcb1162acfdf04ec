import { readQuarantined } from '@open-oms/service-kit/dead-letters/dead-letters'
import type { Deps } from '../../deps.ts'
import { type Day, localDay } from '../calendar/domain/posting-date.ts'
import { storeTimeZone } from '../calendar/domain/store-time-zone.ts'
import { findBookedDay } from '../payments/payment-transaction-store.ts'
import { zReportDay } from '../z-reports/domain/z-report-posting.ts'
import type { BuildRange } from './build-days.ts'
import { type QuarantinedPayment, readQuarantinedPayment, readQuarantinedZReport } from './domain/quarantined-event.ts'

export type QuarantinedEvents = { deadLetters: number; parked: number }

/**
 * Counts the payment events of a consumer that are dead letters or parked and would change the
 * postings of a range of days, by their own content or by the payment that they replace. An event
 * whose store or day cannot be read counts too.
 */
export async function countQuarantinedPayments(
  deps: Pick<Deps, 'query' | 'execute' | 'config'>,
  consumer: string,
  range: BuildRange,
): Promise<QuarantinedEvents> {
  return await count(deps, consumer, async (envelope) => {
    const payment = readQuarantinedPayment(envelope)
    return payment !== null && (await mayChange(deps, payment, range))
  })
}

/** Counts the Z-report events of a consumer in the same way. */
export async function countQuarantinedZReports(
  deps: Pick<Deps, 'query'>,
  consumer: string,
  range: BuildRange,
): Promise<QuarantinedEvents> {
  return await count(deps, consumer, async (envelope) => {
    const { storeId, dateClosed } = readQuarantinedZReport(envelope)
    if (storeId === null || dateClosed === null) return true
    return isWithin(range, { storeId, postingDate: zReportDay({ dateClosed }) })
  })
}

async function count(
  deps: Pick<Deps, 'query'>,
  consumer: string,
  counts: (envelope: string) => Promise<boolean>,
): Promise<QuarantinedEvents> {
  const found: QuarantinedEvents = { deadLetters: 0, parked: 0 }
  for await (const { envelope, isDead } of readQuarantined(deps, consumer)) {
    if (!(await counts(envelope))) continue
    if (isDead) found.deadLetters++
    else found.parked++
  }
  return found
}

async function mayChange(
  deps: Pick<Deps, 'query' | 'execute' | 'config'>,
  payment: QuarantinedPayment,
  range: BuildRange,
): Promise<boolean> {
  const { orderId, paymentId, storeId, occurredAt, mayBeBooked } = payment
  if (storeId === null || occurredAt === null || orderId === null || paymentId === null) return true
  if (mayBeBooked && isWithin(range, { storeId, postingDate: localDay(occurredAt, storeTimeZone(deps.config(), storeId)) }))
    return true
  const replaced = await findBookedDay(deps, orderId, paymentId)
  return replaced !== undefined && isWithin(range, replaced)
}

function isWithin({ from, to, storeId }: BuildRange, day: { storeId: string; postingDate: Day }): boolean {
  return from <= day.postingDate && day.postingDate <= to && (storeId === null || storeId === day.storeId)
}
