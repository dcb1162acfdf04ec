import type { MappingFile } from '@open-oms/import/mapping/mapping-file'
import type { SourceFormat } from '@open-oms/import/read-source'
import type { Problem } from '@open-oms/import/reading/read-item'
import { refused } from '@open-oms/import/reading/reasons'
import type { ImportKind, Item } from '../import-kinds.ts'

/** How a file is read: the same decisions as `oms import` takes. */
export type ReadOptions = {
  format: SourceFormat
  mapping: MappingFile
  /** Of Medusa's products: the price that is taken. */
  currency: string
  /** The rates of the accounts of stores, by their ids. */
  rates: Readonly<Record<string, readonly number[]>>
}

/** A row of a file: what is to be sent, or why that cannot be. */
export type Row = {
  /** The line on which it begins, from 1; of a JSON list the number of the item. */
  line: number
  /** As it is in the file. */
  text: string
  /** What it is known by among the others, as far as it could be read. */
  key: string | null
  item: Item | null
  problems: readonly Problem[]
}

export type Source = ReadOptions & { file: Blob; kind: ImportKind }

type Listeners = {
  /** Is called with the bytes that were read so far. */
  onRead?: (bytes: number) => void
  /** Is called with the header of a CSV file, as it is there. */
  onHeader?: (header: string) => void
}

/** The longest row; a request has at most 20 MiB, and room for characters of several bytes. */
export const ROW_CHARACTERS_MAX = 6 * 1024 * 1024
/** So much is decoded and read before the browser gets to do other things. */
const PIECE_BYTES = 32 * 1024
const START_BYTES = 256

/** What a file is, by its name, else by its first character. */
export async function detectFormat(file: File): Promise<SourceFormat> {
  const { detectFormat: formatByName } = await import('@open-oms/import/read-source')
  return formatByName(file.name, new Uint8Array(await file.slice(0, START_BYTES).arrayBuffer())) ?? 'csv'
}

/** The rows of a file; the same file gives the same rows each time. Raises `UnreadableFile`. */
export async function* readRows(source: Source, { onRead, onHeader }: Listeners = {}): AsyncGenerator<Row> {
  const { readItems } = await import('@open-oms/import/read-source')
  const { file, rates, ...rest } = source
  const header = onHeader === undefined ? {} : { onHeader }
  const items = readItems({ ...rest, ...header, bytes: readChunks(file, onRead), ratesOf: (storeId) => rates[storeId] ?? [] })
  for await (const { line, text, key, item, problems } of items) {
    if (text.length <= ROW_CHARACTERS_MAX) yield { line, text, key, item, problems }
    else yield { line, text, key, item: null, problems: [tooLong(line)] }
  }
}

function tooLong(line: number): Problem {
  return { line, column: null, path: '', ...refused('tooLong', { max: ROW_CHARACTERS_MAX }) }
}

/** The bytes of a file; each piece comes with a task of its own, so that the page responds. */
async function* readChunks(file: Blob, onRead: (bytes: number) => void = () => undefined): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    const bytes = new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer())
    onRead(at + bytes.byteLength)
    yield bytes
  }
}
