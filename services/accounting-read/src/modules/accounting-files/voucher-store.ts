import type { Database } from '@open-oms/service-kit/database/database'
import type { SqlConditions } from '@open-oms/service-kit/database/sql-conditions'
import { type BuiltStatement, fetchRows, Sql, statement } from '@open-oms/service-kit/database/statement'
import { type ExportedLine, exportedLines } from '../export/line-export-store.ts'
import type { PostingRows } from './domain/map-vouchers.ts'

type Queries = Pick<Database, 'query'>

const findHeads = statement({
  name: 'voucher-heads',
  text: 'select id, chain_number as "chainNumber", created_at as "createdAt" from posting where id = any($1)',
  parameters: [Sql.list(Sql.uuid)],
  row: { id: Sql.uuid, chainNumber: Sql.bigint, createdAt: Sql.timestamptz },
})

/**
 * The postings whose lines fulfil the conditions, each with all these lines in their sequence, by
 * posting date and posting id. The conditions must give the same rows at each read (`bookedUpTo`).
 */
export async function* readPostings(database: Queries, filter: SqlConditions): AsyncGenerator<PostingRows> {
  let lines: ExportedLine[] = []
  for await (const read of exportedLines(database, filter)) {
    lines.push(...read)
    const lastId = read.at(-1)?.postingId
    yield* withHeads(
      database,
      lines.filter(({ postingId }) => postingId !== lastId),
    )
    lines = lines.filter(({ postingId }) => postingId === lastId)
  }
  yield* withHeads(database, lines)
}

async function* withHeads(database: Queries, lines: readonly ExportedLine[]): AsyncGenerator<PostingRows> {
  const byPosting = Map.groupBy(lines, ({ postingId }) => postingId)
  if (byPosting.size === 0) return
  const heads = new Map((await findHeads.on(database, [...byPosting.keys()])).map((head) => [head.id, head]))
  for (const [id, ofPosting] of byPosting) {
    const head = heads.get(id)
    if (head !== undefined) yield { ...head, lines: ofPosting }
  }
}

const openingRow = { accountNumber: Sql.text, total: Sql.numeric, ofYear: Sql.numeric }

/**
 * The statement that sums the lines of the conditions by account, and those of a fiscal year alone.
 */
export function openingStatement(filter: SqlConditions, yearBegin: string): BuiltStatement<typeof openingRow> {
  const all = filter.copy()
  const begin = all.parameter(yearBegin)
  return {
    text: `select account_number as "accountNumber", sum(debit - credit) as total,
        coalesce(sum(debit - credit) filter (where posting_date >= ${begin}::date), 0) as "ofYear"
      from ledger_line ${all.where()} group by account_number order by account_number`,
    values: all.values,
    row: openingRow,
  }
}

/** Debit minus credit by account: of all lines of the conditions, and of those since a day. */
export async function sumOpenings(
  database: Queries,
  filter: SqlConditions,
  yearBegin: string,
): Promise<{ accountNumber: string; total: string; ofYear: string }[]> {
  return await fetchRows(database, openingStatement(filter, yearBegin))
}
