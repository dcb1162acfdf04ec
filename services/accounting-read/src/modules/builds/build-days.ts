import { DomainError } from '@open-oms/contracts/errors'
import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Deps } from '../../deps.ts'
import { type Day, dueAt } from '../calendar/domain/posting-date.ts'
import { storeTimeZone } from '../calendar/domain/store-time-zone.ts'
import { buildDay } from '../payments/build-day.ts'
import type { PostingDay } from '../postings/domain/posting-context.ts'
import type { BuildResult } from '../postings/save-posting.ts'
import { buildZReport } from '../z-reports/build-z-report.ts'
import { draftZReports, type ZReportKey, zReportsToBuild } from '../z-reports/z-report-store.ts'

const dayRow = { storeId: Sql.text, currencyCode: Sql.text, postingDate: Sql.date }

// Read as the process starts, when Prisma Client would cost an idle one 27 MB (ADR 49).
const findWaitingDays = statement({
  name: 'posting-draft-all',
  text: `select store_id as "storeId", currency_code as "currencyCode", posting_date as "postingDate"
    from posting_draft where source = 'WebFulfillment' order by posting_date, store_id, currency_code`,
  parameters: [],
  row: dayRow,
})

/** Every day with a draft or with payments that no posting has yet; the oldest first. */
export async function waitingDays(database: Pick<Database, 'query'>): Promise<PostingDay[]> {
  return await findWaitingDays.on(database)
}

const wanted = 'posting_date between $1 and $2 and ($3::text is null or store_id = $3)'

const findDaysToBuild = statement({
  name: 'posting-days-to-build',
  text: `
    select store_id as "storeId", currency_code as "currencyCode", posting_date as "postingDate"
    from payment_transaction where is_booked and ${wanted}
    union
    select store_id, currency_code, posting_date
    from posting where source = 'WebFulfillment' and status <> 'Superseded' and ${wanted}
    union
    select store_id, currency_code, posting_date
    from posting_draft where source = 'WebFulfillment' and ${wanted}
    order by 3, 1, 2`,
  parameters: [Sql.date, Sql.date, Sql.nullable(Sql.text)],
  row: dayRow,
})

/**
 * The days of a range, both ends included, that have booked payments, a posting or a draft; the
 * oldest first. `storeId` null means all stores.
 */
async function daysToBuild(
  database: Pick<Database, 'query'>,
  { from, to, storeId }: { from: Day; to: Day; storeId: string | null },
): Promise<PostingDay[]> {
  return await findDaysToBuild.on(database, from, to, storeId)
}

export type BuildRange = {
  from: Day
  /** Included. */
  to: Day
  /** Null: all stores. */
  storeId: string | null
}

/** Called with a day or a Z-report that could not be built, and why. The others are still built. */
export type OnFailure = (error: Error, subject: PostingDay & { zReportId?: string }) => void

/**
 * Builds every posting of a range of days, even of a day that is not over, those of Z-reports
 * first. Raises `ValidationFailed` when postings are switched off, or when the store is neither
 * configured nor has payments in the range.
 */
export async function buildDays(deps: Deps, range: BuildRange, onFailure: OnFailure): Promise<BuildResult[]> {
  requireEnabled(deps)
  const [days, reports] = [await daysToBuild(deps, range), await zReportsToBuild(deps, range)]
  const isKnown = range.storeId === null || deps.config().stores.some(({ id }) => id === range.storeId)
  if (days.length + reports.length === 0 && !isKnown)
    throw new DomainError('ValidationFailed', `There is no store "${range.storeId}".`)
  const results = await buildEach(deps, reports, onFailure)
  const done = new Set<string>()
  // Correcting a reconciled day may add a later day that had nothing to build before.
  for (let left = days; left.length > 0; left = (await daysToBuild(deps, range)).filter((day) => !done.has(dayKey(day)))) {
    for (const day of left) {
      done.add(dayKey(day))
      await buildDay(deps, day).then((result) => results.push(result), reported(onFailure, day))
    }
  }
  return results
}

function dayKey({ storeId, currencyCode, postingDate }: PostingDay): string {
  return JSON.stringify([storeId, currencyCode, postingDate])
}

/** Builds the Z-reports whose posting is a draft, with the present configuration. */
export async function buildDraftZReports(deps: Deps, onFailure: OnFailure): Promise<BuildResult[]> {
  if (!deps.config().settings.accounting.postingEnabled) return []
  return await buildEach(deps, await draftZReports(deps), onFailure)
}

async function buildEach(deps: Deps, reports: readonly ZReportKey[], onFailure: OnFailure): Promise<BuildResult[]> {
  const results: BuildResult[] = []
  for (const report of reports) {
    const building = deps.inTransaction((tx) => buildZReport(deps, tx, report.zReportId))
    await building.then((result) => results.push(result), reported(onFailure, report))
  }
  return results
}

/**
 * Builds the days that are due: their cut-off has passed, and they have payments that no posting
 * has yet. These include days missed while the service was down, late payments, and drafts
 * (postings.md#web-fulfillment, postings.md#drafts).
 */
export async function buildDueDays(deps: Deps, onFailure: OnFailure): Promise<BuildResult[]> {
  const { accounting } = deps.config().settings
  if (!accounting.postingEnabled || !accounting.webFulfillmentPostingEnabled) return []
  const now = deps.now()
  const results: BuildResult[] = []
  for (const day of await waitingDays(deps)) {
    if (dueAt(day.postingDate, accounting.cutOffHour, storeTimeZone(deps.config(), day.storeId)) > now) continue
    await buildDay(deps, day).then((result) => results.push(result), reported(onFailure, day))
  }
  return results
}

const reported = (onFailure: OnFailure, subject: PostingDay | ZReportKey) => (error: Error) => onFailure(error, subject)

function requireEnabled(deps: Deps): void {
  const { postingEnabled, webFulfillmentPostingEnabled } = deps.config().settings.accounting
  if (!postingEnabled)
    throw new DomainError('ValidationFailed', 'Postings are switched off: accounting.postingEnabled in settings.json.')
  if (!webFulfillmentPostingEnabled) {
    throw new DomainError(
      'ValidationFailed',
      'Postings of web orders are switched off: accounting.webFulfillmentPostingEnabled in settings.json.',
    )
  }
}
