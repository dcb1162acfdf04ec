import { UnreadableFile } from './file-text.ts'
import type { RawRow } from './read-json-lines.ts'

/** A record of a CSV file. `text` is the record as it is in the file, without its line end. */
export type CsvRecord = RawRow & { fields: readonly string[] }

const delimiters = [',', ';', '\t'] as const
const QUOTE = '"'

/**
 * The records of a CSV file (RFC 4180, any line end), the header first. Comma, semicolon or tab is
 * found out by the header. Empty lines are passed over. Raises `UnreadableFile` at a quote that
 * does not pair, after which no record is separate from the next.
 */
export async function* readCsv(text: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  let delimiter: string | null = null
  for await (const { line, text: record } of recordsOf(text)) {
    if (record === '') continue
    delimiter ??= delimiterOf(record)
    const fields = fieldsOf(record, delimiter)
    if (fields === null) throw new UnreadableFile(line, { name: 'quote' })
    yield { line, text: record, fields }
  }
}

/** The lines of a text, of which those with an open quote go on with the next one. */
async function* recordsOf(text: AsyncIterable<string>): AsyncGenerator<RawRow> {
  const scanner = createScanner()
  let parts: string[] = []
  let begins = 1
  for await (const piece of text) {
    let from = 0
    for (let at = 0; at < piece.length; at++) {
      const mark = scanner.take(piece[at] ?? '')
      if (mark === null) continue
      if (mark === 'end') {
        parts.push(piece.slice(from, at))
        yield { line: begins, text: parts.join('') }
        parts = []
        begins = scanner.line()
      }
      from = at + 1
    }
    parts.push(piece.slice(from))
  }
  // An open quote is in what is left.
  const rest = parts.join('')
  if (rest !== '') yield { line: begins, text: rest }
}

/** What a character is between records: the end of one, or the second character of a line end. */
type Mark = 'end' | 'belongsToEnd' | null

/** Takes the characters of a CSV file one by one. */
function createScanner(): { take: (character: string) => Mark; line: () => number } {
  let line = 1
  let isQuoted = false
  let wasReturn = false
  return {
    take(character) {
      const isSecond = character === '\n' && wasReturn
      wasReturn = character === '\r'
      if (character === QUOTE) isQuoted = !isQuoted
      if (isSecond) return isQuoted ? null : 'belongsToEnd'
      if (character !== '\n' && character !== '\r') return null
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

/**
 * The fields of a record; null where a quote does not pair, or is inside of a field without quotes.
 */
function fieldsOf(record: string, delimiter: string): string[] | null {
  const fields: string[] = []
  for (let at = 0; ; at++) {
    const field = record[at] === QUOTE ? quotedField(record, at) : plainField(record, { at, delimiter })
    if (field === null) return null
    fields.push(field.text)
    at = field.end
    if (at >= record.length) return fields
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
