import type { PostingSource, PostingStatus } from '@open-oms/contracts/accounting/posting'
import type { AccountingSettings } from '@open-oms/contracts/config/settings'
import type { dayReasons } from '@open-oms/contracts/why/catalogue/day-catalogue'
import type { EvidenceKind, ReasonEvidence } from '@open-oms/contracts/why/reason'
import type { Found, PlannedAction, PlannedNext, ReasonFields } from '@open-oms/contracts/why/write-reasons'
import type { Day } from '../../calendar/domain/posting-date.ts'

/** A day that waits for a build, or that a build made no posting of. */
export type DraftFacts = {
  currencyCode: string
  /** Payments came in since a build last looked. */
  hasChanges: boolean
  /** Why the last build made no posting. */
  reasons: readonly string[]
  createdAt: string
  triedAt: string | null
}

export type PostingFacts = {
  id: string
  source: PostingSource
  zReportId: string | null
  currencyCode: string
  status: PostingStatus
  createdAt: string
  exportedAt: string | null
  externalReference: string | null
  rejectionReason: string | null
  /** The day that books what has changed since the posting was reconciled; null: nothing has. */
  carriedTo: Day | null
}

/** Payments that are booked on the day, by currency. */
export type BookedFacts = { currencyCode: string; count: number; lastRecorded: string }

/** A Z-report of the day; `reasons` null: it is no draft. */
export type ZReportFacts = { zReportId: string; recordedAt: string; reasons: readonly string[] | null; triedAt: string | null }

/** Events that are not handled; null: there are so many that the days of none were looked at. */
export type EventFacts = { deadLetters: number; parked: number; isOfDay: boolean }

/** Everything that the reasons of a day are taken from, as of one moment (why.md#day-reasons). */
export type Facts = {
  storeId: string
  date: Day
  /** ISO 8601 UTC. */
  now: string
  isConfigured: boolean
  settings: Pick<AccountingSettings, 'postingEnabled' | 'webFulfillmentPostingEnabled' | 'cutOffHour'>
  timeZone: string
  /** When the day ends in the store's time zone, and when its build is due. */
  endsAt: string
  dueAt: string
  drafts: readonly DraftFacts[]
  booked: readonly BookedFacts[]
  postings: readonly PostingFacts[]
  zReports: readonly ZReportFacts[]
  /** The last day, of the two weeks before, with a Z-report of the store; null: there is none. */
  lastZReportDay: Day | null
  events: EventFacts
}

export type Reason = Found<typeof dayReasons>
type Given<Each> = Each extends ReasonFields ? Omit<Each, keyof ReasonFields> & Partial<ReasonFields> : never

/** A reason about the day, or about what `about` names, with no next event or action by default. */
export function reason({ date }: Facts, given: Given<Reason>): Reason {
  const about: Reason['about'] = { kind: 'Day', id: date }
  return { about, since: null, next: null, actions: [], evidence: [], ...given } as Reason
}

export function evidence(kind: EvidenceKind, data: Record<string, unknown>): ReasonEvidence {
  return { kind, data }
}

/** The command that builds the day of the store. */
export function postAction({ date, storeId }: Facts): PlannedAction {
  return command('PostDay', `npx oms accounting build --date ${date} --store ${quoted(storeId)}`)
}

export function command(code: 'PostDay' | 'ListDeadLetters' | 'ReplayDeadLetter', command: string): PlannedAction {
  return { code, method: null, url: null, body: null, command }
}

/** What the next scheduled build that is not before a time does. */
export function builtNext({ now }: Facts, code: 'DayBuilt' | 'DayBuiltAgain' | 'DayPostedAgain', notBefore: string): PlannedNext {
  const at = nextBuild(now, notBefore)
  return { code, parameters: { at }, at }
}

/** A word of a shell, whatever characters it has. */
function quoted(word: string): string {
  return /^[\w.-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

/**
 * The next scheduled build that is not before a time: it looks every full hour
 * (postings.md#web-fulfillment).
 */
function nextBuild(now: string, notBefore: string): string {
  const HOUR_MS = 3_600_000
  const nextHour = (Math.floor(Date.parse(now) / HOUR_MS) + 1) * HOUR_MS
  const due = Math.ceil(Date.parse(notBefore) / HOUR_MS) * HOUR_MS
  return new Date(Math.max(nextHour, due)).toISOString()
}

export function dayEvidence({ storeId, date, timeZone, endsAt, dueAt, settings }: Facts): ReasonEvidence {
  return evidence('Day', { storeId, date, timeZone, endsAt, dueAt, cutOffHour: settings.cutOffHour })
}
