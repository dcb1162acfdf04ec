import type { Database } from '@oms/service-kit/database/database'
import { bigint, json, list, nullable, statement, text, timestamptzText } from '@oms/service-kit/database/statement'
import type { StoreScope } from '../../order/store/order-look-ups.ts'

type Queries = Pick<Database, 'query'>

const findById = statement({
  name: 'z-report-by-id',
  text: 'select store_id as "storeId", document from z_report where z_report_id = $1',
  parameters: [text],
  row: { storeId: text, document: json },
})

/** The JSON of a report with the store it belongs to, or null. */
export async function findReport(database: Queries, zReportId: string): Promise<{ storeId: string; document: string } | null> {
  const [row] = await findById.on(database, zReportId)
  return row ?? null
}

export type ReportSearch = {
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
const filterParameters = [nullable(text), nullable(list(text)), nullable(timestamptzText), nullable(timestamptzText)] as const

const countReports = statement({
  name: 'z-report-count',
  text: `select count(*) as count from z_report where ${wanted}`,
  parameters: filterParameters,
  row: { count: bigint },
})

const readPage = statement({
  name: 'z-report-page',
  text: `select document from z_report where ${wanted} order by date_closed desc, z_report_id limit $5 offset $6`,
  parameters: [...filterParameters, bigint, bigint],
  row: { document: json },
})

/** A page of reports as JSON, the newest first, and the total number. */
export async function findReports(database: Queries, search: ReportSearch): Promise<{ totalHits: number; documents: string[] }> {
  const { storeId, stores, from, to, take, offset } = search
  const wantedBy = [storeId, stores, from, to] as const
  const [counted, rows] = await Promise.all([
    countReports.on(database, ...wantedBy),
    readPage.on(database, ...wantedBy, take, offset),
  ])
  return { totalHits: counted[0]?.count ?? 0, documents: rows.map(({ document }) => document) }
}
