import type { Database } from '@oms/service-kit/database/database'
import { addStores, type Conditions } from '../search/conditions.ts'

/** What narrows ledger lines. */
export type LineFilter = {
  /** Conditions on `ledger_line` that hold for all lines of a posting or for none. */
  ofPosting: Conditions
  /** The stores that lines are booked to; null means all. */
  stores: readonly string[] | null
  /** Columns of the line itself with what they must be, or be one of; what is not given narrows nothing. */
  ofLine: readonly (readonly [column: string, value: string | readonly string[] | undefined])[]
}

/** All conditions of a filter. */
export function lineConditions({ ofPosting, stores, ofLine }: LineFilter): Conditions {
  const all = ofPosting.copy()
  addStores(all, stores)
  for (const [column, wanted] of ofLine)
    all.addIfGiven((value) => (typeof wanted === 'string' ? `${column} = ${value}` : `${column} = any(${value})`), wanted)
  return all
}

/** What postings say of their lines, under the names that lines have for it. */
const headers = `(select id as posting_id, posting_date, source, store_id as posting_store_id, currency_code, line_count from posting) as ledger_line`

/** How many lines a filter finds. Where only postings and stores narrow, the postings tell: counting millions of lines takes seconds. */
export async function countLines(database: Pick<Database, 'query'>, filter: LineFilter): Promise<number> {
  const isByLine = filter.ofLine.some(([, value]) => value !== undefined && value.length > 0)
  const [row] = await database.query<{ hits: number }>(isByLine ? countByLines(filter) : countByPostings(filter))
  return row?.hits ?? 0
}

function countByLines(filter: LineFilter) {
  const all = lineConditions(filter)
  return { text: `select count(*) as hits from ledger_line ${all.where()}`, values: all.values }
}

function countByPostings({ ofPosting, stores }: LineFilter) {
  const total = 'coalesce(sum(line_count), 0)'
  if (stores === null) return { text: `select ${total} as hits from ${headers} ${ofPosting.where()}`, values: ofPosting.values }
  const all = ofPosting.copy()
  const wanted = `any(${all.parameter(stores)})`
  const ofStores = all.copy()
  ofStores.addText(`posting_store_id = ${wanted}`)
  // Lines of transfers are booked to another store than their posting: they come to it, or go from it.
  const elsewhere = all.copy()
  elsewhere.addText('store_id <> posting_store_id')
  return {
    text: `select (select ${total} from ${headers} ${ofStores.where()})
      + (select coalesce(sum((store_id = ${wanted})::int - (posting_store_id = ${wanted})::int), 0) from ledger_line ${elsewhere.where()}) as hits`,
    values: all.values,
  }
}
