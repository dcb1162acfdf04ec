import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { InTransaction, Transaction } from '@open-oms/service-kit/database/transaction'
import { DELETED } from '../../order/rules/context/order-guards.ts'
import { tryLock } from '../../order/store/advisory-lock.ts'
import { dimensions, qualifiedColumns } from '../../order/store/search-statements.ts'

const columns = dimensions.join(', ')

/**
 * How many orders there are of each combination of `dimensions`, in column `count`, for a FROM
 * clause with an alias. A combination can have several rows, some negative: only their sum is
 * meaningful. Exact in any one statement, folded or not.
 */
export const countSource = `(select ${columns}, count from order_count union all select ${columns}, count from order_count_delta)`

const countByTypeAndStatus = statement({
  name: 'order-count-types-and-statuses',
  text: `select c.order_type as "orderType", c.status, sum(c.count)::float8 as count from ${countSource} as c
      where c.status <> $1 group by c.order_type, c.status having sum(c.count) > 0 order by c.order_type, c.status`,
  parameters: [Sql.text],
  row: { orderType: Sql.text, status: Sql.text, count: Sql.double },
})

/** The number of orders with a type and a status. */
export type TypeAndStatusCount = { orderType: string; status: string; count: number }

/**
 * The number of orders of each type and status, without deleted ones; read from the counts, so that
 * the cost is constant.
 */
export function countTypesAndStatuses(database: Pick<Database, 'query'>): Promise<TypeAndStatusCount[]> {
  return countByTypeAndStatus.on(database, DELETED)
}

/** Number of count changes in one transaction. */
const BATCH = 5_000

/**
 * Equal combinations have equal keys; a key never gets too long for an index. Counts of orders
 * without a fulfilment status, which an earlier version has written, have the keys that it gave.
 */
const keyColumns = dimensions.filter((column) => column !== 'fulfilment_status').join(', ')
const fulfilmentKey = `case when fulfilment_status is null then '[]' else jsonb_build_array(fulfilment_status) end`
const keyOfCombination = `encode(sha256(convert_to((jsonb_build_array(${keyColumns}) || ${fulfilmentKey})::text, 'UTF8')), 'hex')`

const fold = statement({
  name: 'order-fold-counts',
  text: `with
  -- the oldest changes of counts
  taken as (
    delete from order_count_delta where id in (select id from order_count_delta order by id limit ${BATCH}) returning ${columns}, count
  ),
  -- their sum for each combination
  summed as (
    select ${keyOfCombination} as key, ${columns}, sum(count) as count from taken group by ${columns}
  ),
  -- the counts of these combinations
  folded as (
    insert into order_count as c (key, ${columns}, count) select key, ${qualifiedColumns('s', dimensions)}, count from summed as s where count <> 0
    on conflict (key) do update set count = c.count + excluded.count
    returning key, count
  )
  select (select count(*) from taken) as taken, array(select key from folded where count = 0) as emptied`,
  parameters: [],
  row: { taken: Sql.bigint, emptied: Sql.list(Sql.text) },
})

const dropCounts = statement({
  name: 'order-drop-counts',
  text: 'delete from order_count where key = any($1)',
  parameters: [Sql.list(Sql.text)],
  row: {},
})

/**
 * Folds the changes of writes into the counts, in batches of a few thousand (search.md#facets).
 * Combinations without orders are removed. Does nothing while another process does it, and ends
 * early at the signal. Returns how many changes it has folded.
 */
export async function foldCounts({ inTransaction }: { inTransaction: InTransaction }, signal?: AbortSignal): Promise<number> {
  for (let folded = 0; ; ) {
    const taken = await inTransaction(async (tx) => ((await tryLock(tx, 'order counts')) ? foldBatch(tx) : 0))
    folded += taken
    if (taken < BATCH || signal?.aborted) return folded
  }
}

async function foldBatch(tx: Transaction): Promise<number> {
  const [row] = await fold.on(tx)
  const { taken = 0, emptied = [] } = row ?? {}
  if (emptied.length > 0) {
    // No other process changes these rows while the lock is held.
    await dropCounts.on(tx, emptied)
  }
  return taken
}
