import type { PostingSource } from '@open-oms/contracts/accounting/posting'
import type { Database } from '@open-oms/service-kit/database/database'
import type { SqlConditions } from '@open-oms/service-kit/database/sql-conditions'
import { type BuiltStatement, fetchRows, type RowOf, Sql, statement } from '@open-oms/service-kit/database/statement'
import { lineColumns, lineRow } from '../ledger/ledger-line-store.ts'

const LINES_PER_READ = 2_000

/** The last number in the chain of each company, as JSON. */
type ChainEnds = string

const findChainEnds = statement({
  name: 'company-chain-ends',
  text: 'select json_object_agg(company_code, chain_number)::text as ends from company_chain',
  parameters: [],
  row: { ends: Sql.nullable(Sql.text) },
})

/**
 * The present ends of all chains, which say what is posted now. A chain is locked until its
 * transaction commits, so that every number up to the end is committed. Times would not do: those
 * of a running transaction are older than its commit.
 */
export async function currentChainEnds(database: Pick<Database, 'query'>): Promise<ChainEnds> {
  const [row] = await findChainEnds.on(database)
  return row?.ends ?? '{}'
}

/** Adds the condition that a line was posted (and by default current) at these chain ends. */
export function bookedUpTo(filter: SqlConditions, ends: ChainEnds, { includeSuperseded }: { includeSuperseded: boolean }): void {
  const parameter = filter.parameter(ends)
  const isBooked = (posting: string) =>
    `${posting}.chain_number <= (${parameter}::jsonb ->> coalesce(${posting}.accounting_company_code, ''))::bigint`
  const successor = `select from posting successor where successor.supersedes_posting_id = posting.id and ${isBooked('successor')}`
  const holds = includeSuperseded ? '' : ` and (posting.superseded_at is null or not exists (${successor}))`
  filter.addText(`exists (select from posting where posting.id = ledger_line.posting_id and ${isBooked('posting')}${holds})`)
}

/** A ledger line, and what only a file shows of its posting. */
const exportedRow = { ...lineRow, source: Sql.oneOf<PostingSource>(), zReportNumber: Sql.nullable(Sql.bigint) }

export type ExportedLine = RowOf<typeof exportedRow>

/**
 * All lines that fulfil the conditions, by posting date, posting id and line sequence, 2,000 at a
 * time. No transaction is open between two reads, so the conditions must give the same rows at each
 * (`bookedUpTo`).
 */
export async function* exportedLines(database: Pick<Database, 'query'>, filter: SqlConditions): AsyncGenerator<ExportedLine[]> {
  for (let last: ExportedLine | undefined; ; ) {
    const lines: ExportedLine[] = await fetchRows(database, exportStatement(filter, last))
    if (lines.length > 0) yield lines
    if (lines.length < LINES_PER_READ) return
    last = lines.at(-1)
  }
}

/** The statement that reads the next lines of an export, behind the last of those before. */
export function exportStatement(
  filter: SqlConditions,
  last: Pick<ExportedLine, 'postingDate' | 'postingId' | 'lineSequence'> | undefined,
): BuiltStatement<typeof exportedRow> {
  const rest = filter.copy()
  if (last !== undefined) {
    const [day, posting, sequence] = [last.postingDate, last.postingId, last.lineSequence].map((value) => rest.parameter(value))
    rest.addText(`(posting_date, posting_id, line_sequence) > (${day}::date, ${posting}::uuid, ${sequence}::int)`)
  }
  return {
    text: `select ${lineColumns}, source,
        (select z_report_number from posting where posting.id = ledger_line.posting_id) as "zReportNumber"
      from ledger_line ${rest.where()} order by posting_date, posting_id, line_sequence limit ${LINES_PER_READ}`,
    values: rest.values,
    row: exportedRow,
  }
}
