import { CsvError, parse } from 'csv-parse/stream'
import { type Refusal, refused, UnreadableFile } from './reasons.ts'

/** What is known of the columns of a file. */
export type CsvHeader = {
  /** As the file spells them, in its order. */
  columns: readonly string[]
  /** Positions by the name in lower case. */
  positions: ReadonlyMap<string, number>
  delimiter: string
}

/** One record of a CSV file. */
export type CsvRow = {
  /** The line on which the record begins, from 1. */
  line: number
  header: CsvHeader
  fields: readonly string[]
  /** The positions of the cells that have quotes. */
  quoted: ReadonlySet<number>
  /** The record as it is in the file, without its line end. */
  text: string
}

export type CsvOptions = {
  /** One character; a comma, a semicolon or a tab is found out when it is absent. */
  delimiter?: string | undefined
  /** Is called with the first lines of the file, up to the header, as they are there. */
  onHeader?: ((text: string) => void) | undefined
}

/** More characters in one record mean a quote that nobody closed. */
const RECORD_MAX = 32 * 1024 * 1024
/** So much of a file has its header. */
const START_MAX = 64 * 1024
const delimiters = [',', ';', '\t'] as const
const QUOTE = '"'
/** The first line by which spreadsheets are told the delimiter; they may have filled up the row. */
const SEPARATOR_LINE = /^"?sep=(.)"?\1*[^\S\r\n]*(?:\r\n|[\r\n])/i
/** Lines that say nothing, whatever the delimiter. */
const BLANK_LINES = /^[\s,;|]*(?:[\r\n]|$)/

/**
 * The records of a CSV file (RFC 4180, any line end) behind its header. A first line `sep=` and a
 * character sets the delimiter; rows of empty cells are passed over. Raises `UnreadableFile` for
 * quotes that do not pair, after which no record can be separated from the next, for a header with
 * an empty name or the same name twice, and for a file without any row
 * (docs/reference/import-formats.md#text).
 */
export async function* readCsv(text: AsyncGenerator<string>, options: CsvOptions = {}): AsyncGenerator<CsvRow> {
  let header: CsvHeader | null = null
  let rows = 0
  const start = await readStart(text, options)
  for await (const record of parseRecords(joined(start.text, text), start)) {
    if (record.fields.every((field) => field.trim() === '')) continue
    if (header === null) {
      header = toHeader(record, start.delimiter)
      options.onHeader?.(start.separatorLine + record.text)
    } else {
      rows++
      yield { ...record, header }
    }
  }
  if (header === null) throw new UnreadableFile(1, 'emptyFile')
  // Text of another encoding has no line ends, and so looks like a header.
  if (rows === 0) throw new UnreadableFile(1, 'onlyHeader')
}

type Start = {
  /** What was read of the file, from the first line that says something. */
  text: string
  line: number
  delimiter: string
  /** As it is in the file; empty where it has none. */
  separatorLine: string
}

async function readStart(text: AsyncGenerator<string>, { delimiter }: CsvOptions): Promise<Start> {
  let start = ''
  while (start.length < START_MAX) {
    const next = await text.next()
    if (next.done === true) break
    start += next.value
  }
  const [separatorLine = '', separator] = SEPARATOR_LINE.exec(start) ?? []
  const [blankLines = ''] = BLANK_LINES.exec(start.slice(separatorLine.length)) ?? []
  const before = separatorLine + blankLines
  const rest = start.slice(before.length)
  return {
    text: rest,
    line: 1 + lineEndsIn(before),
    delimiter: separator ?? delimiter ?? detectDelimiter(rest),
    separatorLine,
  }
}

function detectDelimiter(start: string): string {
  const [header = ''] = start.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1)
  const counts = delimiters.map((delimiter) => header.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}

function lineEndsIn(text: string): number {
  return text.split(/\r\n|[\r\n]/).length - 1
}

/** A list that begins with something that was taken from it. */
export async function* joined<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first
  yield* rest
}

/** The text of a column, in any letter case; empty where the record or the file has none. */
export function cell(row: CsvRow, column: string): string {
  const position = row.header.positions.get(column.toLowerCase())
  return position === undefined ? '' : (row.fields[position] ?? '')
}

/** Whether the file has a column, in any letter case. */
export function hasColumn({ positions }: CsvHeader, column: string): boolean {
  return positions.has(column.toLowerCase())
}

/**
 * What is wrong with the form of a record; null when nothing is. A record may lack empty cells at
 * its end, and may have more of them.
 */
export function formProblem({ fields, header }: CsvRow): Refusal | null {
  const hasMore = fields.slice(header.columns.length).some((field) => field.trim() !== '')
  return hasMore ? refused('extraCells', { cells: fields.length, columns: header.columns.length }) : null
}

function toHeader({ fields, line }: CsvRecord, delimiter: string): CsvHeader {
  const columns = fields.map((name) => name.trim())
  while (columns.at(-1) === '') columns.pop()
  const positions = new Map<string, number>()
  for (const [position, name] of columns.entries()) {
    if (name === '') throw new UnreadableFile(line, 'unnamedColumn', { number: position + 1 })
    if (positions.has(name.toLowerCase())) throw new UnreadableFile(line, 'columnTwice', { column: name })
    positions.set(name.toLowerCase(), position)
  }
  return { columns, positions, delimiter }
}

type CsvRecord = Omit<CsvRow, 'header'>

async function* parseRecords(text: AsyncIterable<string>, { line: first, delimiter }: Start): AsyncGenerator<CsvRecord> {
  const found: CsvRecord[] = []
  let line = first
  const { writable } = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: RECORD_MAX,
    raw: true,
    // In a queue of the stream an error would take those before it along.
    on_record(read: unknown) {
      const { record: fields, raw } = read as { record: string[]; raw: string }
      const quoted = quotedCells(fields, raw)
      const spelled = recordText(fields, { quoted, delimiter })
      found.push({ line, fields, quoted, text: spelled })
      line += 1 + lineEndsIn(spelled)
      return null
    },
  })
  const writer = writable.getWriter()
  const encoder = new TextEncoder()
  try {
    for await (const piece of text) {
      await writer.write(encoder.encode(piece))
      yield* found.splice(0)
      await writer.ready
    }
    await writer.close()
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableFile(line, 'openQuote') : error
  }
  yield* found
}

/** The positions of the cells that have quotes in a record of the file. */
function quotedCells(fields: readonly string[], raw: string): Set<number> {
  const quoted = new Set<number>()
  let at = 0
  for (const [position, field] of fields.entries()) {
    if (raw[at] === QUOTE) {
      quoted.add(position)
      at += 1 + field.split(QUOTE).length
    }
    at += field.length + 1
  }
  return quoted
}

/**
 * A record as it is in the file. `raw` of csv-parse lacks bytes of a delimiter that has several.
 */
function recordText(
  fields: readonly string[],
  { quoted, delimiter }: { quoted: ReadonlySet<number>; delimiter: string },
): string {
  const spelled = (field: string, position: number) => (quoted.has(position) ? `"${field.replaceAll(QUOTE, '""')}"` : field)
  return fields.map(spelled).join(delimiter)
}
