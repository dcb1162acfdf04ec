import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { StoreScope } from '../../../order/store/order-look-ups.ts'
import { inForm, orderDocument } from '../../../order/store/stored-document.ts'
import type { ScrollBatch } from './scroll-store.ts'

export type VersionSource = ScrollBatch & {
  scrollId: string
  /** Only orders that belonged to these stores at that version. */
  stores: StoreScope
  /** The separator between two documents of a chunk. */
  separator: string
  /** True: without the fields that are empty. */
  omitsEmpty: boolean
}

/** Text that is read at a time: enough to be fast, little enough for many concurrent callers. */
const READ_LENGTH = 500_000
/**
 * Text of a chunk. V8 keeps texts above 128 KiB apart, which costs more than all else of a chunk.
 */
const CHUNK_LENGTH = 50_000
const FIRST_COUNT = 25
const COUNT_MAX = 250

/**
 * The documents of a batch as they were in their versions, as JSON and in its order, several in a
 * chunk; some are read while those before them are sent. Purged orders are left out. Each reading
 * is a separate statement: nothing is held between two of them.
 */
export async function* versionDocuments(database: Pick<Database, 'query'>, source: VersionSource): AsyncGenerator<string> {
  let count = FIRST_COUNT
  let next = readDocuments(database, source, { from: 0, to: count })
  for (let from = 0; from < source.orderIds.length; ) {
    const documents = await next
    from += count
    count = nextCount(documents)
    next = readDocuments(database, source, { from, to: from + count })
    // When the caller leaves first, nothing awaits it.
    next.catch(() => undefined)
    yield* joinInChunks(documents, source.separator)
  }
}

/** The number of documents of this length that are read at a time. */
function nextCount(documents: readonly string[]): number {
  const length = documents.reduce((sum, document) => sum + document.length, 0)
  const average = length / Math.max(1, documents.length)
  return Math.min(COUNT_MAX, Math.max(1, Math.floor(READ_LENGTH / Math.max(1, average))))
}

function* joinInChunks(documents: readonly string[], separator: string): Generator<string> {
  let chunk = ''
  for (const document of documents) {
    const isFull = chunk !== '' && chunk.length + document.length > CHUNK_LENGTH
    if (isFull) yield chunk
    chunk = isFull || chunk === '' ? document : chunk + separator + document
  }
  if (chunk !== '') yield chunk
}

/**
 * A purged order takes its versions with it, but its id may have been used again since, with
 * version numbers from 1. The times in the ids of the version and the scroll distinguish the two:
 * both are UUIDs of version 7.
 */
const readVersions = statement({
  name: 'version-documents',
  text: `select v.document
      from unnest($1::text[], $2::int[]) with ordinality as wanted (order_id, version_number, position)
      join order_version_content v on v.order_id = wanted.order_id and v.version_number = wanted.version_number
      where not (v.version_id > $3 and exists (select from purged_order p where p.order_id = v.order_id))
        and ($4::text[] is null or v.document ->> 'storeId' = any($4))
      order by wanted.position`,
  parameters: [Sql.list(Sql.text), Sql.list(Sql.integer), Sql.uuid, Sql.nullable(Sql.list(Sql.text))],
  row: { document: orderDocument },
})

type Range = { from: number; to: number }

async function readDocuments(database: Pick<Database, 'query'>, source: VersionSource, { from, to }: Range): Promise<string[]> {
  const orderIds = source.orderIds.slice(from, to)
  if (orderIds.length === 0) return []
  const { scrollId, stores, omitsEmpty } = source
  const rows = await inForm(readVersions, omitsEmpty).on(
    database,
    orderIds,
    source.versionNumbers.slice(from, to),
    scrollId,
    stores,
  )
  return rows.map(({ document }) => document)
}
