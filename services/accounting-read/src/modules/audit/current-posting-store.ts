import type { PostingSource } from '@oms/contracts/accounting/posting'
import type { Database } from '@oms/service-kit/database/database'
import { boolean, date, nullable, oneOf, type RowOf, statement, text, uuid } from '@oms/service-kit/database/statement'

type Queries = Pick<Database, 'query'>

const outcomeRow = {
  id: uuid,
  source: oneOf<PostingSource>(),
  storeId: text,
  currencyCode: text,
  postingDate: date,
  zReportId: nullable(text),
  postingHash: text,
}

/** A current posting with its store, currency and date, and its hash. */
export type PostingOutcome = RowOf<typeof outcomeRow>

// SQL: it reads every posting there is, and so does a fraction of the work for each.
const findCurrentPostings = statement({
  name: 'posting-all-current',
  text: `select id, source, store_id as "storeId", currency_code as "currencyCode", posting_date as "postingDate",
      z_report_id as "zReportId", posting_hash as "postingHash"
    from posting where status <> 'Superseded' order by posting_date, store_id, currency_code, source, z_report_id`,
  parameters: [],
  row: outcomeRow,
})

/** Every posting that is not superseded, without its lines; the oldest first. */
export async function currentPostings(database: Queries): Promise<PostingOutcome[]> {
  return await findCurrentPostings.on(database)
}

const findUntouched = statement({
  name: 'database-is-untouched',
  text: `select not exists (select from payment_transaction) and not exists (select from posting)
    and not exists (select from kit.event_position) as "isUntouched"`,
  parameters: [],
  row: { isUntouched: boolean },
})

/** Whether a database has neither payments nor postings nor a position in any stream. */
export async function isUntouched(database: Queries): Promise<boolean> {
  const [row] = await findUntouched.on(database)
  return row?.isUntouched ?? false
}
