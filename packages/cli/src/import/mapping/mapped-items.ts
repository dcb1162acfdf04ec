import { type PropertyTarget, propertyTarget, setAt, spreadPathOf } from '@oms/contracts/property-target'
import type { TObject } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { type CsvRow, cell, formProblem, hasColumn } from '../reading/read-csv.ts'
import { type Origin, type Problem, problemAt, type ReadItem } from '../reading/read-item.ts'
import { UnreadableFile } from '../reading/unreadable-file.ts'
import { groupRows } from './group-rows.ts'
import { type MappedColumn, MappingFile } from './mapping-file.ts'
import { type Transform, transformOf } from './transform.ts'

/** A column with what it fills. */
export type CompiledColumn = { column: MappedColumn; target: PropertyTarget; transform: Transform }

/** A mapping that fits a model. */
export type CompiledMapping = {
  columns: readonly CompiledColumn[]
  constants: readonly { target: PropertyTarget; value: unknown }[]
  groupBy: string | undefined
  /** The list that gets an item of each row; null when rows only state what is there once. */
  spread: string | null
}

/** Raised for a mapping file that cannot be used; the message names every reason. */
export class MappingProblem extends Error {}

/** Reads a mapping file. Raises `MappingProblem`. */
export function readMapping(value: unknown): MappingFile {
  const errors = [...Value.Errors(MappingFile, value)].slice(0, 10)
  if (errors.length > 0) throw new MappingProblem(errors.map(({ path, message }) => `${path || '/'}: ${message}`).join('\n'))
  return value as MappingFile
}

/** Fits a mapping to the model of what it makes. Raises `MappingProblem`. */
export function compileMapping(model: TObject, mapping: MappingFile): CompiledMapping {
  const problems: string[] = []
  const target = (place: string, path: string): PropertyTarget | null => {
    const found = propertyTarget(model, path)
    if (typeof found !== 'string') return found
    problems.push(`${place}: "${path}" ${found}`)
    return null
  }
  const columns = (mapping.columns ?? []).flatMap((column, index) => {
    const found = target(`/columns/${index}/path`, column.path)
    return found === null ? [] : [{ column, target: found, transform: transformOf(column, found.kind) }]
  })
  const constants = Object.entries(mapping.constants ?? {}).flatMap(([path, value]) => {
    const found = target(`/constants/${path}`, path)
    if (found === null) return []
    const read = typeof value === 'string' ? transformOf({ column: path, path }, found.kind).read(value) : { value }
    if (read !== undefined && 'value' in read) return [{ target: found, value: read.value }]
    problems.push(`/constants/${path}: ${read === undefined ? 'is empty' : read.reason}`)
    return []
  })
  const spreads = new Set([...columns, ...constants].flatMap((each) => spreadPathOf(each.target) ?? []))
  if (spreads.size > 1) problems.push(`/columns: only one list can get an item of each row, not ${[...spreads].join(' and ')}`)
  if (problems.length > 0) throw new MappingProblem(problems.join('\n'))
  return { columns, constants, groupBy: mapping.groupBy, spread: [...spreads][0] ?? null }
}

/**
 * The mapping of a file whose headings are property paths. Raises `UnreadableFile` for headings
 * that are none.
 */
export function mappingOfHeadings(headings: readonly string[], groupBy: string): MappingFile {
  const columns = headings.map((heading) => ({ column: heading, path: heading }))
  return headings.some((heading) => heading.includes('[]')) ? { columns, groupBy } : { columns }
}

/**
 * The items of the rows of a CSV file. Raises `UnreadableFile` when the file lacks a column that
 * the mapping needs.
 */
export async function* mappedItems(rows: AsyncIterable<CsvRow>, mapping: CompiledMapping): AsyncGenerator<ReadItem> {
  const columns = new Map(mapping.columns.map(({ target, column }) => [target.path, column.column]))
  let isChecked = false
  for await (const group of groupRows(rows, mapping.groupBy)) {
    const [first] = group as [CsvRow]
    if (!isChecked) requireColumns(first, mapping)
    isChecked = true
    yield itemOf(group, mapping, columns)
  }
}

function requireColumns({ header }: CsvRow, { columns, groupBy }: CompiledMapping): void {
  const needed = [...columns.map(({ column }) => column.column), ...(groupBy === undefined ? [] : [groupBy])]
  const missing = [...new Set(needed.filter((name) => !hasColumn(header, name)))]
  if (missing.length > 0)
    throw new UnreadableFile(
      1,
      `The file lacks the columns ${missing.map((name) => `"${name}"`).join(', ')}. It has: ${header.columns.join(', ')}.`,
    )
}

function itemOf(rows: readonly CsvRow[], mapping: CompiledMapping, columns: ReadonlyMap<string, string>): ReadItem {
  const { line } = rows[0] as CsvRow
  const spread = mapping.spread === null ? {} : { spread: { path: mapping.spread, lines: rows.map((row) => row.line) } }
  const item: Record<string, unknown> = {}
  const problems = rows.flatMap((row, position) => setRow(item, { row, position }, mapping))
  return { line, item: problems.length > 0 ? null : item, problems, origin: { line, columns, ...spread } }
}

/** Sets what a row says on its item, and returns what is wrong with the row. */
function setRow(
  item: Record<string, unknown>,
  { row, position }: { row: CsvRow; position: number },
  mapping: CompiledMapping,
): Problem[] {
  // What an item has once is stated by its first row; the others repeat it or leave it empty.
  const isSaid = (target: PropertyTarget) => position === 0 || target.spreadAt !== null
  const form = formProblem(row)
  const problems: Problem[] = form === null ? [] : [{ line: row.line, column: null, path: '', reason: form }]
  for (const { target, value } of mapping.constants) if (isSaid(target)) setAt(item, target, { position, value })
  for (const { column, target, transform } of mapping.columns.filter((each) => isSaid(each.target))) {
    const read = transform.read(cell(row, column.column))
    if (read === undefined) continue
    if ('value' in read) setAt(item, target, { position, value: read.value })
    else problems.push({ line: row.line, column: column.column, path: target.path, reason: read.reason })
  }
  return problems
}

/** What a validation says about an item, in terms of the file. */
export function problemsOf(origin: Origin, errors: Readonly<Record<string, readonly string[]>>): Problem[] {
  return Object.entries(errors).flatMap(([path, reasons]) => reasons.map((reason) => problemAt(origin, path, reason)))
}
