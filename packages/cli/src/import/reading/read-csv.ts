import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
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
}

export type CsvOptions = {
  /** One character; a comma, a semicolon or a tab is found out when it is absent. */
  delimiter?: string
}

/** More characters in one record mean a quote that nobody closed. */
const RECORD_MAX = 32 * 1024 * 1024
const delimiters = [',', ';', '\t'] as const

/**
 * The records of a CSV file (RFC 4180, any line end) behind its header. Lines without any content
 * are passed over. Raises `UnreadableFile` for quotes that do not pair, after which no record can
 * be separated from the next, for a header with empty names between others or the same name twice,
 * and for a file without any row.
 */
export async function* readCsv(text: AsyncIterable<string>, { delimiter }: CsvOptions = {}): AsyncGenerator<CsvRow> {
  const { found, pieces } = await withDelimiter(text, delimiter)
  const parser = Readable.from(pieces).compose(
    parse({
      delimiter: found,
      info: true,
      max_record_size: RECORD_MAX,
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n', '\r'],
    }),
  )
  let header: CsvHeader | null = null
  let line = 0
  let emptyLines = 0
  let records = 0
  try {
    // The parser counts a line end of two characters inside quotes twice, so lines are counted
    // here.
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { empty_lines: number } }>) {
      const begins = line + 1 + info.empty_lines - emptyLines
      emptyLines = info.empty_lines
      line = begins + linesWithin(record)
      records++
      if (header === null) header = { ...headerOf(record, begins), delimiter: found }
      else yield { line: begins, header, fields: record }
    }
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error, line + 1) : error
  }
  if (records === 0) throw new UnreadableFile(1, 'The file is empty: not even a header.')
  // Text of another encoding has no line ends, and so looks like a header.
  if (records === 1) throw new UnreadableFile(1, 'The file has a header and no row below it: is the encoding the right one?')
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
 * What is wrong with the form of a record; null when nothing is. A record may lack empty fields at
 * its end.
 */
export function formProblem({ fields, header }: CsvRow): string | null {
  const extra = fields.slice(header.columns.length)
  return extra.some((field) => field !== '')
    ? `has ${fields.length} fields, and the header ${header.columns.length}: a delimiter inside a field needs quotes`
    : null
}

function headerOf(record: readonly string[], line: number): Omit<CsvHeader, 'delimiter'> {
  const columns = record.map((name) => name.trim())
  while (columns.at(-1) === '') columns.pop()
  const positions = new Map<string, number>()
  for (const [position, name] of columns.entries()) {
    if (name === '') throw new UnreadableFile(line, `Column ${position + 1} has no name.`)
    if (positions.has(name.toLowerCase())) throw new UnreadableFile(line, `There are two columns "${name}".`)
    positions.set(name.toLowerCase(), position)
  }
  return { columns, positions }
}

function linesWithin(record: readonly string[]): number {
  let count = 0
  for (const field of record) if (field.includes('\n') || field.includes('\r')) count += field.split(/\r\n|\n|\r/).length - 1
  return count
}

function unreadable(error: CsvError, line: number): UnreadableFile {
  const reason = error.code === 'CSV_MAX_RECORD_SIZE' ? 'a quote is not closed' : error.message
  return new UnreadableFile(line, `The CSV cannot be read from line ${line} on: ${reason}`)
}

/** The delimiter of the header, and the text again from its beginning. */
async function withDelimiter(text: AsyncIterable<string>, given: string | undefined) {
  const iterator = text[Symbol.asyncIterator]()
  let start = ''
  let isOver = false
  while (!isOver && !/[\r\n]/.test(start) && start.length < RECORD_MAX) {
    const { value, done } = await iterator.next()
    isOver = done === true
    start += value ?? ''
  }
  const header = start.slice(0, start.search(/[\r\n]|$/)).replaceAll(/"(?:[^"]|"")*"/g, '')
  const counts = delimiters.map((delimiter) => header.split(delimiter).length)
  const most = delimiters[counts.indexOf(Math.max(...counts))] as string
  async function* pieces() {
    yield start
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value
  }
  return { found: given ?? most, pieces: pieces() }
}
