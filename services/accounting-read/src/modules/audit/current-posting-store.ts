import type { PostingSource } from '@oms/contracts/accounting/posting'
import type { Database } from '@oms/service-kit/database/database'

type Queries = Pick<Database, 'query'>

/** A current posting with its store, currency and date, and its hash. */
export type PostingOutcome = {
  id: string
  source: PostingSource
  storeId: string
  currencyCode: string
  postingDate: string
  zReportId: string | null
  postingHash: string
}

/** Every posting that is not superseded, without its lines; the oldest first. */
export async function currentPostings(database: Queries): Promise<PostingOutcome[]> {
  return await database.query<PostingOutcome>({
    text: `select id, source, store_id as "storeId", currency_code as "currencyCode", posting_date as "postingDate",
        z_report_id as "zReportId", posting_hash as "postingHash"
      from posting where status <> 'Superseded' order by posting_date, store_id, currency_code, source, z_report_id`,
  })
}

/** Whether a database has neither payments nor postings nor a position in any stream. */
export async function isUntouched(database: Queries): Promise<boolean> {
  const [row] = await database.query<{ isUntouched: boolean }>({
    text: `select not exists (select from payment_transaction) and not exists (select from posting)
      and not exists (select from kit.event_position) as "isUntouched"`,
  })
  return row?.isUntouched ?? false
}
