import { Decimal } from '@open-oms/money/decimal'
import { medusaOrders } from './formats/medusa/orders.ts'
import { medusaProducts } from './formats/medusa/products.ts'
import { type ReadyMadeFormat, readyMadeItems, setConstants } from './formats/ready-made.ts'
import { shopifyOrders } from './formats/shopify/orders.ts'
import { shopifyProducts } from './formats/shopify/products.ts'
import { shopifyCustomers, shopifyStock } from './formats/shopify/stock-and-customers.ts'
import { itemKey, type KindName, kinds } from './kinds.ts'
import { compileMapping, mappedItems, mappingOfHeadings } from './mapping/mapped-items.ts'
import type { MappingFile } from './mapping/mapping-file.ts'
import { decodeText, detectEncoding } from './reading/decode-text.ts'
import { type CsvRow, joined, readCsv } from './reading/read-csv.ts'
import { type Item, problemAt, type ReadItem, type UnkeyedItem } from './reading/read-item.ts'
import { readJsonList } from './reading/read-json-list.ts'
import { ITEM_MAX, type RawItem, readNdjson } from './reading/read-ndjson.ts'
import { quoted, type Refusal, refused } from './reading/reasons.ts'

/** Names of objects that exports of the closed system put around an order. */
const wrappers: readonly string[] = ['order', 'item']
const identities: readonly string[] = ['id', 'ordernumber', 'productid', 'skuid']
/** Where in the item it is, which browsers say twice. */
const PLACE = / \(line \d+ column \d+\)$/

/**
 * Items of JSON texts: those of the API, and those that the closed system's `Orders` export wraps
 * as `{ order, returnOrderForm, shipment }`, in any letter case
 * (docs/reference/import-formats.md#closed-system-orders).
 */
export async function* jsonItems(texts: AsyncIterable<RawItem>): AsyncGenerator<UnkeyedItem> {
  for await (const { line, text } of texts) {
    const read = text === null ? refused('tooLong', { max: ITEM_MAX }) : parsed(text)
    const base = { line, origin: { line }, text: text ?? '' }
    if ('reason' in read) {
      const rows = { count: 1, totals: [] }
      yield { ...base, item: null, problems: [{ line, column: null, path: '', ...(read as Refusal) }], rows }
    } else yield { ...base, item: read, problems: [], rows: { count: 1, totals: statedTotals(read) } }
  }
}

function parsed(text: string): Item | Refusal {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? unwrapped(value) : refused('notObject')
  } catch (error) {
    return refused('notJson', { detail: (error as Error).message.replace(PLACE, '') })
  }
}

function statedTotals(item: Item): Decimal[] {
  const total = Object.entries(item).find(([name]) => name.toLowerCase() === 'total')?.[1]
  return typeof total === 'number' ? [new Decimal(total)] : []
}

function unwrapped(value: Item): Item {
  const names = Object.keys(value)
  const wrapper = names.find((name) => wrappers.includes(name.toLowerCase()) && isObject(value[name]))
  if (wrapper === undefined || names.some((name) => identities.includes(name.toLowerCase()))) return value
  return unwrapped(value[wrapper] as Item)
}

