import { type PropertyTarget, propertyTarget, setAt, targetSpreadPath } from '@open-oms/contracts/model/property-target'
import { Decimal } from '@open-oms/money/decimal'
import type { TObject } from '@sinclair/typebox'
import { Errors } from '@sinclair/typebox/errors'
import { type CsvHeader, type CsvRow, cell, hasColumn } from '../reading/read-csv.ts'
import { type Item, type Origin, ofApi, type Problem, problemAt, type RowFacts, type UnkeyedItem } from '../reading/read-item.ts'
import { UnreadableFile } from '../reading/reasons.ts'
import { type GroupingRules, groupRows, type RowGroup } from './group-rows.ts'
import { type MappedColumn, MappingFile } from './mapping-file.ts'
import type { TransformResult } from './numbers.ts'
import { columnTransform, type Transform } from './transform.ts'

/** A column with what it fills. */
export type CompiledColumn = { column: MappedColumn; target: PropertyTarget; transform: Transform }

/** A mapping that fits a model. */
export type CompiledMapping = {
  columns: readonly CompiledColumn[]
  constants: readonly { target: PropertyTarget; value: unknown }[]
  /** The columns of the key; empty where each row is an item. */
  keys: readonly string[]
  /** The list that gets an item of each row; null when rows only state what is there once. */
  spread: string | null
}

/** Raised for a mapping file that cannot be used; the message names every reason. */
export class MappingProblem extends Error {}

/** Reads a mapping file. Raises `MappingProblem`. */
export function readMapping(value: unknown): MappingFile {
  const errors = [...Errors(MappingFile, value)].slice(0, 10)
  if (errors.length > 0) throw new MappingProblem(errors.map(({ path, message }) => `${path || '/'}: ${message}`).join('\n'))
  return value as MappingFile
}

/** What a mapping fits: a model, and the paths by which rows belong together. */
type MappingTarget = { model: TObject; rowKeys: readonly string[] }

/** Fits a mapping to the model of what it makes. Raises `MappingProblem`. */
export function compileMapping({ model, rowKeys }: MappingTarget, mapping: MappingFile): CompiledMapping {
  const problems: string[] = []
  const target = (place: string, path: string): PropertyTarget | null => {
    const found = propertyTarget(model, path)
    if (typeof found !== 'string') return found
    problems.push(`${place}: "${path}" ${found}`)
    return null
  }
  const columns = (mapping.columns ?? []).flatMap((column, index) => {
    const found = target(`/columns/${index}/path`, column.path)
    if (found === null) return []
    return [
      { column, target: found, transform: columnTransform({ ...column, path: found.path }, found.kind, mapping.decimalMark) },
    ]
  })
  const constants = Object.entries(mapping.constants ?? {}).flatMap(([path, value]) => {
    const found = target(`/constants/${path}`, path)
    if (found === null) return []
    const read = transformConstant(path, value, found)
    if (read !== undefined && 'value' in read) return [{ target: found, value: read.value }]
    problems.push(`/constants/${path}: ${read === undefined ? 'is empty' : read.reason}`)
    return []
  })
  const spreads = new Set([...columns, ...constants].flatMap((each) => targetSpreadPath(each.target) ?? []))
  if (spreads.size > 1) problems.push(`/columns: only one list can get an item of each row, not ${[...spreads].join(' and ')}`)
  if (problems.length > 0) throw new MappingProblem(problems.join('\n'))
  const spread = [...spreads][0] ?? null
  return { columns, constants, keys: groupKeyColumns(columns, mapping.groupBy, { rowKeys, spread }), spread }
}

function transformConstant(path: string, value: unknown, target: PropertyTarget): TransformResult | undefined {
  if (typeof value !== 'string') return { value }
  return columnTransform({ column: path, path }, target.kind).read({ text: value, isQuoted: false }, ',')
}

/** The columns of the key: that of the mapping, else those of the kind. */
function groupKeyColumns(
  columns: readonly CompiledColumn[],
  groupBy: string | undefined,
  { rowKeys, spread }: { rowKeys: readonly string[]; spread: string | null },
): string[] {
  if (groupBy !== undefined) return [groupBy]
  if (spread === null) return []
  return rowKeys.flatMap((path) => columns.find(({ target }) => target.path === path)?.column.column ?? [])
}

/**
 * The mapping of a file whose headings are property paths. Raises `UnreadableFile` for headings
 * that are none.
 */
export function mappingOfHeadings(
  headings: readonly string[],
  { model }: Pick<MappingTarget, 'model'>,
): Pick<MappingFile, 'columns'> {
  for (const heading of headings) {
    const found = propertyTarget(model, heading)
    if (typeof found === 'string') throw new UnreadableFile(1, 'unknownColumn', { column: heading, why: found })
  }
  return { columns: headings.map((heading) => ({ column: heading, path: heading })) }
}

