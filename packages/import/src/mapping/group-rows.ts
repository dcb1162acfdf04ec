import { type CsvHeader, type CsvRow, cell, formProblem } from '../reading/read-csv.ts'
import type { Problem } from '../reading/read-item.ts'
import { quoted, refused } from '../reading/reasons.ts'

/** A column whose text an item has once, whatever the number of its rows. */
export type OnceColumn = {
  column: string
  path: string
  /** Whether two texts of it, which differ, mean the same. */
  isSame(one: string, other: string): boolean
}

/** How the rows of a file belong together. */
export type GroupingRules = {
  /** The columns of the key: the first that a row states decides. Empty: each row is an item. */
  keys: readonly string[]
  once: readonly OnceColumn[]
}

/** The rows of one item. */
export type RowGroup = {
  rows: readonly CsvRow[]
  /** What the rows say once, each from the first row that states it. */
  head: CsvRow
  problems: Problem[]
}

/** Rows of one item; more could not be an order, a product or anything else of the API. */
const ROWS_MAX = 5_000

/**
 * Rows that follow each other and have the same key, as groups; a row without a key continues the
 * rows before it where it says nothing that an item has once. A row that says otherwise than the
 * rows before it of the same key is a problem, and so are cells behind the last column and more
 * than 5,000 rows (docs/reference/import-formats.md#keys).
 */
export async function* groupRows(
  rows: AsyncIterable<CsvRow>,
  groupingOf: (header: CsvHeader) => GroupingRules,
): AsyncGenerator<RowGroup> {
  let grouping: GroupingRules = { keys: [], once: [] }
  let group: CsvRow[] = []
  for await (const row of rows) {
    const [first] = group
    if (first === undefined) grouping = groupingOf(row.header)
    if (first !== undefined && !continues(row, first, grouping)) {
      yield buildRowGroup(group, grouping)
      group = []
    }
    // One more than there may be tells that there are too many.
    if (group.length <= ROWS_MAX) group.push(row)
  }
  if (group.length > 0) yield buildRowGroup(group, grouping)
}

function continues(row: CsvRow, first: CsvRow, { keys, once }: GroupingRules): boolean {
  if (keys.length === 0) return false
  const decisive = keys.find((column) => textIn(row, column) !== '')
  if (decisive !== undefined) return textIn(row, decisive) === textIn(first, decisive)
  return once.every(({ column }) => textIn(row, column) === '')
}

function buildRowGroup(rows: readonly CsvRow[], { once }: GroupingRules): RowGroup {
  const [first] = rows as [CsvRow]
  const problems: Problem[] = rows.flatMap((row) => {
    const reason = formProblem(row)
    return reason === null ? [] : [{ line: row.line, column: null, path: '', ...reason }]
  })
  if (rows.length > ROWS_MAX)
    problems.push({ line: first.line, column: null, path: '', ...refused('tooManyRows', { max: ROWS_MAX }) })
  if (rows.length === 1) return { rows, head: first, problems }
  const fields = [...first.fields]
  const quotedCells = new Set(first.quoted)
  for (const { column, path, isSame } of once) {
    const stated = rows.filter((row) => textIn(row, column) !== '')
    const [earliest] = stated
    if (earliest === undefined) continue
    const position = columnPosition(first, column)
    fields[position] = cell(earliest, column)
    if (earliest.quoted.has(position)) quotedCells.add(position)
    const other = stated.find((row) => differs(row, earliest, { column, isSame }))
    if (other === undefined) continue
    const values = { line: earliest.line, text: quoted(textIn(other, column)), other: quoted(textIn(earliest, column)) }
    problems.push({ line: other.line, column, path, ...refused('otherwise', values) })
  }
  return { rows, head: { ...first, fields, quoted: quotedCells }, problems }
}

function differs(row: CsvRow, earliest: CsvRow, { column, isSame }: Pick<OnceColumn, 'column' | 'isSame'>): boolean {
  const [one, other] = [textIn(row, column), textIn(earliest, column)]
  return one !== other && !isSame(one, other)
}

function textIn(row: CsvRow, column: string): string {
  return cell(row, column).trim()
}

function columnPosition({ header }: CsvRow, column: string): number {
  return header.positions.get(column.toLowerCase()) ?? header.columns.length
}
