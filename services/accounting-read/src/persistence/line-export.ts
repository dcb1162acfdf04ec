import type { Database } from '@oms/service-kit/database/database'
import type { Conditions } from './conditions.ts'
import type { LineText } from './line-text.ts'

const LINES_PER_READ = 5_000

/** The condition that a line was in the books at an instant: posted by then, and not superseded by then. */
export function knownAt(filter: Conditions, asOf: Date, { includeSuperseded }: { includeSuperseded: boolean }): void {
  const instant = filter.parameter(asOf)
  const holds = includeSuperseded ? '' : ` and (posting.superseded_at is null or posting.superseded_at > ${instant})`
  filter.addText(
    `exists (select from posting where posting.id = ledger_line.posting_id and posting.created_at <= ${instant}${holds})`,
  )
}

type Piece = { count: number; text: string; day: string; posting: string; sequence: number }

/**
 * All lines that fulfil the conditions as the text of a file, by posting date, posting id and line sequence, some thousand at a time. The
 * database writes the text: turning its rows into objects to write them again costs three times as much. Nothing is kept open between two
 * reads: postings and lines are final, so that the conditions say the same at each.
 */
export async function* exportedText(
  database: Pick<Database, 'query'>,
  filter: Conditions,
  lineText: LineText,
): AsyncGenerator<string> {
  for (let last: Piece | undefined; ; ) {
    const piece: Piece | undefined = await readPiece(database, filter, { lineText, last })
    if (piece === undefined || piece.count === 0) return
    yield piece.text
    if (piece.count < LINES_PER_READ) return
    last = piece
  }
}

type PieceAfter = { lineText: LineText; last: Piece | undefined }

async function readPiece(
  database: Pick<Database, 'query'>,
  filter: Conditions,
  { lineText, last }: PieceAfter,
): Promise<Piece | undefined> {
  const rest = filter.copy()
  if (last !== undefined) {
    const [day, posting, sequence] = [last.day, last.posting, last.sequence].map((value) => rest.parameter(value))
    rest.addText(`(posting_date, posting_id, line_sequence) > (${day}::date, ${posting}::uuid, ${sequence}::int)`)
  }
  const order = 'order by posting_date, posting_id, line_sequence'
  const [piece] = await database.query<Piece>({
    text: `select count(*) as count, string_agg(line_text, '' ${order}) as text, max(posting_date) as day,
        (array_agg(posting_id ${order}))[count(*)] as posting, (array_agg(line_sequence ${order}))[count(*)] as sequence
      from (
        select posting_date, posting_id, line_sequence, ${lineText} as line_text
        from ledger_line ${rest.where()} ${order} limit ${LINES_PER_READ}
      ) as line`,
    values: rest.values,
  })
  return piece
}
