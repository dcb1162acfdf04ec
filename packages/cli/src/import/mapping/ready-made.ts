import type { TObject } from '@sinclair/typebox'
import { type CsvRow, cell, formProblem, hasColumn } from '../reading/read-csv.ts'
import type { Origin, Problem, ReadItem } from '../reading/read-item.ts'
import { UnreadableFile } from '../reading/unreadable-file.ts'
import { setConstants } from './constants.ts'
import { groupRows } from './group-rows.ts'
import { compileMapping } from './mapped-items.ts'
import type { MappingFile } from './mapping-file.ts'
import { readDecimal, type Transformed } from './transform.ts'

/** A place to write what is wrong with the rows of an item. */
export type Cells = {
  rows: readonly CsvRow[]
  problems: Problem[]
  /**
   * Our word for a word of the file, from the list of that name in the mapping; `standard` where it
   * has none.
   */
  word(list: string, theirs: string, standard: string): string
}

/** How the rows of an export of another system become items. */
export type ReadyMadeFormat = {
  model: TObject
  /** Columns without which the file is none of this format. */
  needs: readonly string[]
  groupBy?: string
  /** The list with an item for each of some rows, and which rows these are. */
  spread?: { path: string; isItem(row: CsvRow): boolean }
  /** Headings by property path, for the reports. */
  columns: Readonly<Record<string, string>>
  /** Returns the item; null for rows that say nothing that is imported. */
  itemOf(cells: Cells): Record<string, unknown> | null
}

/**
 * The items of an export of another system; constants of the mapping are set on each. Raises
 * `UnreadableFile`, `MappingProblem`.
 */
export async function* readyMadeItems(
  rows: AsyncIterable<CsvRow>,
  format: ReadyMadeFormat,
  mapping: MappingFile,
): AsyncGenerator<ReadItem> {
  const { constants } = compileMapping(format.model, { constants: mapping.constants ?? {} })
  const columns = new Map(Object.entries(format.columns))
  const word: Cells['word'] = (list, theirs, standard) => wordOf(mapping.values?.[list] ?? {}, theirs) ?? standard
  let isChecked = false
  for await (const group of groupRows(rows, format.groupBy)) {
    const [first] = group as [CsvRow]
    if (!isChecked) requireColumns(first, format.needs)
    isChecked = true
    const problems: Problem[] = group.flatMap((row) => {
      const reason = formProblem(row)
      return reason === null ? [] : [{ line: row.line, column: null, path: '', reason }]
    })
    const item = format.itemOf({ rows: group, problems, word })
    if (item === null && problems.length === 0) continue
    if (item !== null) setConstants(item, constants)
    yield { line: first.line, item: problems.length > 0 ? null : item, problems, origin: originOf(group, format, columns) }
  }
}

function originOf(group: readonly CsvRow[], { spread }: ReadyMadeFormat, columns: ReadonlyMap<string, string>): Origin {
  const { line } = group[0] as CsvRow
  if (spread === undefined) return { line, columns }
  return { line, columns, spread: { path: spread.path, lines: group.filter(spread.isItem).map((row) => row.line) } }
}

function wordOf(words: Readonly<Record<string, string>>, theirs: string): string | undefined {
  return words[theirs] ?? Object.entries(words).find(([word]) => word.toLowerCase() === theirs.toLowerCase())?.[1]
}

function requireColumns({ header }: CsvRow, needs: readonly string[]): void {
  const missing = needs.filter((name) => !hasColumn(header, name))
  if (missing.length > 0)
    throw new UnreadableFile(1, `The file is not of this format: it lacks ${missing.map((name) => `"${name}"`).join(', ')}.`)
}

/**
 * The text of a column without blanks around it, and without the apostrophe that keeps spreadsheets
 * from making it a number; null when empty.
 */
export function textIn(row: CsvRow, column: string): string | null {
  const text = cell(row, column)
    .trim()
    .replace(/^'(?=.)/, '')
  return text === '' ? null : text
}

/** The number of a column; `absent` where it is empty. What is no number becomes a problem. */
export function numberIn({ problems }: Pick<Cells, 'problems'>, row: CsvRow, { column, path, absent = 0 }: NumberCell): number {
  return valueOr(
    readCell(row, column, (text) => readDecimal(text)),
    { problems, row, column, path, absent },
  )
}

export type NumberCell = { column: string; path: string; absent?: number }

/**
 * The instant of a column, ISO 8601 UTC; null where it is empty. What is no date becomes a problem.
 */
export function dateIn(
  { problems }: Pick<Cells, 'problems'>,
  row: CsvRow,
  { column, path }: Omit<NumberCell, 'absent'>,
): string | null {
  return valueOr(readCell(row, column, readInstant), { problems, row, column, path, absent: null })
}

function readCell(row: CsvRow, column: string, read: (text: string) => Transformed): Transformed | null {
  const text = textIn(row, column)
  return text === null ? null : read(text)
}

function valueOr<T>(
  read: Transformed | null,
  { problems, row, column, path, absent }: { problems: Problem[]; row: CsvRow; column: string; path: string; absent: T },
): T {
  if (read === null) return absent
  if ('value' in read) return read.value as T
  problems.push({ line: row.line, column, path, reason: read.reason })
  return absent
}

const SPACED_DATE = /^(?<day>\d{4}-\d{2}-\d{2}) (?<time>\d{2}:\d{2}:\d{2}(?:\.\d+)?)(?: ?(?<zone>UTC|[+-]\d{2}:?\d{2}))?$/

/** `2024-01-31 12:00:00 +0100`, ISO 8601, or the date of an e-mail. Without a zone it is UTC. */
function readInstant(text: string): Transformed {
  const { day, time, zone = 'UTC' } = SPACED_DATE.exec(text)?.groups ?? {}
  const offset = zone === 'UTC' ? 'Z' : zone.replace(/(\d{2}):?(\d{2})$/, '$1:$2')
  const date = new Date(day === undefined ? text : `${day}T${time}${offset}`)
  if (Number.isNaN(date.getTime())) return { reason: `is no date: ${JSON.stringify(text.slice(0, 60))}` }
  return { value: date.toISOString() }
}
