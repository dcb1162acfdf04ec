import type { EventEnvelope } from '@open-oms/contracts/event'
import type { ZReport } from '@open-oms/contracts/orders/z-reports/z-report'
import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { usePrisma } from '../../database/use-prisma.ts'
import { type Day, toUtcDate } from '../calendar/domain/posting-date.ts'
import type { PostingDay } from '../postings/domain/posting-context.ts'

type Queries = Pick<Database, 'query'>

/** Stores a revision of a Z-report. */
export async function storeZReport(tx: Transaction, { id, time, data }: EventEnvelope<ZReport>, postingDate: Day): Promise<void> {
  const { zReportId, revision, storeId, currencyCode } = data
  const key = { zReportId, revision, storeId, currencyCode, postingDate: toUtcDate(postingDate) }
  await usePrisma(tx, (prisma) => prisma.zReport.create({ data: { ...key, eventId: id, recordedAt: time, report: data } }))
}

/** The newest revision of a Z-report. */
export async function findZReport(tx: Transaction, zReportId: string): Promise<ZReport | undefined> {
  const newest = { where: { zReportId }, orderBy: { revision: 'desc' }, select: { report: true } } as const
  const row = await usePrisma(tx, (prisma) => prisma.zReport.findFirst(newest))
  return row?.report as ZReport | undefined
}

/** Stores that a Z-report is a draft, with the reasons why it has no posting. */
export async function storeZReportDraft(
  tx: Transaction,
  zReportId: string,
  draft: { reasons: readonly string[]; now: Date },
): Promise<void> {
  const kept = { reasons: [...draft.reasons], triedAt: draft.now }
  const upsert = { where: { zReportId }, create: { zReportId, ...kept }, update: kept }
  await usePrisma(tx, (prisma) => prisma.zReportDraft.upsert(upsert))
}

/** Deletes the draft of a Z-report. */
export async function deleteZReportDraft(tx: Transaction, zReportId: string): Promise<void> {
  await usePrisma(tx, (prisma) => prisma.zReportDraft.deleteMany({ where: { zReportId } }))
}

/** A Z-report with store, currency and date of its posting. */
export type ZReportKey = PostingDay & { zReportId: string }

// A revision that has no newer one: Prisma Client compares no rows of one table with each other.
const newestText = `select z_report_id as "zReportId", store_id as "storeId", currency_code as "currencyCode", posting_date as "postingDate"
  from z_report z
  where not exists (select from z_report newer where newer.z_report_id = z.z_report_id and newer.revision > z.revision)`

const keyRow = { zReportId: Sql.text, storeId: Sql.text, currencyCode: Sql.text, postingDate: Sql.date }

const findDrafts = statement({
  name: 'z-report-draft-all',
  text: `${newestText} and z_report_id in (select z_report_id from z_report_draft) order by posting_date, store_id, z_report_id`,
  parameters: [],
  row: keyRow,
})

/** Every Z-report that is a draft, the oldest first. */
export async function draftZReports(database: Queries): Promise<ZReportKey[]> {
  return await findDrafts.on(database)
}

const findZReportsToBuild = statement({
  name: 'z-report-to-build',
  text: `${newestText} and posting_date between $1 and $2 and ($3::text is null or store_id = $3)
    order by posting_date, store_id, z_report_id`,
  parameters: [Sql.date, Sql.date, Sql.nullable(Sql.text)],
  row: keyRow,
})

/** The Z-reports of the days `from` to `to`, the oldest first. `storeId` null means all stores. */
export async function zReportsToBuild(
  database: Queries,
  { from, to, storeId }: { from: Day; to: Day; storeId: string | null },
): Promise<ZReportKey[]> {
  return await findZReportsToBuild.on(database, from, to, storeId)
}
