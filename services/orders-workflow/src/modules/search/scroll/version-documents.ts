import type { Database } from '@oms/service-kit/database/database'
import { bigint, integer, list, nullable, statement, text, uuid } from '@oms/service-kit/database/statement'
import type { StoreScope } from '../../../order/order-look-ups.ts'
import type { ScrollBatch } from './scroll-store.ts'

export type VersionSource = ScrollBatch & {
  scrollId: string
  /** Only orders that belonged to these stores at that version. */
  stores: StoreScope
  /** The separator between two documents of a chunk. */
  separator: string
}

/** Text that is read at a time: enough to be fast, little enough for many concurrent callers. */
const PIECE_LENGTH = 500_000
const FIRST_COUNT = 25
const COUNT_MAX = 250

/**
 * The documents of a batch as they were in their versions, as JSON and in its order, several at a
 * time; each chunk is fetched while the one before it is sent. Purged orders are left out. Each
 * chunk is a separate statement: nothing is held between two of them.
 */
export async function* versionDocuments(database: Pick<Database, 'query'>, source: VersionSource): AsyncGenerator<string> {
  let count = FIRST_COUNT
  let next = readPiece(database, source, { from: 0, to: count })
  for (let from = 0; from < source.orderIds.length; ) {
    const piece = await next
    from += count
    count = nextCount(piece)
    next = readPiece(database, source, { from, to: from + count })
    // When the caller leaves first, nothing awaits it.
    next.catch(() => undefined)
    if (piece.documents !== null) yield piece.documents
  }
}

type Piece = { documents: string | null; count: number }

/** The number of documents of this length in a chunk. */
function nextCount({ documents, count }: Piece): number {
  const average = documents === null ? 1 : documents.length / count
  return Math.min(COUNT_MAX, Math.max(1, Math.floor(PIECE_LENGTH / average)))
}

const readVersions = statement({
  name: 'version-documents',
  text: `select string_agg(v.document::text, $5 order by wanted.place) as documents, count(*) as count
      from unnest($1::text[], $2::int[]) with ordinality as wanted (order_id, version_number, place)
      join order_version_content v on v.order_id = wanted.order_id and v.version_number = wanted.version_number
      where not (v.version_id > $3 and exists (select from purged_order p where p.order_id = v.order_id))
        and ($4::text[] is null or v.document ->> 'storeId' = any($4))`,
  parameters: [list(text), list(integer), uuid, nullable(list(text)), text],
  row: { documents: nullable(text), count: bigint },
})

type Range = { from: number; to: number }

/**
 * A purged order takes its versions with it, but its id may have been used again since, with
 * version numbers from 1. The times in the ids of the version and the scroll distinguish the two:
 * both are UUIDs of version 7. The database joins the texts: a string for each of thousands of
 * documents would make the memory of the process grow.
 */
async function readPiece(database: Pick<Database, 'query'>, source: VersionSource, { from, to }: Range): Promise<Piece> {
  const orderIds = source.orderIds.slice(from, to)
  if (orderIds.length === 0) return { documents: null, count: 0 }
  const { scrollId, stores, separator } = source
  const [row] = await readVersions.on(database, orderIds, source.versionNumbers.slice(from, to), scrollId, stores, separator)
  return row ?? { documents: null, count: 0 }
}
