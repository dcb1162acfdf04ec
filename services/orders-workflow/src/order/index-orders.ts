import { bigint, boolean, integer, json, type RowOf, statement, text } from '@oms/service-kit/database/statement'
import type { InTransaction, Transaction } from '@oms/service-kit/database/transaction'
import type { Log } from '@oms/service-kit/observability/log'
import { tryLock } from './advisory-lock.ts'
import type { VersionConfig } from './document/order-context.ts'
import { withDerivedStatuses } from './fulfilment/derived-statuses.ts'
import { recordList } from './order-statements.ts'
import type { SavedOrder } from './order-version.ts'
import {
  countInsert,
  countMove,
  dimensions,
  searchInsert,
  searchRecord,
  searchRecordTypes,
  searchUpdate,
  termInsert,
} from './rows/search-statements.ts'

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

type Indexed = Pick<SavedOrder, 'order' | 'versionNumber'>

/**
 * Writes the search rows of stored orders that have none yet, and counts them. Their rows must be
 * locked.
 */
export async function indexOrders(tx: Transaction, orders: readonly Indexed[]): Promise<void> {
  await insertSearchRows.on(tx, JSON.stringify(orders.map(indexRecord)))
}

function indexRecord({ order, versionNumber }: Indexed) {
  return { order_id: order.id, version_number: versionNumber, ...searchRecord(order) }
}

/** Orders of one transaction: what waits for one of them waits only for a moment. */
const BATCH = 100

const findUnderived = statement({
  name: 'orders-find-underived',
  text: `select o.id, o.document, o.version_number, s.order_id is not null as is_indexed
  from "order" as o left join order_search as s on s.order_id = o.id
  where o.id > $1 and s.fulfilment_status is null order by o.id limit ${BATCH} for update of o`,
  parameters: [text],
  row: { id: text, document: json, version_number: integer, is_indexed: boolean },
})

/** Stores derived fields with the version that the orders have, and counts the orders by them. */
const updateDerived = statement({
  name: 'orders-update-derived',
  text: `with written as (
    select * from json_to_recordset($1::json) as w (order_id text, version_number integer, document json, ${recordList(searchRecordTypes)})
  ), documented as (
    update "order" as o set document = w.document from written as w where o.id = w.order_id
  ), searched as (${searchUpdate('true')}), counted as (${countMove('true')})
  select count(*) from written`,
  parameters: [json],
  row: { count: bigint },
})

type IndexDeps = { inTransaction: InTransaction; log: Log; config: () => VersionConfig }
type FoundRow = RowOf<typeof findUnderived.row>

/**
 * Derives statuses and search rows of orders that an earlier version has written, in small batches
 * and concurrently with other writes (search.md#orders-of-earlier-versions). Returns true when none
 * is left; false when the signal aborted it, or another process is doing it.
 */
export async function indexEarlierOrders(deps: IndexDeps, signal: AbortSignal): Promise<boolean> {
  let count = 0
  let last = ''
  while (!signal.aborted) {
    const rows = await deps.inTransaction((tx) => indexBatch(tx, last, deps.config()))
    if (rows === null) return false
    count += rows.length
    if (rows.length < BATCH) {
      if (count > 0) deps.log.info({ count }, 'orders of an earlier version are in the search tables now')
      return true
    }
    last = rows.at(-1)?.id ?? last
  }
  return false
}

/** Null when another process has the lock. */
async function indexBatch(tx: Transaction, last: string, config: VersionConfig): Promise<FoundRow[] | null> {
  if (!(await tryLock(tx, 'order index'))) return null
  const found = await findUnderived.on(tx, last)
  if (found.length === 0) return found
  const orders = found.map(({ document, version_number: versionNumber, is_indexed: isIndexed }) => {
    return { order: withDerivedStatuses(JSON.parse(document), config), versionNumber, isIndexed }
  })
  const unindexed = orders.filter(({ isIndexed }) => !isIndexed)
  if (unindexed.length > 0) await indexOrders(tx, unindexed)
  const records = orders.map(({ order, versionNumber }) => ({ ...indexRecord({ order, versionNumber }), document: order }))
  await updateDerived.on(tx, JSON.stringify(records))
  return found
}
