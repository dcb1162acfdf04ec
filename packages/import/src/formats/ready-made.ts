import { setAt, targetSpreadPath, valueAt } from '@open-oms/contracts/model/property-target'
import type { Decimal } from '@open-oms/money/decimal'
import type { Kind } from '../kinds.ts'
import { type GroupingRules, groupRows, type RowGroup } from '../mapping/group-rows.ts'
import { isCodeHeading, withoutGuard } from '../mapping/guards.ts'
import { type CompiledMapping, compileMapping } from '../mapping/mapped-items.ts'
import type { MappingFile } from '../mapping/mapping-file.ts'
import { type NumberStyle, readDecimal, type TransformResult } from '../mapping/numbers.ts'
import { type CsvHeader, type CsvRow, cell, hasColumn } from '../reading/read-csv.ts'
import type { Item, Origin, Problem, UnkeyedItem } from '../reading/read-item.ts'
import { quoted, type Refusal, refused, UnreadableFile } from '../reading/reasons.ts'

/** The rows of an item, and a place to write what is wrong with them. */
export type Cells = {
  rows: readonly CsvRow[]
  /** What the rows say of the whole item. */
  head: CsvRow
  problems: Problem[]
  /**
   * Our word for a word of the file, from the list of that name in the mapping; `standard` where it
   * has none.
   */
  word(list: string, theirs: string, standard: string): string
  /** The decimal mark of the mapping. */
  mark: MappingFile['decimalMark']
}

/** How the rows of an export of another system become items. */
export type ReadyMadeFormat = {
  /** Columns without which the file is none of this format. */
  needs: readonly string[]
  /** The columns of the key, the decisive one first; empty where each row is an item. */
  keys: readonly string[]
  /** The columns that are about the whole item. */
  once: readonly string[]
  /** The list with an item for each of some rows, and which rows these are. */
  spread?: { path: string; isItem(row: CsvRow): boolean }
  /** Headings by property path, for the reports. */
  columns: Readonly<Record<string, string>>
  /** Returns the item; null for rows that say nothing that is imported. */
  toItem(cells: Cells): Item | null
  /** The totals that the rows state. */
  statedTotals?(cells: Cells): readonly Decimal[]
}

/**
 * The items of an export of another system; constants of the mapping are set on each. Raises
 * `UnreadableFile`, `MappingProblem`.
 */
export async function* readyMadeItems(
  rows: AsyncIterable<CsvRow>,
  format: ReadyMadeFormat,
  { kind, mapping }: { kind: Kind; mapping: MappingFile },
): AsyncGenerator<UnkeyedItem> {
  const { constants } = compileMapping(kind, { constants: mapping.constants ?? {} })
  const columns = new Map(Object.entries(format.columns))
  const word: Cells['word'] = (list, theirs, standard) => findWord(mapping.values?.[list] ?? {}, theirs) ?? standard
  const groupingFor = (header: CsvHeader): GroupingRules => {
    requireColumns(header, format.needs)
    return formatGrouping(format, mapping.decimalMark, header)
  }
  for await (const group of groupRows(rows, groupingFor)) {
    const { rows: grouped, head } = group
    const cells: Cells = { rows: grouped, head, problems: [...group.problems], word, mark: mapping.decimalMark }
    const item = format.toItem(cells)
    const { problems } = cells
    if (item === null && problems.length === 0) continue
    if (item !== null) setConstants(item, constants)
    const facts = { count: grouped.length, totals: format.statedTotals?.(cells) ?? [] }
    yield {
      line: head.line,
      item,
      problems,
      origin: groupOrigin(group, format, columns),
      rows: facts,
      text: grouped.map(({ text }) => text).join('\n'),
    }
  }
}

function formatGrouping(format: ReadyMadeFormat, mark: MappingFile['decimalMark'], header: CsvHeader): GroupingRules {
  const style = numberStyle(mark, header)
  const isSame = (one: string, other: string) => {
    const [first, second] = [readDecimal(one, style), readDecimal(other, style)]
    return 'value' in first && 'value' in second && first.value === second.value
  }
  const has = (column: string) => hasColumn(header, column)
  return {
    keys: format.keys.filter(has),
    once: format.once.filter(has).map((column) => ({ column, path: columnPath(format, column), isSame })),
  }
}

function columnPath({ columns }: ReadyMadeFormat, column: string): string {
  return Object.entries(columns).find(([, heading]) => heading === column)?.[0] ?? ''
}

function groupOrigin({ rows, head }: RowGroup, { spread }: ReadyMadeFormat, columns: ReadonlyMap<string, string>): Origin {
  const { line } = head
  if (spread === undefined) return { line, columns }
  return { line, columns, spread: { path: spread.path, lines: rows.filter(spread.isItem).map((row) => row.line) } }
}

