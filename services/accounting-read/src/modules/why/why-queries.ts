import type { PostingSource, PostingStatus } from '@open-oms/contracts/accounting/posting'
import { LIST_MAX } from '@open-oms/contracts/primitives'
import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import { usePrisma } from '../../database/use-prisma.ts'
import { addDays, type Day, toDay, toUtcDate } from '../calendar/domain/posting-date.ts'
import type { BookedFacts, DraftFacts, PostingFacts, ZReportFacts } from './domain/facts.ts'

type Queries = Pick<Database, 'query'>
type Executor = Pick<Database, 'execute'>
type StoreDay = { storeId: string; date: Day }

/** How far back a Z-report shows that the store has tills. */
const DAYS_WITH_TILLS = 14

/** The drafts of a store's day, one for each currency at most. */
export async function readDrafts(database: Executor, { storeId, date }: StoreDay): Promise<DraftFacts[]> {
  const rows = await usePrisma(database, (prisma) =>
    prisma.postingDraft.findMany({
      where: { source: 'WebFulfillment', storeId, postingDate: toUtcDate(date) },
      select: { currencyCode: true, hasChanges: true, reasons: true, createdAt: true, triedAt: true },
      orderBy: { currencyCode: 'asc' },
    }),
  )
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    triedAt: row.triedAt?.toISOString() ?? null,
  }))
}

const countBooked = statement({
  name: 'why-booked',
  text: `select currency_code as "currencyCode", count(*) as count, max(recorded_at) as "lastRecorded" from payment_transaction
    where is_booked and posting_date = $2 and store_id = $1 group by currency_code order by currency_code`,
  parameters: [Sql.text, Sql.date],
  row: { currencyCode: Sql.text, count: Sql.bigint, lastRecorded: Sql.timestamptz },
})

/** How many payments of a store's day are booked, by currency. */
export async function readBooked(database: Queries, { storeId, date }: StoreDay): Promise<BookedFacts[]> {
  const rows = await countBooked.on(database, storeId, date)
  return rows.map((row) => ({ ...row, lastRecorded: row.lastRecorded.toISOString() }))
}

const findPostings = statement({
  name: 'why-postings',
  text: `select id, source, z_report_id as "zReportId", currency_code as "currencyCode", status, created_at as "createdAt",
      exported_at as "exportedAt", external_reference as "externalReference", rejection_reason as "rejectionReason",
      (select max(to_date) from carried_line as c where c.posting_id = posting.id) as "carriedTo"
    from posting where store_id = $1 and posting_date = $2 and status <> 'Superseded' order by id limit ${LIST_MAX}`,
  parameters: [Sql.text, Sql.date],
  row: {
    id: Sql.uuid,
    source: Sql.oneOf<PostingSource>(),
    zReportId: Sql.nullable(Sql.text),
    currencyCode: Sql.text,
    status: Sql.oneOf<PostingStatus>(),
    createdAt: Sql.timestamptz,
    exportedAt: Sql.nullable(Sql.timestamptz),
    externalReference: Sql.nullable(Sql.text),
    rejectionReason: Sql.nullable(Sql.text),
    carriedTo: Sql.nullable(Sql.date),
  },
})

/** The current postings of a store's day. */
export async function readPostings(database: Queries, { storeId, date }: StoreDay): Promise<PostingFacts[]> {
  const rows = await findPostings.on(database, storeId, date)
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    exportedAt: row.exportedAt?.toISOString() ?? null,
  }))
}

const findZReports = statement({
  name: 'why-z-reports',
  text: `select z.z_report_id as "zReportId", z.recorded_at as "recordedAt", d.reasons, d.tried_at as "triedAt"
    from z_report as z left join z_report_draft as d on d.z_report_id = z.z_report_id
    where z.store_id = $1 and z.posting_date = $2
      and not exists (select from z_report as newer where newer.z_report_id = z.z_report_id and newer.revision > z.revision)
    order by z.z_report_id limit ${LIST_MAX}`,
  parameters: [Sql.text, Sql.date],
  row: {
    zReportId: Sql.text,
    recordedAt: Sql.timestamptz,
    reasons: Sql.nullable(Sql.list(Sql.text)),
    triedAt: Sql.nullable(Sql.timestamptz),
  },
})

/** The newest revisions of the Z-reports of a store's day, with their drafts. */
export async function readZReports(database: Queries, { storeId, date }: StoreDay): Promise<ZReportFacts[]> {
  const rows = await findZReports.on(database, storeId, date)
  return rows.map(({ zReportId, recordedAt, reasons, triedAt }) => ({
    zReportId,
    recordedAt: recordedAt.toISOString(),
    reasons,
    triedAt: triedAt?.toISOString() ?? null,
  }))
}

/** The last day with a Z-report of the store within the two weeks before; null: there is none. */
export async function readLastZReportDay(database: Executor, { storeId, date }: StoreDay): Promise<Day | null> {
  const before = { gte: toUtcDate(addDays(date, -DAYS_WITH_TILLS)), lt: toUtcDate(date) }
  const row = await usePrisma(database, (prisma) =>
    prisma.zReport.findFirst({
      where: { storeId, postingDate: before },
      select: { postingDate: true },
      orderBy: { postingDate: 'desc' },
    }),
  )
  return row === null ? null : toDay(row.postingDate)
}
