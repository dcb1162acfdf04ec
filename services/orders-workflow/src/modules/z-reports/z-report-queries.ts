import type { Database } from '@oms/service-kit/database/database'
import type { StoreScope } from '../../order/order-look-ups.ts'

type Queries = Pick<Database, 'query'>

/** The JSON of a report with the store it belongs to, or null. */
export async function findReport(database: Queries, zReportId: string): Promise<{ storeId: string; document: string } | null> {
  const [row] = await database.query<{ storeId: string; document: string }>({
    name: 'z-report-by-id',
    text: 'select store_id as "storeId", document from z_report where z_report_id = $1',
    values: [zReportId],
  })
  return row ?? null
}

export type ReportSearch = {
  storeId: string | null
  /** The stores that the reader is limited to; null means all. */
  stores: StoreScope
  from: string | null
  to: string | null
  take: number
  offset: number
}

/** A page of reports as JSON, the newest first, and the total number. */
export async function findReports(database: Queries, search: ReportSearch): Promise<{ totalHits: number; documents: string[] }> {
  const { storeId, stores, from, to, take, offset } = search
  const wanted = `($1::text is null or store_id = $1) and ($2::text[] is null or store_id = any($2))
    and ($3::timestamptz is null or date_closed >= $3) and ($4::timestamptz is null or date_closed <= $4)`
  const values = [storeId, stores, from, to]
  const [counted, rows] = await Promise.all([
    database.query<{ count: number }>({
      name: 'z-report-count',
      text: `select count(*) as count from z_report where ${wanted}`,
      values,
    }),
    database.query<{ document: string }>({
      name: 'z-report-page',
      text: `select document from z_report where ${wanted} order by date_closed desc, z_report_id limit $5 offset $6`,
      values: [...values, take, offset],
    }),
  ])
  return { totalHits: counted[0]?.count ?? 0, documents: rows.map(({ document }) => document) }
}
