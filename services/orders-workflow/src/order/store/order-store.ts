import { DomainError, invariant } from '@open-oms/contracts/errors'
import { type RowOf, Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { notifyRelays } from '@open-oms/service-kit/events/outbox'
import type { OrderVersion, SavedOrder } from '../rules/order-version.ts'
import { insertVersions, load, loadForUpdate, publishEvents, saveVersions } from './order-statements.ts'
import { type Publication, publicationValues, versionOrderId, versionValues } from './write-parameters.ts'

/** A stored order, read to be changed. */
export type StoredOrder = SavedOrder & {
  /**
   * False for an order that was written before there were search tables and has no row there yet.
   */
  isIndexed: boolean
}

const findPurged = statement({
  name: 'order-purged-sequences',
  text: 'select order_id, event_sequence from purged_order where order_id = any($1)',
  parameters: [Sql.list(Sql.text)],
  row: { order_id: Sql.text, event_sequence: Sql.bigint },
})

/** Reads orders, by id. */
export async function loadOrders(tx: Transaction, ids: readonly string[]): Promise<Map<string, StoredOrder>> {
  const rows = await load.on(tx, ids)
  return new Map(rows.map((row) => [row.id, storedOrder(row)]))
}

/** An order to lock; `known` is how this process last saw it. */
export type WantedOrder = { id: string; known?: SavedOrder | undefined }

/**
 * Locks orders in the order of their ids and reads them, by id: of one that is still as it is known
 * nothing more is read.
 */
export async function loadOrdersForUpdate(tx: Transaction, wanted: readonly WantedOrder[]): Promise<Map<string, StoredOrder>> {
  const known = new Map(wanted.flatMap((one) => (one.known === undefined ? [] : [[one.id, one.known] as const])))
  const rows = await loadForUpdate.on(
    tx,
    wanted.map(({ id }) => id),
    wanted.map((one) => one.known?.versionId ?? null),
    wanted.map((one) => one.known?.eventSequence ?? null),
  )
  return new Map(rows.map((row) => [row.id, orderOfRow(row, known.get(row.id))]))
}

function orderOfRow({ document, ...row }: RowOf<typeof loadForUpdate.row>, known: SavedOrder | undefined): StoredOrder {
  if (document !== null) return storedOrder({ ...row, document })
  invariant(known !== undefined, 'the document of an order is left out where it is known')
  return { ...known, isIndexed: row.is_indexed }
}

function storedOrder({
  document: order,
  published_allocations,
  version_number,
  version_id,
  event_sequence,
  is_indexed,
}: RowOf<typeof load.row>): StoredOrder {
  return {
    order,
    allocations: published_allocations === null ? [] : JSON.parse(published_allocations),
    versionNumber: version_number,
    versionId: version_id,
    eventSequence: event_sequence,
    isIndexed: is_indexed,
  }
}

/**
 * Where the events of purged orders ended, by id: an order that uses such an id again continues
 * from there (orders.md#order-purge, events.md#envelope).
 */
export async function purgedSequences(tx: Transaction, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await findPurged.on(tx, ids)
  return new Map(rows.map((row) => [row.order_id, row.event_sequence]))
}

/**
 * Writes new orders with versions, events and runs in one statement. False, and nothing written,
 * when an id belonged to a purged order whose events ended elsewhere than a version says. Raises
 * `OrderIdExists` when an id is taken, also by a deleted order (orders.md#order-creation).
 */
export async function insertOrders(tx: Transaction, versions: readonly OrderVersion[]): Promise<boolean> {
  // In the order of the ids, so that no two batches wait for each other.
  const ordered = [...versions].sort((a, b) => (versionOrderId(a) < versionOrderId(b) ? -1 : 1))
  tx.afterCommit(notifyRelays)
  try {
    const rows = await insertVersions.on(tx, ...versionValues(ordered))
    return rows.length > 0
  } catch (error) {
    if (!isTakenId(error)) throw error
    const named = versions.length === 1 ? `the id "${versions[0]?.order.id}"` : 'one of the ids'
    throw new DomainError('OrderIdExists', `There is already an order with ${named}.`)
  }
}

function isTakenId(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return code === '23505' && constraint === 'order_pkey'
}

/** Writes the next versions of orders that are locked, in one statement. */
export async function saveOrders(tx: Transaction, versions: readonly OrderVersion[]): Promise<void> {
  tx.afterCommit(notifyRelays)
  const rows = await saveVersions.on(tx, ...versionValues(versions))
  invariant(rows.length === versions.length, 'orders that are locked do not change')
}

/** Writes events and runs of locked orders whose documents do not change, in one statement. */
export async function publishOfOrders(tx: Transaction, publications: readonly Publication[]): Promise<void> {
  tx.afterCommit(notifyRelays)
  const rows = await publishEvents.on(tx, ...publicationValues(publications))
  invariant(rows.length === publications.length, 'orders that are locked do not change')
}
