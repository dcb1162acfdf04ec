import { type RowOf, Sql, statement } from '@open-oms/service-kit/database/statement'
import { hasEarlierForm } from '@open-oms/service-kit/database/text-conditions'
import type { InTransaction, Transaction } from '@open-oms/service-kit/database/transaction'
import type { Log } from '@open-oms/service-kit/observability/log'
import type { SearchedConfig, VersionConfig } from '../rules/context/order-context.ts'
import { withDerivedStatuses } from '../rules/fulfilment/derived-statuses.ts'
import type { SavedOrder } from '../rules/order-version.ts'
import { searchedBy } from '../rules/search/search-row.ts'
import { tryLock } from './advisory-lock.ts'
import { recordList } from './order-statements.ts'
import { returnRecords, returnsUpsert } from './return-statements.ts'
import {
  countInsert,
  countMove,
  dimensions,
  searchInsert,
  searchRecord,
  searchRecordTypes,
  searchUpdate,
  termInsert,
  termUpdate,
} from './search-statements.ts'
import { orderColumn } from './stored-document.ts'

const written = `-- the rows of the orders
  written as (
    select * from json_to_recordset($1::json) as w (order_id text, version_number integer, ${recordList(searchRecordTypes)})
  )`

/** Leaves out what another has indexed in the meantime, and counts only what it has not. */
const insertSearchRows = statement({
  name: 'orders-index',
  text: `with ${written},
  -- search rows of orders that have none
  searched as (
    ${searchInsert('true')} on conflict (order_id) do nothing returning order_id, ${dimensions.join(', ')}
  ),
  -- their search texts
  termed as (${termInsert('order_id in (select order_id from searched)')}),
  -- their part of the counts of facets
  counted as (${countInsert('searched', 'true')})
  select order_id from searched`,
  parameters: [Sql.json],
  row: { order_id: Sql.text },
})

/**
 * Writes the search rows of stored orders that have none yet, and counts them. Their rows must be
 * locked.
 */
export async function indexOrders(tx: Transaction, orders: readonly IndexedOrder[], config: SearchedConfig): Promise<void> {
  await insertSearchRows.on(tx, JSON.stringify(orders.map((order) => toIndexRecord(order, config))))
}

type IndexedOrder = Pick<SavedOrder, 'order' | 'versionNumber'>

export function toIndexRecord({ order, versionNumber }: IndexedOrder, config: SearchedConfig) {
  return { order_id: order.id, version_number: versionNumber, ...searchRecord(order, searchedBy(order, config)) }
}

/** Orders of one transaction: what waits for one of them waits only for a moment. */
export const BATCH = 100

const findUnderived = statement({
  name: 'orders-find-underived',
  text: `select o.id, o.document, o.version_number, s.order_id is not null as is_indexed
  from "order" as o left join order_search as s on s.order_id = o.id
  where o.id > $1 and s.fulfilment_status is null order by o.id limit ${BATCH} for update of o`,
  parameters: [Sql.text],
  row: { id: Sql.text, document: orderColumn, version_number: Sql.integer, is_indexed: Sql.boolean },
})

/** Stores derived fields with the version that the orders have, and counts the orders by them. */
const updateDerived = statement({
  name: 'orders-update-derived',
  text: `with
  -- the rows of the orders
  written as (
    select * from json_to_recordset($1::json) as w (order_id text, version_number integer, document json, ${recordList(searchRecordTypes)})
  ),
  -- the orders with their derived fields
  documented as (
    update "order" as o set document = w.document from written as w where o.id = w.order_id
  ),
  -- their search rows
  searched as (${searchUpdate('true')}),
  -- the change of the counts of facets
  counted as (${countMove('true')})
  select count(*) from written`,
  parameters: [Sql.json],
  row: { count: Sql.bigint },
})

export type IndexDeps = { inTransaction: InTransaction; log: Log; config: () => VersionConfig }

/**
 * Derives statuses and search rows of orders that an earlier version has written, in small batches
 * and concurrently with other writes (search.md#orders-of-earlier-versions). Returns true when none
 * is left; false when the signal aborted it, or another process is doing it.
 */
export function indexEarlierOrders(deps: IndexDeps, signal: AbortSignal): Promise<boolean> {
  const config = deps.config()
  return inBatches(deps, signal, async (tx, last) => {
    const found = await findUnderived.on(tx, last)
    if (found.length === 0) return found
    const orders = found.map((row) => ({ ...toStoredOrder(row), isIndexed: row.is_indexed }))
    const derived = orders.map((stored) => ({ ...stored, order: withDerivedStatuses(stored.order, config) }))
    const unindexed = derived.filter(({ isIndexed }) => !isIndexed)
    if (unindexed.length > 0) await indexOrders(tx, unindexed, config)
    const records = derived.map((stored) => ({ ...toIndexRecord(stored, config), document: stored.order }))
    await updateDerived.on(tx, JSON.stringify(records))
    return found
  })
}

