import { type PropertyKind, type PropertyTarget, propertyTarget, setAt, spreadPathOf } from '@oms/contracts/property-target'
import { type Problem, UnreadableFile } from './file-text.ts'
import type { CsvRecord } from './read-csv.ts'

/** What property paths are looked up in. */
export type Model = Parameters<typeof propertyTarget>[0]

type Column = { name: string; target: PropertyTarget }

/** An item of a CSV file: what its rows say, and these rows as they are in the file. */
export type CsvItem = { line: number; text: string; item: Record<string, unknown>; problem: Problem | null }

/** Rows of one item; more could not be an order, a product or anything else of the API. */
const ROWS_MAX = 5_000

/**
 * The items of a CSV file whose headings are property paths of a model
 * (docs/reference/import-formats.md#own-csv). Rows that follow each other with the same text in
 * column `groupPath`, or none, are one item where a heading adds to a list. `onHeader` is called
 * with the header as it is in the file. Raises `UnreadableFile` for a header that cannot be used,
 * and for a file without rows.
 */
export async function* csvItems(
  records: AsyncIterable<CsvRecord>,
  { model, groupPath, onHeader }: { model: Model; groupPath: string; onHeader: (header: string) => void },
): AsyncGenerator<CsvItem> {
  let columns: readonly Column[] | null = null
  let knownBy: number | null = null
  let group: CsvRecord[] = []
  let rows = 0
  for await (const record of records) {
    if (columns === null) {
      columns = columnsOf(record, model)
      knownBy = groupColumn(columns, groupPath)
      onHeader(record.text)
      continue
    }
    rows++
    if (group.length > 0 && !continues(record, group, knownBy)) {
      yield itemOf(group, columns)
      group = []
    }
    group.push(record)
  }
  if (columns !== null && group.length > 0) yield itemOf(group, columns)
  if (rows === 0) throw new UnreadableFile(1, { name: columns === null ? 'empty' : 'onlyHeader' })
}

function columnsOf({ line, fields }: CsvRecord, model: Model): Column[] {
  const names = fields.map((name) => name.trim())
  while (names.at(-1) === '') names.pop()
  const seen = new Set<string>()
  const columns = names.map((name, index): Column => {
    if (name === '') throw new UnreadableFile(line, { name: 'unnamedColumn', values: { number: index + 1 } })
    if (seen.has(name.toLowerCase())) throw new UnreadableFile(line, { name: 'columnTwice', values: { column: name } })
    seen.add(name.toLowerCase())
    const target = propertyTarget(model, name)
    if (typeof target === 'string') throw new UnreadableFile(line, { name: 'unknownColumn', values: { column: name } })
    return { name, target }
  })
  const lists = new Set(columns.flatMap(({ target }) => spreadPathOf(target) ?? []))
  if (lists.size > 1) throw new UnreadableFile(line, { name: 'twoLists', values: { lists: [...lists].join(', ') } })
  return columns
}

/** The position of the column that items are known by; null where each row is one. */
function groupColumn(columns: readonly Column[], groupPath: string): number | null {
  const position = columns.findIndex(({ target }) => target.path === groupPath)
  return position >= 0 && columns.some(({ target }) => target.spreadAt !== null) ? position : null
}

function continues({ fields }: CsvRecord, group: readonly CsvRecord[], column: number | null): boolean {
  if (column === null || group.length >= ROWS_MAX) return false
  const own = fields[column]?.trim() ?? ''
  return own === '' || own === group[0]?.fields[column]?.trim()
}

function itemOf(rows: readonly CsvRecord[], columns: readonly Column[]): CsvItem {
  const item: Record<string, unknown> = {}
  const problems = [...rows.entries()].map(([position, { fields }]) => setRow(item, { fields, position }, columns))
  const problem = problems.find((found) => found !== null) ?? null
  return { line: rows[0]?.line ?? 0, text: rows.map(({ text }) => text).join('\n'), item, problem }
}

type PlacedRow = { fields: readonly string[]; position: number }

/** Sets what a row says on its item, and returns the first thing that is wrong with it. */
function setRow(item: Record<string, unknown>, { fields, position }: PlacedRow, columns: readonly Column[]): Problem | null {
  let problem = formProblem(fields, columns.length)
  for (const [index, { name, target }] of columns.entries()) {
    const text = withoutApostrophe(fields[index]?.trim() ?? '')
    // What an item has once is stated by its first row; the others repeat it or leave it empty.
    if (text === '' || (position > 0 && target.spreadAt === null)) continue
    const value = readers[target.kind](text)
    if (value === undefined) problem ??= { name: 'cell', values: { column: name, text: text.slice(0, 60) } }
    else setAt(item, target, { position, value })
  }
  return problem
}

/** A row may lack empty fields at its end, and may have more of them. */
function formProblem(fields: readonly string[], columns: number): Problem | null {
  const hasMore = fields.slice(columns).some((field) => field !== '')
  return hasMore ? { name: 'fields', values: { fields: fields.length, columns } } : null
}

const NUMBER = /^[+-]?\d+(\.\d+)?$/
const truths: Readonly<Record<string, boolean>> = { true: true, yes: true, '1': true, false: false, no: false, '0': false }

/** The value of a cell; undefined for a text that is none of its kind. */
const readers: Readonly<Record<PropertyKind, (text: string) => unknown>> = {
  text: (text) => text,
  // The API reads dates, and refuses what is none.
  date: (text) => text,
  decimal: (text) => (NUMBER.test(text) ? Number(text) : undefined),
  boolean: (text) => truths[text.toLowerCase()],
  list: (text) => text.split(',').flatMap((part) => part.trim() || []),
  json: (text) => {
    try {
      return JSON.parse(text)
    } catch {
      return undefined
    }
  },
}

/** Exports put an apostrophe before what a spreadsheet would run as a formula. */
function withoutApostrophe(text: string): string {
  return /^'[=+\-@\t\r\n]/.test(text) ? text.slice(1) : text
}
