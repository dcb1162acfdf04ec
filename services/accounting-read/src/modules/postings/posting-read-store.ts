import type { Posting, PostingSource, PostingStatus } from '@open-oms/contracts/accounting/posting'
import type { Database } from '@open-oms/service-kit/database/database'
import type { SqlConditions } from '@open-oms/service-kit/database/sql-conditions'
import { type BuiltStatement, fetchRows, type RowOf, Sql, statement } from '@open-oms/service-kit/database/statement'
import { utcMidnight } from '../calendar/domain/posting-date.ts'
import { limitTo, type Page, type PageRequest, pageFrom } from '../search/page.ts'
import { positionChecks, positionCursor } from '../search/search-position.ts'

type Queries = Pick<Database, 'query'>

const postingRow = {
  id: Sql.uuid,
  source: Sql.oneOf<PostingSource>(),
  zReportId: Sql.nullable(Sql.text),
  zReportNumber: Sql.nullable(Sql.bigint),
  orderIds: Sql.list(Sql.text),
  storeId: Sql.text,
  registerIds: Sql.list(Sql.text),
  accountingCompanyCode: Sql.nullable(Sql.text),
  postingDate: Sql.date,
  createdAt: Sql.timestamptz,
  currencyCode: Sql.text,
  status: Sql.oneOf<PostingStatus>(),
  supersedesPostingId: Sql.nullable(Sql.uuid),
  externalReference: Sql.nullable(Sql.text),
  exportedAt: Sql.nullable(Sql.timestamptz),
  totalDebit: Sql.numeric,
  totalCredit: Sql.numeric,
  imbalance: Sql.numeric,
  autoBalanced: Sql.boolean,
  lineCount: Sql.integer,
  warnings: Sql.list(Sql.text),
  rejectionReason: Sql.nullable(Sql.text),
  postingHash: Sql.text,
}

const columns = `id, source, z_report_id as "zReportId", z_report_number as "zReportNumber", order_ids as "orderIds", store_id as "storeId",
  register_ids as "registerIds", accounting_company_code as "accountingCompanyCode", posting_date as "postingDate",
  created_at as "createdAt", currency_code as "currencyCode", status, supersedes_posting_id as "supersedesPostingId",
  external_reference as "externalReference", exported_at as "exportedAt", total_debit as "totalDebit", total_credit as "totalCredit",
  imbalance, auto_balanced as "autoBalanced", line_count as "lineCount", warnings, rejection_reason as "rejectionReason",
  posting_hash as "postingHash"`

/** Newest posting date first, then by id (ledger.md#posting-search). */
const postingCursor = positionCursor({ name: 'postings', checks: [positionChecks.day, positionChecks.uuid] })

function toPosting({ storeId, ...row }: RowOf<typeof postingRow>): Posting {
  return {
    ...row,
    storeIds: [storeId],
    postingDate: utcMidnight(row.postingDate),
    createdAt: row.createdAt.toISOString(),
    exportedAt: row.exportedAt?.toISOString() ?? null,
    totalDebit: Number(row.totalDebit),
    totalCredit: Number(row.totalCredit),
    imbalance: Number(row.imbalance),
  }
}

// SQL: one row type with the search, whose statements follow from the request.
const findById = statement({
  name: 'posting-by-id',
  text: `select ${columns} from posting where id = $1`,
  parameters: [Sql.uuid],
  row: postingRow,
})

/** A posting of any status; undefined when there is none. */
export async function findPosting(database: Queries, id: string): Promise<Posting | undefined> {
  const [row] = await findById.on(database, id)
  return row && toPosting(row)
}

const findByZReport = statement({
  name: 'posting-by-z-report',
  text: `select ${columns} from posting where z_report_id = $1 and status <> 'Superseded'`,
  parameters: [Sql.text],
  row: postingRow,
})

/** The current posting of a Z-report; undefined when there is none. */
export async function findPostingOfZReport(database: Queries, zReportId: string): Promise<Posting | undefined> {
  const [row] = await findByZReport.on(database, zReportId)
  return row && toPosting(row)
}

const countRow = { hits: Sql.bigint }

/** The statement that counts the postings that fulfil the conditions. */
export function postingCountStatement(filter: SqlConditions): BuiltStatement<typeof countRow> {
  return { text: `select count(*) as hits from posting ${filter.where()}`, values: filter.values, row: countRow }
}

/**
 * The statement that reads a page of the postings that fulfil the conditions. Raises
 * `ValidationFailed` for a bad `after`.
 */
export function postingPageStatement(filter: SqlConditions, page: PageRequest): BuiltStatement<typeof postingRow> {
  const rest = filter.copy()
  if (page.after !== null) {
    const [day, id] = postingCursor.parse(page.after).map((value) => rest.parameter(value))
    // The first half is what the index is searched by.
    rest.addText(`posting_date <= ${day}::date and (posting_date < ${day}::date or id > ${id}::uuid)`)
  }
  const limit = limitTo(page, rest)
  const sql = `select ${columns} from posting ${rest.where()} order by posting_date desc, id ${limit}`
  return { text: sql, values: rest.values, row: postingRow }
}

/** A page of the postings that fulfil the conditions, and how many there are in all. */
export async function searchPostingPage(database: Queries, filter: SqlConditions, page: PageRequest): Promise<Page<Posting>> {
  const pageStatement = postingPageStatement(filter, page)
  const [counted, rows] = await Promise.all([
    fetchRows(database, postingCountStatement(filter)),
    fetchRows(database, pageStatement),
  ])
  return pageFrom(rows, {
    take: page.take,
    totalHits: counted[0]?.hits ?? 0,
    toResult: toPosting,
    toPosition: (row) => postingCursor.format([row.postingDate, row.id]),
  })
}