const findEarlierForm = statement({
  name: 'orders-find-earlier-form',
  text: `select o.id, o.document, o.version_number from order_term as t join "order" as o on o.id = t.order_id
  where t.order_id > $1 and ${hasEarlierForm('t.search_text')} order by t.order_id limit ${BATCH} for update of o`,
  parameters: [Sql.text],
  row: { id: Sql.text, document: orderColumn, version_number: Sql.integer },
})

/** The row of an order and those of its return forms, made again from its document. */
const rewriteSearchRows = statement({
  name: 'orders-fold-again',
  text: `with
  -- the rows of the orders
  written as (
    select * from json_to_recordset($1::json) as w (order_id text, version_number integer, returns json, ${recordList(searchRecordTypes)})
  ),
  -- their search rows
  searched as (${searchUpdate('true')}),
  -- their search texts
  termed as (${termUpdate('true')}),
  -- the change of the counts of facets
  counted as (${countMove('true')}),
  -- the rows of their return forms
  returned as (${returnsUpsert('true')})
  select order_id from written`,
  parameters: [Sql.json],
  row: { order_id: Sql.text },
})

/**
 * Folds the search rows again that an earlier version wrote (search.md#folded-texts), as
 * `indexEarlierOrders` adds them: a process of that version that still runs may write more.
 */
export function foldEarlierOrders(deps: IndexDeps, signal: AbortSignal): Promise<boolean> {
  const config = deps.config()
  return inBatches(deps, signal, async (tx, last) => {
    const found = await findEarlierForm.on(tx, last)
    const records = found.map(toStoredOrder).map((stored) => ({
      ...toIndexRecord(stored, config),
      returns: returnRecords(stored.order, stored.order),
    }))
    if (found.length > 0) await rewriteSearchRows.on(tx, JSON.stringify(records))
    return found
  })
}

const findUnstatedReturns = statement({
  name: 'orders-find-unstated-returns',
  text: `select o.id, o.document, o.version_number from "order" as o
  where o.id in (select distinct order_id from order_return where order_id > $1 and stated_for is distinct from modified order by order_id limit ${BATCH})
  order by o.id for update of o`,
  parameters: [Sql.text],
  row: { id: Sql.text, document: orderColumn, version_number: Sql.integer },
})

const writeReturnRows = statement({
  name: 'orders-state-returns',
  text: `with
  -- the return forms of the orders
  written as (select * from json_to_recordset($1::json) as w (order_id text, returns json)),
  -- their rows
  returned as (${returnsUpsert('true')})
  select order_id from written`,
  parameters: [Sql.json],
  row: { order_id: Sql.text },
})

/**
 * States of return forms that an earlier version has written last what they are searched by
 * (returns.md#forms-of-earlier-versions), as `foldEarlierOrders` does.
 */
export function stateEarlierReturns(deps: IndexDeps, signal: AbortSignal): Promise<boolean> {
  return inBatches(deps, signal, async (tx, last) => {
    const found = await findUnstatedReturns.on(tx, last)
    const records = found.map(({ id, document }) => ({ order_id: id, returns: returnRecords(document, document) }))
    if (found.length > 0) await writeReturnRows.on(tx, JSON.stringify(records))
    return found
  })
}

/**
 * Each batch in a transaction of its own. Returns true when the last one was not full; false when
 * the signal aborted, or another process has the lock.
 */
export async function inBatches(
  { inTransaction, log }: IndexDeps,
  signal: AbortSignal,
  work: (tx: Transaction, last: string) => Promise<readonly { id: string }[]>,
): Promise<boolean> {
  let count = 0
  let last = ''
  while (!signal.aborted) {
    const rows = await inTransaction(async (tx) => ((await tryLock(tx, 'order index')) ? await work(tx, last) : null))
    if (rows === null) return false
    count += rows.length
    if (rows.length < BATCH) {
      if (count > 0) log.info({ count }, 'the search rows of an earlier version are up to date')
      return true
    }
    last = rows.at(-1)?.id ?? last
  }
  return false
}

function toStoredOrder({ document, version_number }: RowOf<typeof findEarlierForm.row>) {
  return { order: document, versionNumber: version_number }
}
