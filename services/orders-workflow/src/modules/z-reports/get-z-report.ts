import { DomainError, invalid } from '@open-oms/contracts/errors'
import { Z_REPORT_PAGES_MAX, Z_REPORTS_PER_PAGE } from '@open-oms/contracts/orders/z-reports/routes'
import type { ZReportQuery } from '@open-oms/contracts/orders/z-reports/z-report'
import { type Caller, isInScope } from '@open-oms/service-kit/authentication/caller'
import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import { JsonText } from '@open-oms/service-kit/http/route-response'
import type { StoreScope } from '../../order/store/order-look-ups.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'

type Queries = Pick<Database, 'query'>

const findById = statement({
  name: 'z-report-by-id',
  text: 'select store_id as "storeId", document from z_report where z_report_id = $1',
  parameters: [Sql.text],
  row: { storeId: Sql.text, document: Sql.json },
})

/** The JSON of a report with the store it belongs to, or null. */
async function findReport(database: Queries, zReportId: string): Promise<{ storeId: string; document: string } | null> {
  const [row] = await findById.on(database, zReportId)
  return row ?? null
}

type ReportSearch = {
  storeId: string | null
  /** The stores that the caller is limited to; null means all. */
  stores: StoreScope
  from: string | null
  to: string | null
  take: number
  offset: number
}

const wanted = `($1::text is null or store_id = $1) and ($2::text[] is null or store_id = any($2))
  and ($3::timestamptz is null or date_closed >= $3) and ($4::timestamptz is null or date_closed <= $4)`
const filterParameters = [
  Sql.nullable(Sql.text),
  Sql.nullable(Sql.list(Sql.text)),
  Sql.nullable(Sql.timestamptzText),
  Sql.nullable(Sql.timestamptzText),
] as const

const countReports = statement({
  name: 'z-report-count',
  text: `select count(*) as count from z_report where ${wanted}`,
  parameters: filterParameters,
  row: { count: Sql.bigint },
})

const readPage = statement({
  name: 'z-report-page',
  text: `select document from z_report where ${wanted} order by date_closed desc, z_report_id limit $5 offset $6`,
  parameters: [...filterParameters, Sql.bigint, Sql.bigint],
  row: { document: Sql.json },
})

/** A page of reports as JSON, the newest first, and the total number. */
async function findReports(database: Queries, search: ReportSearch): Promise<{ totalHits: number; documents: string[] }> {
  const { storeId, stores, from, to, take, offset } = search
  const wantedBy = [storeId, stores, from, to] as const
  const [counted, rows] = await Promise.all([
    countReports.on(database, ...wantedBy),
    readPage.on(database, ...wantedBy, take, offset),
  ])
  return { totalHits: counted[0]?.count ?? 0, documents: rows.map(({ document }) => document) }
}

/**
 * Reads a report as JSON (z-reports.md#report-reads). Raises `NotFound`, also for one of a store
 * outside the token.
 */
export async function getZReport(deps: Pick<OrderDeps, 'query'>, caller: Caller, zReportId: string): Promise<JsonText> {
  const found = await findReport(deps, zReportId)
  if (found === null || !isInScope(caller, found.storeId))
    throw new DomainError('NotFound', `There is no Z-report "${zReportId}".`)
  return new JsonText(found.document)
}

/**
 * Lists reports as JSON, the newest first (z-reports.md#report-reads). Raises `WindowExceeded`,
 * `ValidationFailed` for a reversed date range.
 */
export async function listZReports(deps: Pick<OrderDeps, 'reading'>, caller: Caller, query: ZReportQuery): Promise<JsonText> {
  const { storeId, from, to, page = 1 } = query
  if (page > Z_REPORT_PAGES_MAX)
    throw new DomainError('WindowExceeded', `There are at most ${Z_REPORT_PAGES_MAX} pages. Narrow the dates instead.`, {
      errors: { page: [`is at most ${Z_REPORT_PAGES_MAX}`] },
    })
  if (from !== undefined && to !== undefined && from > to) throw invalid('to', 'is before from')
  const { totalHits, documents } = await findReports(deps.reading, {
    storeId: storeId || null,
    stores: caller.storeIds,
    from: from ?? null,
    to: to ?? null,
    take: Z_REPORTS_PER_PAGE,
    offset: (page - 1) * Z_REPORTS_PER_PAGE,
  })
  return new JsonText(`{"totalHits":${totalHits},"result":[${documents.join(',')}]}`)
}
