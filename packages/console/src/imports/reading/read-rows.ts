import { type ImportKind, type Item, keyNames, keyOf } from '../import-kinds.ts'
import { csvItems } from './csv-items.ts'
import { firstCharacter, type Problem, textOf } from './file-text.ts'
import { readCsv } from './read-csv.ts'
import { type RawRow, readJsonLines } from './read-json-lines.ts'
import { readJsonList } from './read-json-list.ts'

export type FileFormat = 'ndjson' | 'json' | 'csv'

/** A row of a file: what is to be sent, or why that cannot be. */
export type Row = RawRow & {
  /** What it is known by among the others, as far as it could be read. */
  key: string | null
  item: Item | null
  problem: Problem | null
}

export type Source = { file: Blob; format: FileFormat; kind: ImportKind }

type Listeners = {
  /** Is called with the bytes that were read so far. */
  onRead?: (bytes: number) => void
  /** Is called with the header of a CSV file, as it is there. */
  onHeader?: (header: string) => void
}

/** The longest row; a request has at most 20 MiB, and room for characters of several bytes. */
export const ROW_CHARACTERS_MAX = 6 * 1024 * 1024

/** What a file is, by its name, else by its first character. */
export async function formatOf(file: File): Promise<FileFormat> {
  const name = file.name.toLowerCase()
  if (/\.(csv|tsv)$/.test(name)) return 'csv'
  if (/\.(ndjson|jsonl)$/.test(name)) return 'ndjson'
  const first = await firstCharacter(file)
  if (first === '[') return 'json'
  return first === '{' || name.endsWith('.json') ? 'ndjson' : 'csv'
}

/** The rows of a file; the same file gives the same rows each time. Raises `UnreadableFile`. */
export async function* readRows(source: Source, listeners: Listeners = {}): AsyncGenerator<Row> {
  // One entry for each key is what memory grows by.
  const linesByKey = new Map<string, number>()
  for await (const row of source.format === 'csv' ? csvRows(source, listeners) : jsonRows(source, listeners)) {
    const problem = row.problem ?? problemOf(row, source, linesByKey)
    if (problem === null && row.key !== null) linesByKey.set(row.key, row.line)
    yield problem === null ? row : { ...row, item: null, problem }
  }
}

async function* jsonRows({ file, format, kind }: Source, { onRead }: Listeners): AsyncGenerator<Row> {
  const text = textOf(file, onRead)
  for await (const row of format === 'json' ? readJsonList(text) : readJsonLines(text)) {
    const read = parsed(row.text)
    if (read.item === null) yield { ...row, key: null, ...read }
    else yield { ...row, key: keyOf(kind, read.item), ...read }
  }
}

async function* csvRows({ file, kind }: Source, { onRead, onHeader = () => undefined }: Listeners): AsyncGenerator<Row> {
  const { csvModels } = await import('./csv-models.ts')
  for await (const row of csvItems(readCsv(textOf(file, onRead)), { ...csvModels[kind], onHeader }))
    yield { ...row, key: keyOf(kind, row.item) }
}

function problemOf({ key, text }: Row, { kind, format }: Source, linesByKey: ReadonlyMap<string, number>): Problem | null {
  if (text.length > ROW_CHARACTERS_MAX) return { name: 'tooLarge', values: { max: ROW_CHARACTERS_MAX } }
  if (key === null) return { name: 'noKey', values: { name: keyNames[kind] } }
  const line = linesByKey.get(key)
  return line === undefined ? null : { name: format === 'json' ? 'repeatedItem' : 'repeatedLine', values: { line } }
}

/** Where in the row it is, which browsers say twice. */
const PLACE = / \(line \d+ column \d+\)$/

function parsed(text: string): { item: Item | null; problem: Problem | null } {
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return { item: unwrapped(value), problem: null }
    return { item: null, problem: { name: 'noObject' } }
  } catch (error) {
    return { item: null, problem: { name: 'noJson', values: { detail: (error as Error).message.replace(PLACE, '') } } }
  }
}

const wrappers: readonly string[] = ['order', 'item']
const identities: readonly string[] = ['id', 'ordernumber', 'productid', 'skuid']

/**
 * The closed system's exports have orders as `{ order, returnOrderForm, shipment }`, in any letter
 * case.
 */
function unwrapped(value: Item): Item {
  const names = Object.keys(value)
  const wrapper = names.find((name) => wrappers.includes(name.toLowerCase()) && isObject(value[name]))
  if (wrapper === undefined || names.some((name) => identities.includes(name.toLowerCase()))) return value
  return unwrapped(value[wrapper] as Item)
}

function isObject(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