/** Sets the constants of a mapping on an item; one with `[]` on each item of that list. */
export function setConstants(item: Item, constants: CompiledMapping['constants']): void {
  for (const { target, value } of constants) {
    const spread = targetSpreadPath(target)
    const list = spread === null ? [null] : listAt(item, spread)
    for (const position of list.keys()) setAt(item, target, { position, value })
  }
}

function listAt(item: Item, path: string): readonly unknown[] {
  const steps = path.split('.').map((field) => ({ field }))
  return (valueAt(item, { path, steps, spreadAt: null, kind: 'json' }) as unknown[] | undefined) ?? []
}

function findWord(words: Readonly<Record<string, string>>, theirs: string): string | undefined {
  return words[theirs] ?? Object.entries(words).find(([word]) => word.toLowerCase() === theirs.toLowerCase())?.[1]
}

function requireColumns(header: CsvHeader, needs: readonly string[]): void {
  const missing = needs.filter((name) => !hasColumn(header, name))
  if (missing.length > 0) throw new UnreadableFile(1, 'otherFormat', { missing: missing.map((name) => `"${name}"`).join(', ') })
}

/** The text of a column without blanks and a guard before it; null when empty. */
export function textIn(row: CsvRow, column: string): string | null {
  const text = withoutGuard(cell(row, column).trim(), isCodeHeading(column))
  return text === '' ? null : text
}

type Cell = { row: CsvRow; column: string; path: string }

export type NumberCell = { column: string; path: string; absent?: number }
type CellContext = Pick<Cells, 'problems' | 'mark'>

/** The number of a column; `absent` where it is empty. What is no number becomes a problem. */
export function numberIn(cells: CellContext, row: CsvRow, { column, path, absent = 0 }: NumberCell): number {
  const style = numberStyle(cells.mark, row.header)
  return valueOr(
    readCell(row, column, (text) => readDecimal(text, style)),
    { cells, row, column, path, absent },
  )
}

function numberStyle(mark: MappingFile['decimalMark'], { delimiter }: CsvHeader): NumberStyle {
  return { mark: mark ?? '.', isStated: mark !== undefined, delimiter }
}

/**
 * The instant of a column, ISO 8601 UTC; null where it is empty. What is no date becomes a problem.
 */
export function dateIn(cells: CellContext, row: CsvRow, { column, path }: Omit<NumberCell, 'absent'>): string | null {
  return valueOr(readCell(row, column, readInstant), { cells, row, column, path, absent: null })
}

/** Notes what is wrong with a cell. */
export function addProblem({ problems }: Pick<Cells, 'problems'>, { row, column, path }: Cell, why: Refusal): void {
  problems.push({ line: row.line, column, path, ...why })
}

function readCell(row: CsvRow, column: string, read: (text: string) => TransformResult): TransformResult | null {
  const text = textIn(row, column)
  return text === null ? null : read(text)
}

function valueOr<T>(
  read: TransformResult | null,
  { cells, row, column, path, absent }: { cells: CellContext; row: CsvRow; column: string; path: string; absent: T },
): T {
  if (read === null) return absent
  if ('value' in read) return read.value as T
  addProblem(cells, { row, column, path }, read)
  return absent
}

const ISO_DATE =
  /^(?<day>\d{4}-\d{2}-\d{2})(?:[ T](?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?: ?(?<zone>UTC|Z|[+-]\d{2}:?\d{2}))?)?$/
const MAIL_DATE = /^(\w{3}, )?\d{1,2} \w{3} \d{4} \d{2}:\d{2}(:\d{2})? (GMT|UTC|[+-]\d{4})$/

/** `2024-01-31 12:00:00 +0100`, ISO 8601, or the date of an e-mail. Without a zone it is UTC. */
function readInstant(text: string): TransformResult {
  const { day, time = '00:00', zone = 'UTC' } = ISO_DATE.exec(text)?.groups ?? {}
  const offset = zone === 'UTC' ? 'Z' : zone.replace(/(\d{2}):?(\d{2})$/, '$1:$2')
  const date = new Date(day === undefined ? text : `${day}T${time}${offset}`)
  // What else programs take for a date is read in the time zone of the machine.
  if (Number.isNaN(date.getTime()) || (day === undefined && !MAIL_DATE.test(text)))
    return refused('notDate', { text: quoted(text) })
  return { value: date.toISOString() }
}

/**
 * The return form of what was refunded of an order whose export does not say what came back:
 * without lines, in a status of returns, so that the order owes nothing
 * (docs/reference/import-formats.md#refunds).
 */
export function refundForms(payments: readonly Item[], status: string): Item[] {
  const credits = payments.filter(({ transactionType }) => transactionType === 'Credit')
  return credits.map((credit, index) => ({
    returnId: String(index + 1),
    status,
    created: credit.created,
    grossRoundoff: credit.amount,
    creditAmount: credit.amount,
    lineItems: [],
    payments: [credit],
  }))
}
