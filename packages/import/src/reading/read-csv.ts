import { type Refused, refused } from './reasons.ts'
import { UnreadableFile } from './unreadable-file.ts'

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
const delimiters = [',', ';', '\t'] as const
const QUOTE = '"'
/** The first line by which spreadsheets are told the delimiter; they may have filled up the row. */
const SEPARATOR_LINE = /^"?sep=(.)"?\1*\s*$/i

/**
 * The records of a CSV file (RFC 4180, any line end) behind its header. A first line `sep=` and a
 * character sets the delimiter; rows of empty cells are passed over. Raises `UnreadableFile` for
 * quotes that do not pair, after which no record can be separated from the next, for a header with
 * an empty name or the same name twice, and for a file without any row
 * (docs/reference/import-formats.md#text).
 */
export async function* readCsv(text: AsyncIterable<string>, options: CsvOptions = {}): AsyncGenerator<CsvRow> {
  let header: CsvHeader | null = null
  let rows = 0
  const records = recordsOf(text)
  const start = await startOf(records, options)
  if (start === null) throw new UnreadableFile(1, 'emptyFile')
  for await (const record of joined(start.first, records)) {
    if (record.text === '') continue
    const cells = cellsOf(record.text, start.delimiter)
    if (cells === null) throw new UnreadableFile(record.line, 'openQuote')
    if (cells.fields.every((field) => field.trim() === '')) continue
    if (header === null) {
      header = headerOf(cells.fields, record.line, start.delimiter)
      options.onHeader?.(start.before + record.text)
    } else {
      rows++
      yield { ...record, ...cells, header }
    }
  }
  // Text of another encoding has no line ends, and so looks like a header.
  if (rows === 0) throw new UnreadableFile(1, 'onlyHeader')
}

type Start = { first: RawRecord; delimiter: string; before: string }

/** The first record that says something, and the delimiter; null where there is none. */
async function startOf(records: AsyncIterator<RawRecord>, { delimiter }: CsvOptions): Promise<Start | null> {
  let stated = delimiter
  let before = ''
  for (let next = await records.next(); next.done !== true; next = await records.next()) {
    const first = next.value
    const separator = before === '' ? SEPARATOR_LINE.exec(first.text)?.[1] : undefined
    if (separator !== undefined) {
      stated = separator
      before = `${first.text}\n`
    } else if (/[^\s,;|"]/.test(first.text)) return { first, delimiter: stated ?? delimiterOf(first.text), before }
  }
  return null
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
export function formProblem({ fields, header }: CsvRow): Refused | null {
  const hasMore = fields.slice(header.columns.length).some((field) => field.trim() !== '')
  return hasMore ? refused('extraCells', { cells: fields.length, columns: header.columns.length }) : null
}

function headerOf(record: readonly string[], line: number, delimiter: string): CsvHeader {
  const columns = record.map((name) => name.trim())
  while (columns.at(-1) === '') columns.pop()
  const positions = new Map<string, number>()
  for (const [position, name] of columns.entries()) {
    if (name === '') throw new UnreadableFile(line, 'unnamedColumn', { number: position + 1 })
    if (positions.has(name.toLowerCase())) throw new UnreadableFile(line, 'columnTwice', { column: name })
    positions.set(name.toLowerCase(), position)
  }
  return { columns, positions, delimiter }
}

type RawRecord = { line: number; text: string }

/** The lines of a text, of which those with an open quote go on with the next one. */
async function* recordsOf(text: AsyncIterable<string>): AsyncGenerator<RawRecord> {
  const scanner = createScanner()
  let parts: string[] = []
  let length = 0
  let begins = 1
  for await (const piece of text) {
    let from = 0
    for (let at = 0; at < piece.length; at++) {
      const mark = scanner.take(piece.charCodeAt(at))
      if (mark === null) continue
      if (mark === 'end') {
        parts.push(piece.slice(from, at))
        yield { line: begins, text: parts.join('') }
        parts = []
        length = 0
        begins = scanner.line()
      }
      from = at + 1
    }
    parts.push(piece.slice(from))
    length += piece.length - from
    if (length > RECORD_MAX) throw new UnreadableFile(begins, 'openQuote')
  }
  // An open quote is in what is left.
  const rest = parts.join('')
  if (rest !== '') yield { line: begins, text: rest }
}

/** What a character is between records: the end of one, or the second character of a line end. */
type Mark = 'end' | 'belongsToEnd' | null

const LINE_FEED = 0x0a
const RETURN = 0x0d
const QUOTE_CODE = QUOTE.charCodeAt(0)

/** Takes the characters of a CSV file one by one. */
function createScanner(): { take: (character: number) => Mark; line: () => number } {
  let line = 1
  let isQuoted = false
  let wasReturn = false
  return {
    take(character) {
      const isSecond = character === LINE_FEED && wasReturn
      wasReturn = character === RETURN
      if (character === QUOTE_CODE) isQuoted = !isQuoted
      if (isSecond) return isQuoted ? null : 'belongsToEnd'
      if (character !== LINE_FEED && character !== RETURN) return null
      line++
      return isQuoted ? null : 'end'
    },
    line: () => line,
  }
}

function delimiterOf(header: string): string {
  const unquoted = header.replaceAll(/"(?:[^"]|"")*"/g, '')
  const counts = delimiters.map((delimiter) => unquoted.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}

type Cells = { fields: string[]; quoted: Set<number> }

/**
 * The cells of a record; null where a quote does not pair, or is inside of a cell without quotes.
 */
function cellsOf(record: string, delimiter: string): Cells | null {
  const cells: Cells = { fields: [], quoted: new Set() }
  for (let at = 0; ; at++) {
    const isQuoted = record[at] === QUOTE
    const field = isQuoted ? quotedField(record, at) : plainField(record, { at, delimiter })
    if (field === null) return null
    if (isQuoted) cells.quoted.add(cells.fields.length)
    cells.fields.push(field.text)
    at = field.end
    if (at >= record.length) return cells
    if (record[at] !== delimiter) return null
  }
}

type Field = { text: string; end: number }

function plainField(record: string, { at, delimiter }: { at: number; delimiter: string }): Field | null {
  const found = record.indexOf(delimiter, at)
  const end = found < 0 ? record.length : found
  const text = record.slice(at, end)
  return text.includes(QUOTE) ? null : { text, end }
}

function quotedField(record: string, at: number): Field | null {
  let text = ''
  for (let from = at + 1; ; ) {
    const quote = record.indexOf(QUOTE, from)
    if (quote < 0) return null
    text += record.slice(from, quote)
    if (record[quote + 1] !== QUOTE) return { text, end: quote + 1 }
    text += QUOTE
    from = quote + 2
  }
}