/**
 * The items of the rows of a CSV file. Raises `UnreadableFile` when the file lacks a column that
 * the mapping needs.
 */
export async function* mappedItems(rows: AsyncIterable<CsvRow>, mapping: CompiledMapping): AsyncGenerator<UnkeyedItem> {
  const columns = new Map(mapping.columns.map(({ target, column }) => [target.path, column.column]))
  let grouping: GroupingRules | null = null
  const groupingFor = (header: CsvHeader): GroupingRules => {
    if (grouping === null) requireColumns(header, mapping)
    grouping ??= mappingGrouping(mapping, header.delimiter)
    return grouping
  }
  for await (const group of groupRows(rows, groupingFor)) yield toMappedItem(group, mapping, columns)
}

function mappingGrouping({ columns, keys }: CompiledMapping, delimiter: string): GroupingRules {
  const once = columns
    .filter(({ target }) => target.spreadAt === null)
    .map(({ column, target, transform }) => {
      const normalizedValue = (text: string) => JSON.stringify(transform.read({ text, isQuoted: false }, delimiter))
      return {
        column: column.column,
        path: target.path,
        isSame: (one: string, other: string) => normalizedValue(one) === normalizedValue(other),
      }
    })
  return { keys, once }
}

function requireColumns(header: CsvHeader, { columns, keys }: CompiledMapping): void {
  const needed = [...columns.map(({ column }) => column.column), ...keys]
  const missing = [...new Set(needed.filter((name) => !hasColumn(header, name)))]
  if (missing.length > 0)
    throw new UnreadableFile(1, 'lacksColumns', {
      missing: missing.map((name) => `"${name}"`).join(', '),
      columns: header.columns.join(', '),
    })
}

function toMappedItem(
  { rows, head, problems: found }: RowGroup,
  mapping: CompiledMapping,
  columns: ReadonlyMap<string, string>,
): UnkeyedItem {
  const { line } = rows[0] as CsvRow
  const spread = mapping.spread === null ? {} : { spread: { path: mapping.spread, lines: rows.map((row) => row.line) } }
  const item: Item = {}
  const setting = { item, mapping, problems: [...found] }
  for (const [position, row] of rows.entries()) {
    if (position === 0) setCells(setting, { row: head, position }, (target) => target.spreadAt === null)
    setCells(setting, { row, position }, (target) => target.spreadAt !== null)
  }
  const { problems } = setting
  return {
    line,
    item,
    problems,
    origin: { line, columns, ...spread },
    rows: rowFacts(rows, mapping),
    text: rows.map(({ text }) => text).join('\n'),
  }
}

/** Sets what a row says of some properties on its item, and notes what is wrong with its cells. */
function setCells(
  { item, mapping, problems }: { item: Item; mapping: CompiledMapping; problems: Problem[] },
  { row, position }: { row: CsvRow; position: number },
  isMeant: (target: PropertyTarget) => boolean,
): void {
  for (const { target, value } of mapping.constants) if (isMeant(target)) setAt(item, target, { position, value })
  for (const { column, target, transform } of mapping.columns.filter((each) => isMeant(each.target))) {
    const read = transform.read(readRowCell(row, column.column), row.header.delimiter)
    if (read === undefined) continue
    if ('value' in read) setAt(item, target, { position, value: read.value })
    else problems.push({ line: row.line, column: column.column, path: target.path, ...read })
  }
}

function readRowCell(row: CsvRow, column: string): { text: string; isQuoted: boolean } {
  return { text: cell(row, column), isQuoted: row.quoted.has(row.header.positions.get(column.toLowerCase()) ?? -1) }
}

/** The rows and their totals, without a look at the item that was made of them. */
function rowFacts(rows: readonly CsvRow[], { columns }: CompiledMapping): RowFacts {
  const total = columns.find(({ target }) => target.path === 'total')
  if (total === undefined) return { count: rows.length, totals: [] }
  const stated = rows.map((row) => {
    const read = total.transform.read(readRowCell(row, total.column.column), row.header.delimiter)
    return read !== undefined && 'value' in read && typeof read.value === 'number' ? read.value : null
  })
  return { count: rows.length, totals: [...new Set(stated)].flatMap((value) => (value === null ? [] : [new Decimal(value)])) }
}

/** What a validation says about an item, in terms of the file. */
export function toItemProblems(origin: Origin, errors: Readonly<Record<string, readonly string[]>>): Problem[] {
  return Object.entries(errors).flatMap(([path, reasons]) => reasons.map((reason) => problemAt(origin, path, ofApi(reason))))
}
