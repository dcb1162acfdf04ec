import { integer, json, type RowOf, statement, text } from '@oms/service-kit/database/statement'
import type { InTransaction, Transaction } from '@oms/service-kit/database/transaction'
import type { Log } from '@oms/service-kit/observability/log'
import { tryLock } from './advisory-lock.ts'
import { recordList } from './order-statements.ts'
import type { SavedOrder } from './order-version.ts'
import { countInsert, dimensions, searchInsert, searchRecord, searchRecordTypes, termInsert } from './rows/search-statements.ts'

const written = `written as (
    select * from json_to_recordset($1::json) as w (order_id text, version_number integer, ${recordList(searchRecordTypes)})
  )`

/** Leaves out what another has indexed in the meantime, and counts only what it has not. */
const insertSearchRows = statement({
  name: 'orders-index',
  text: `with ${written}, searched as (
    ${searchInsert('true')} on conflict (order_id) do nothing returning order_id, ${dimensions.join(', ')}
  ), termed as (${termInsert('order_id in (select order_id from searched)')}), counted as (${countInsert('searched', 'true')})
  select order_id from searched`,
  parameters: [json],
  row: { order_id: text },
})

/**
 * Writes the search rows of stored orders that have none yet, and counts them. Their rows must be
 * locked.
 */
export async function indexOrders(
  tx: Transaction,
  orders: readonly Pick<SavedOrder, 'order' | 'versionNumber'>[],
): Promise<void> {
  const records = orders.map(({ order, versionNumber }) => ({
    order_id: order.id,
    version_number: versionNumber,
    ...searchRecord(order),
  }))
  await insertSearchRows.on(tx, JSON.stringify(records))
}

/** Orders of one transaction: what waits for one of them waits only for a moment. */
const BATCH = 100

const findUnindexed = statement({
  name: 'orders-find-unindexed',
  text: `select o.id, o.document, o.version_number from "order" as o left join order_search as s on s.order_id = o.id
  where o.id > $1 and s.order_id is null order by o.id limit ${BATCH} for update of o`,
  parameters: [text],
  row: { id: text, document: json, version_number: integer },
})

type IndexDeps = { inTransaction: InTransaction; log: Log }
type FoundRow = RowOf<typeof findUnindexed.row>

/**
 * Adds search rows for orders that were written before the search tables existed, in small batches
 * and concurrently with other writes. Returns true when none is left; false when the signal aborted
 * it, or another process is doing it.
 */
export async function indexEarlierOrders({ inTransaction, log }: IndexDeps, signal: AbortSignal): Promise<boolean> {
  let count = 0
  let last = ''
  while (!signal.aborted) {
    const rows = await inTransaction((tx) => indexBatch(tx, last))
    if (rows === null) return false
    count += rows.length
    if (rows.length < BATCH) {
      if (count > 0) log.info({ count }, 'orders of an earlier version are in the search tables now')
      return true
    }
    last = rows.at(-1)?.id ?? last
  }
  return false
}

/** Null when another process has the lock. */
async function indexBatch(tx: Transaction, last: string): Promise<FoundRow[] | null> {
  if (!(await tryLock(tx, 'order index'))) return null
  const found = await findUnindexed.on(tx, last)
  if (found.length > 0) await indexOrders(tx, found.map(storedOf))
  return found
}

function storedOf({ document, version_number }: FoundRow) {
  return { order: JSON.parse(document), versionNumber: version_number }
}
