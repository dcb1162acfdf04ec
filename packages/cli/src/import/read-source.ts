import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { withConstants } from './mapping/constants.ts'
import { compileMapping, mappedItems, mappingOfHeadings } from './mapping/mapped-items.ts'
import type { MappingFile } from './mapping/mapping-file.ts'
import { type ReadyMadeFormat, readyMadeItems } from './mapping/ready-made.ts'
import { medusaOrders } from './medusa/orders.ts'
import { medusaProducts } from './medusa/products.ts'
import { decodeText } from './reading/decode-text.ts'
import { jsonItems } from './reading/json-items.ts'
import { type CsvRow, readCsv } from './reading/read-csv.ts'
import type { ReadItem } from './reading/read-item.ts'
import { readJsonList } from './reading/read-json-list.ts'
import { readNdjson } from './reading/read-ndjson.ts'
import type { Resource, ResourceName } from './resources/resource.ts'
import { shopifyOrders } from './shopify/orders.ts'
import { shopifyProducts } from './shopify/products.ts'
import { shopifyCustomers, shopifyStock } from './shopify/stock-and-customers.ts'

/** Formats that a file may have (docs/reference/import-formats.md#formats). */
export const sourceFormats = ['ndjson', 'json', 'csv', 'shopify', 'medusa'] as const
export type SourceFormat = (typeof sourceFormats)[number]

export type Source = {
  path: string
  resource: Resource
  format: SourceFormat
  mapping: MappingFile
  /** Of Medusa's products: the price that is taken. */
  currency: string
}

/** Raised for what no reader reads. */
export class UnknownFormat extends Error {}

/**
 * The format of a file by its name, and for JSON by its first character: a list, or a value on each
 * line. Raises `UnknownFormat`.
 */
export async function formatOf(path: string): Promise<SourceFormat> {
  const name = path.toLowerCase().replace(/\.(gz|txt)$/, '')
  if (/\.(csv|tsv)$/.test(name)) return 'csv'
  if (/\.(ndjson|jsonl)$/.test(name)) return 'ndjson'
  if (/\.json$/.test(name)) return (await firstCharacter(path)) === '[' ? 'json' : 'ndjson'
  throw new UnknownFormat(`The name of ${path} does not say its format: give --format ${sourceFormats.join('|')}.`)
}

/**
 * Reads the items of a file, from its beginning. Raises `UnreadableFile`, `MappingProblem`,
 * `UnknownFormat`.
 */
export async function* readSource(source: Source): AsyncGenerator<ReadItem> {
  const { path, format, mapping } = source
  const text = decodeText(createReadStream(path), mapping.encoding)
  const { model } = source.resource
  if (format === 'ndjson') yield* withConstants(jsonItems(readNdjson(text)), model, mapping)
  else if (format === 'json') yield* withConstants(jsonItems(readJsonList(text)), model, mapping)
  else yield* csvItems(source, readCsv(text, mapping.delimiter === undefined ? {} : { delimiter: mapping.delimiter }))
}

async function* csvItems(source: Source, rows: AsyncIterable<CsvRow>): AsyncGenerator<ReadItem> {
  const { resource, format, mapping } = source
  if (format === 'csv' && mapping.columns !== undefined) {
    yield* mappedItems(rows, compileMapping(resource.model, mapping))
    return
  }
  const { first, all } = await peeked(rows)
  if (first === null) return
  if (format !== 'csv') {
    yield* readyMadeItems(all, readyMade(source, first), mapping)
    return
  }
  const own = mappingOfHeadings(first.header.columns, resource.groupPath)
  yield* mappedItems(all, compileMapping(resource.model, { ...own, ...mapping }))
}

const shopify: Readonly<Record<ResourceName, ReadyMadeFormat>> = {
  orders: shopifyOrders,
  products: shopifyProducts,
  stock: shopifyStock,
  customers: shopifyCustomers,
}

function readyMade({ resource, format, currency }: Source, { header }: CsvRow): ReadyMadeFormat {
  if (format === 'shopify') return shopify[resource.name]
  if (resource.name === 'orders') return medusaOrders(header.delimiter === ';')
  if (resource.name === 'products') return medusaProducts(currency)
  throw new UnknownFormat(`Medusa exports no ${resource.name}.`)
}

async function peeked(rows: AsyncIterable<CsvRow>): Promise<{ first: CsvRow | null; all: AsyncIterable<CsvRow> }> {
  const iterator = rows[Symbol.asyncIterator]()
  const { value, done } = await iterator.next()
  if (done === true) return { first: null, all: rows }
  async function* all() {
    yield value
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value
  }
  return { first: value, all: all() }
}

async function firstCharacter(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0)
    return new TextDecoder().decode(buffer.subarray(0, bytesRead)).trimStart().slice(0, 1)
  } finally {
    await file.close()
  }
}
