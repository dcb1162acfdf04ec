import type { Database } from '@open-oms/service-kit/database/database'
import { deleteInBatches } from '@open-oms/service-kit/database/delete-in-batches'
import { type BuiltStatement, fetchRows, type RowOf, Sql, statement } from '@open-oms/service-kit/database/statement'
import type { InTransaction } from '@open-oms/service-kit/database/transaction'
import { SCROLLS_OF_CLIENT } from '../../../order/store/advisory-lock.ts'
import type { ScopedFilter } from '../domain/search-filter.ts'
import { searchCondition, searchedTables } from '../search-condition.ts'
import { type SearchSort, searchOrder } from '../search-sorts.ts'

type Reader = Pick<Database, 'query'>

/** The size of a scroll. */
export type ScrollSize = { totalHits: number; batchCount: number }
/** Which versions of which orders a batch holds, in the order of the scroll. */
export type ScrollBatch = { orderIds: readonly string[]; versionNumbers: readonly number[] }

export type ScrollReservation = {
  /** A UUID of version 7, whose time orders versions (see `versionDocuments`). */
  id: string
  clientId: string
  /** Maximum number of open scrolls of the client; null for no limit. */
  openMax: number | null
  now: Date
  expires: Date
}

const lockClient = statement({
  name: 'scroll-lock-client',
  text: 'select pg_advisory_xact_lock($1, hashtext($2))',
  parameters: [Sql.integer, Sql.text],
  row: { pg_advisory_xact_lock: Sql.nothing },
})

const reserve = statement({
  name: 'scroll-reserve',
  text: `with
    -- the scrolls that the client has open
    of_client as (select expires from scroll where client_id = $2 and expires > $4),
    -- a further one, if it may have it
    reserved as (
          insert into scroll (id, client_id, total_hits, batch_count, expires)
          select $1, $2, 0, 0, $3 where $5::bigint is null or (select count(*) from of_client) < $5 returning id
        ) select exists (select from reserved) as is_reserved, (select min(expires) from of_client) as first`,
  parameters: [Sql.uuid, Sql.text, Sql.timestamptz, Sql.timestamptz, Sql.nullable(Sql.bigint)],
  row: { is_reserved: Sql.boolean, first: Sql.nullable(Sql.timestamptz) },
})

/**
 * Reserves a scroll. Returns null, or the expiry of the client's first scroll when it has the
 * maximum open (search.md#scroll). Concurrent callers never exceed the maximum.
 */
export async function reserveScroll(
  { inTransaction }: { inTransaction: InTransaction },
  { id, clientId, openMax, now, expires }: ScrollReservation,
): Promise<Date | null> {
  return inTransaction(async (tx) => {
    await lockClient.on(tx, SCROLLS_OF_CLIENT, clientId)
    const [row] = await tx.commitWith<RowOf<typeof reserve.row>>(reserve.with(id, clientId, expires, now, openMax))
    return row?.is_reserved ? null : (row?.first ?? now)
  })
}

export type ScrollContent = ScopedFilter & {
  id: string
  sort: SearchSort
  /** In addition to the filter: only these; null for all. */
  orderIds: readonly string[] | null
  batchSize: number
}

const sizeRow = { total_hits: Sql.integer, batch_count: Sql.integer }

/** Stores what is found now as the batches of a scroll. Raises what the search condition raises. */
export function fillStatement({ id, sort, orderIds, batchSize, ...searched }: ScrollContent): BuiltStatement<typeof sizeRow> {
  const condition = searchCondition(searched.filter, searched.scope)
  const first = condition.values.length + 1
  return {
    text: `with found as (
        select s.order_id, s.version_number, row_number() over (order by ${searchOrder(sort)}) - 1 as position
        from ${searchedTables(condition)} where ${condition.sql} and ($${first + 2}::text[] is null or s.order_id = any($${first + 2}))
      ), batch as (
        insert into scroll_batch (scroll_id, number, order_ids, version_numbers)
        select $${first}, position / $${first + 1}::bigint, array_agg(order_id order by position), array_agg(version_number order by position)
        from found group by position / $${first + 1}::bigint returning cardinality(order_ids) as length
      )
      update scroll set total_hits = (select coalesce(sum(length), 0) from batch), batch_count = (select count(*) from batch)
      where id = $${first} returning total_hits, batch_count`,
    values: [...condition.values, id, batchSize, orderIds],
    row: sizeRow,
  }
}

/**
 * Stores which order versions a reserved scroll has, in its order: what is found now, in one
 * statement. Nothing is written when it fails. Raises what the search condition raises.
 */
export async function fillScroll(database: Reader, content: ScrollContent): Promise<ScrollSize> {
  const [row] = await fetchRows(database, fillStatement(content))
  return { totalHits: row?.total_hits ?? 0, batchCount: row?.batch_count ?? 0 }
}

export type ScrollKey = { id: string; clientId: string; now: Date }

const extend = statement({
  name: 'scroll-extend',
  text: `update scroll set expires = greatest(expires, $4) where id = $1 and client_id = $2 and expires > $3
      returning total_hits, batch_count`,
  parameters: [Sql.uuid, Sql.text, Sql.timestamptz, Sql.timestamptz],
  row: sizeRow,
})

/** Extends an open scroll of the client. Null when it is unknown, expired or of another client. */
export async function extendScroll(
  database: Reader,
  { id, clientId, now }: ScrollKey,
  expires: Date,
): Promise<ScrollSize | null> {
  const [row] = await extend.on(database, id, clientId, now, expires)
  return row === undefined ? null : { totalHits: row.total_hits, batchCount: row.batch_count }
}

const remove = statement({
  name: 'scroll-free',
  text: 'delete from scroll where id = $1 and client_id = $2 and expires > $3 returning id',
  parameters: [Sql.uuid, Sql.text, Sql.timestamptz],
  row: { id: Sql.uuid },
})

/** Ends an open scroll of the client. Returns false when there is none. */
export async function freeScroll(database: Reader, { id, clientId, now }: ScrollKey): Promise<boolean> {
  const rows = await remove.on(database, id, clientId, now)
  return rows.length > 0
}

// SQL: part of every page of a scroll (ADR 49).
const readBatch = statement({
  name: 'scroll-batch-read',
  text: 'select order_ids, version_numbers from scroll_batch where scroll_id = $1 and number = $2',
  parameters: [Sql.uuid, Sql.integer],
  row: { order_ids: Sql.list(Sql.text), version_numbers: Sql.list(Sql.integer) },
})

/** A batch of a scroll, counted from 0; null when the scroll has no such batch or was deleted. */
export async function readScrollBatch(database: Reader, id: string, number: number): Promise<ScrollBatch | null> {
  const [row] = await readBatch.on(database, id, number)
  return row === undefined ? null : { orderIds: row.order_ids, versionNumbers: row.version_numbers }
}

/** Each may have a thousand batches. */
const REMOVED_MAX = 20

const removeExpired = statement({
  name: 'scroll-remove-expired',
  text: `delete from scroll where id in (
          select id from scroll where expires <= $1 order by expires limit ${REMOVED_MAX} for update skip locked
        ) returning id`,
  parameters: [Sql.timestamptz],
  row: { id: Sql.uuid },
})

/**
 * Removes expired scrolls, a few per statement. Returns how many. Several processes may run this
 * concurrently.
 */
export async function removeExpiredScrolls({ query, now }: Reader & { now: () => Date }, signal?: AbortSignal): Promise<number> {
  return deleteInBatches(() => removeExpired.on({ query }, now()), { size: REMOVED_MAX, signal })
}