function isObject(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Formats that a file may have (docs/reference/import-formats.md#formats). */
export const sourceFormats = ['ndjson', 'json', 'csv', 'shopify', 'medusa'] as const
export type SourceFormat = (typeof sourceFormats)[number]

export type Source = {
  /** The bytes of the file, from its beginning. */
  bytes: AsyncIterable<Uint8Array>
  kind: KindName
  format: SourceFormat
  mapping: MappingFile
  /** Of Medusa's products: the price that is taken. */
  currency: string
  /** The rates of the accounts of a store, of which exports without rates take theirs. */
  ratesOf: (storeId: string) => readonly number[]
  /** Is called with the first lines of a CSV file, up to its header, as they are there. */
  onHeader?: (text: string) => void
}

/** Raised for what no reader reads. */
export class UnknownFormat extends Error {}

/**
 * The format of a file by its name, and where that does not say it by its first character; `start`
 * has the first bytes. Null when neither tells.
 */
export function detectFormat(name: string, start: Uint8Array): SourceFormat | null {
  const plain = name.toLowerCase().replace(/\.txt$/, '')
  if (/\.(csv|tsv)$/.test(plain)) return 'csv'
  if (/\.(ndjson|jsonl)$/.test(plain)) return 'ndjson'
  const first = new TextDecoder(detectEncoding(start)).decode(start).trimStart().slice(0, 1)
  if (first === '[') return 'json'
  return first === '{' || plain.endsWith('.json') ? 'ndjson' : null
}

/**
 * The items of a file, each key once; the same file gives the same items each time. Raises
 * `UnreadableFile`, `MappingProblem`, `UnknownFormat`.
 */
export async function* readItems(source: Source): AsyncGenerator<ReadItem> {
  // One entry for each key is what memory grows by: some 100 bytes.
  const first = new Map<string, { line: number; identity: string | null }>()
  for await (const read of readUnkeyedItems(source)) {
    const { item, line } = read
    const key = item === null ? null : itemKey(source.kind, item)
    if (item === null || read.problems.length > 0) {
      yield { ...read, key, item: null }
      continue
    }
    const identity = foreignId(item)
    const reason = key === null ? keyMissing(source.kind) : whyRepeated(first.get(key), { key, identity })
    if (key !== null && reason === null) first.set(key, { line, identity })
    const problems = reason === null ? [] : [problemAt(read.origin, kinds[source.kind].keyPath, reason)]
    yield { ...read, key, problems, item: reason === null ? item : null }
  }
}

function keyMissing(kind: KindName): Refusal {
  return refused('keyMissing', { name: kinds[kind].keyName })
}

type ItemKey = { key: string; identity: string | null }

function whyRepeated(first: { line: number; identity: string | null } | undefined, { key, identity }: ItemKey): Refusal | null {
  if (first === undefined) return null
  if (identity === null || first.identity === null || identity === first.identity)
    return refused('repeated', { line: first.line, text: quoted(key) })
  return refused('repeatedNumber', { text: quoted(key), one: first.identity, line: first.line, other: identity })
}

/** The id of an order of an export of another system, which has another number as its key here. */
function foreignId(item: Item): string | null {
  const [first] = (Array.isArray(item.externalIds) ? item.externalIds : []) as { id?: unknown }[]
  return typeof first?.id === 'string' ? first.id : null
}

/** The headings of a CSV file, of which `start` has the first bytes. Raises `UnreadableFile`. */
export async function readHeadings(
  start: Uint8Array,
  { delimiter, encoding }: { delimiter: string | undefined; encoding: string | undefined },
): Promise<readonly string[]> {
  async function* bytes() {
    yield start
  }
  for await (const { header } of readCsv(decodeText(bytes(), encoding), { delimiter })) return header.columns
  return []
}

function readUnkeyedItems(source: Source): AsyncIterable<UnkeyedItem> {
  const text = decodeText(source.bytes, source.mapping.encoding)
  if (source.format === 'ndjson') return withConstants(jsonItems(readNdjson(text)), source)
  if (source.format === 'json') return withConstants(jsonItems(readJsonList(text)), source)
  return csvItems(text, source)
}

async function* withConstants(items: AsyncIterable<UnkeyedItem>, { kind, mapping }: Source): AsyncGenerator<UnkeyedItem> {
  const { constants } = compileMapping(kinds[kind], { constants: mapping.constants ?? {} })
  for await (const read of items) {
    if (read.item !== null) setConstants(read.item, constants)
    yield read
  }
}

async function* csvItems(text: AsyncGenerator<string>, source: Source): AsyncGenerator<UnkeyedItem> {
  const { format, mapping, onHeader } = source
  const kind = kinds[source.kind]
  const rows = readCsv(text, { delimiter: mapping.delimiter, onHeader })
  // A file without any row raises before.
  const first = (await rows.next()).value as CsvRow
  const all = joined(first, rows)
  if (format === 'csv') {
    const columns = mapping.columns === undefined ? mappingOfHeadings(first.header.columns, kind) : {}
    yield* mappedItems(all, compileMapping(kind, { ...mapping, ...columns }))
  } else yield* readyMadeItems(all, readyMade(source, first), { kind, mapping })
}

const shopify: Readonly<Record<KindName, (storeRates: readonly number[]) => ReadyMadeFormat>> = {
  orders: shopifyOrders,
  products: () => shopifyProducts,
  stock: () => shopifyStock,
  customers: () => shopifyCustomers,
}

function readyMade({ kind, format, mapping, currency, ratesOf }: Source, { header }: CsvRow): ReadyMadeFormat {
  const { storeId } = mapping.constants ?? {}
  const storeRates = typeof storeId === 'string' ? ratesOf(storeId) : []
  if (format === 'shopify') return shopify[kind](storeRates)
  if (kind === 'orders') return medusaOrders(header.delimiter === ';', storeRates)
  if (kind === 'products') return medusaProducts(currency)
  throw new UnknownFormat(`Medusa exports no ${kind}.`)
}
