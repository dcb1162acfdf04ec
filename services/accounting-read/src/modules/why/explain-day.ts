import { DomainError, invalid } from '@open-oms/contracts/errors'
import { durables } from '@open-oms/contracts/nats-users'
import { dayReasons } from '@open-oms/contracts/why/catalogue/day-catalogue'
import type { SentenceLanguage } from '@open-oms/contracts/why/catalogue/sentence'
import { sentenceFormat, sentenceLocales } from '@open-oms/contracts/why/catalogue/sentence-format'
import type { DayExplanation } from '@open-oms/contracts/why/day-reasons'
import { writeReasons } from '@open-oms/contracts/why/write-reasons'
import { amountText } from '@open-oms/money/amount-text'
import { type Caller, isInScope } from '@open-oms/service-kit/authentication/caller'
import { countQuarantined } from '@open-oms/service-kit/dead-letters/dead-letters'
import type { Deps } from '../../deps.ts'
import { countQuarantinedPayments, countQuarantinedZReports } from '../builds/count-quarantined-events.ts'
import { addDays, type Day, dueAt, firstInstantOf, isDay } from '../calendar/domain/posting-date.ts'
import { storeTimeZone } from '../calendar/domain/store-time-zone.ts'
import { reasonsOfDay } from './domain/explain.ts'
import type { EventFacts, Facts } from './domain/facts.ts'
import { readBooked, readDrafts, readLastZReportDay, readPostings, readZReports } from './why-queries.ts'

/**
 * So many events that are not handled are looked at for the day that they are of; of more only the
 * number is given.
 */
const EVENTS_LOOKED_AT_MAX = 200

type StoreDay = { storeId: string; date: Day }

/**
 * Why an accounting day of a store is posted or not (why.md#reasons). Raises `ValidationFailed` for
 * a date that is none, and `NotFound` for a store that is not configured and has nothing of the
 * day, or that the caller may not see.
 */
export async function explainDay(
  deps: Pick<Deps, 'query' | 'execute' | 'config' | 'now'>,
  caller: Caller,
  { storeId, date, language }: StoreDay & { language: SentenceLanguage },
): Promise<DayExplanation> {
  if (!isDay(date)) throw invalid('date', 'is not a day such as 2026-01-31')
  if (!isInScope(caller, storeId)) throw storeNotFound(storeId)
  const facts = await readFacts(deps, { storeId, date })
  const isKnown =
    facts.isConfigured || [facts.drafts, facts.booked, facts.postings, facts.zReports].some((found) => found.length > 0)
  if (!isKnown) throw storeNotFound(storeId)
  const money = amountText(sentenceLocales[language])
  const format = sentenceFormat({ language, timeZone: facts.timeZone, money })
  return { storeId, date, at: facts.now, reasons: writeReasons(dayReasons, reasonsOfDay(facts), format) }
}

function storeNotFound(storeId: string): DomainError {
  return new DomainError('NotFound', `There is no store "${storeId}".`)
}

async function readFacts(deps: Pick<Deps, 'query' | 'execute' | 'config' | 'now'>, { storeId, date }: StoreDay): Promise<Facts> {
  const { settings, stores } = deps.config()
  const timeZone = storeTimeZone(deps.config(), storeId)
  const day = { storeId, date }
  return {
    ...day,
    now: deps.now().toISOString(),
    isConfigured: stores.some(({ id }) => id === storeId),
    settings: settings.accounting,
    timeZone,
    endsAt: firstInstantOf(addDays(date, 1), 0, timeZone).toISOString(),
    dueAt: dueAt(date, settings.accounting.cutOffHour, timeZone).toISOString(),
    drafts: await readDrafts(deps, day),
    booked: await readBooked(deps, day),
    postings: await readPostings(deps, day),
    zReports: await readZReports(deps, day),
    lastZReportDay: await readLastZReportDay(deps, day),
    events: await readEventFacts(deps, day),
  }
}

/**
 * Of the few events that are not handled those that would change the day; of many the number of
 * all.
 */
async function readEventFacts(
  deps: Pick<Deps, 'query' | 'execute' | 'config'>,
  { storeId, date }: StoreDay,
): Promise<EventFacts> {
  const consumers = [durables.accountingPayments.name, durables.accountingZReports.name]
  const counts = await countQuarantined(deps)
  const all = { deadLetters: 0, parked: 0 }
  for (const name of consumers) {
    all.deadLetters += counts[name]?.deadLetters ?? 0
    all.parked += counts[name]?.parked ?? 0
  }
  if (all.deadLetters + all.parked === 0 || all.deadLetters + all.parked > EVENTS_LOOKED_AT_MAX) return { ...all, isOfDay: false }
  const range = { from: date, to: date, storeId }
  const payments = await countQuarantinedPayments(deps, durables.accountingPayments.name, range)
  const reports = await countQuarantinedZReports(deps, durables.accountingZReports.name, range)
  return {
    deadLetters: payments.deadLetters + reports.deadLetters,
    parked: payments.parked + reports.parked,
    isOfDay: true,
  }
}
