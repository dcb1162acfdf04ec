import type { Database } from '@oms/service-kit/database/database'
import {
  type BuiltStatement,
  bigint,
  date,
  fetchRows,
  integer,
  nullable,
  type RowOf,
  statement,
  text,
  uuid,
} from '@oms/service-kit/database/statement'
import type { Conditions } from '../search/conditions.ts'
import type { LineText } from './line-text.ts'

const LINES_PER_READ = 5_000

/** The last number in the chain of each company, as JSON. */
type ChainEnds = string

const findChainEnds = statement({
  name: 'company-chain-ends',
  text: 'select json_object_agg(company_code, chain_number)::text as ends from company_chain',
  parameters: [],
  row: { ends: nullable(text) },
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
export function bookedUpTo(filter: Conditions, ends: ChainEnds, { includeSuperseded }: { includeSuperseded: boolean }): void {
  const parameter = filter.parameter(ends)
  const isBooked = (posting: string) =>
    `${posting}.chain_number <= (${parameter}::jsonb ->> coalesce(${posting}.accounting_company_code, ''))::bigint`
  const successor = `select from posting successor where successor.supersedes_posting_id = posting.id and ${isBooked('successor')}`
  const holds = includeSuperseded ? '' : ` and (posting.superseded_at is null or not exists (${successor}))`
  filter.addText(`exists (select from posting where posting.id = ledger_line.posting_id and ${isBooked('posting')}${holds})`)
}

/** All but the count are null where there are no lines. */
const pieceRow = {
  count: bigint,
  text: nullable(text),
  day: nullable(date),
  posting: nullable(uuid),
  sequence: nullable(integer),
}

type Piece = RowOf<typeof pieceRow>

/**
 * All lines that fulfil the conditions as the text of a file, by posting date, posting id and line
 * sequence, some thousand at a time. The database writes the text: making objects of its rows first
 * costs three times as much. No transaction is open between two reads, so the conditions must give
 * the same rows at each (`bookedUpTo`).
 */
export async function* exportedText(
  database: Pick<Database, 'query'>,
  filter: Conditions,
  lineText: LineText,
): AsyncGenerator<string> {
  for (let last: Piece | undefined; ; ) {
    const [piece]: Piece[] = await fetchRows(database, pieceStatement(filter, { lineText, last }))
    if (piece === undefined || piece.text === null) return
    yield piece.text
    if (piece.count < LINES_PER_READ) return
    last = piece
  }
}

type PieceAfter = { lineText: LineText; last: Pick<Piece, 'day' | 'posting' | 'sequence'> | undefined }

/** The statement that reads the next lines of an export, behind the last of those before. */
export function pieceStatement(filter: Conditions, { lineText, last }: PieceAfter): BuiltStatement<typeof pieceRow> {
  const rest = filter.copy()
  if (last !== undefined) {
    const [day, posting, sequence] = [last.day, last.posting, last.sequence].map((value) => rest.parameter(value))
    rest.addText(`(posting_date, posting_id, line_sequence) > (${day}::date, ${posting}::uuid, ${sequence}::int)`)
  }
  const order = 'order by posting_date, posting_id, line_sequence'
  return {
    text: `select count(*) as count, string_agg(line_text, '' ${order}) as text, max(posting_date) as day,
        (array_agg(posting_id ${order}))[count(*)] as posting, (array_agg(line_sequence ${order}))[count(*)] as sequence
      from (
        select posting_date, posting_id, line_sequence, ${lineText} as line_text
        from ledger_line ${rest.where()} ${order} limit ${LINES_PER_READ}
      ) as line`,
    values: rest.values,
    row: pieceRow,
  }
}
