import type { Database } from '@oms/service-kit/database/database'
import type { InTransaction, Transaction } from '@oms/service-kit/database/transaction'
import { tryLock } from '../../order/advisory-lock.ts'
import { DELETED } from '../../order/document/order-guards.ts'
import { columnsOf, dimensions } from '../../order/rows/search-statements.ts'

const list = dimensions.join(', ')

/**
 * How many orders there are of each combination of `dimensions`, in column `count`, for a FROM
 * clause with an alias. A combination can have several rows, some negative: only their sum is
 * meaningful. Exact in any one statement, folded or not.
 */
export const countSource = `(select ${list}, count from order_count union all select ${list}, count from order_count_delta)`

/** The number of orders with a type and a status. */
export type TypeAndStatusCount = { orderType: string; status: string; count: number }

/**
 * The number of orders of each type and status, without deleted ones; read from the counts, so that
 * the cost is constant.
 */
export function countTypesAndStatuses({ query }: Pick<Database, 'query'>): Promise<TypeAndStatusCount[]> {
  return query<TypeAndStatusCount>({
    name: 'order-count-types-and-statuses',
    text: `select c.order_type as "orderType", c.status, sum(c.count)::float8 as count from ${countSource} as c
      where c.status <> $1 group by c.order_type, c.status having sum(c.count) > 0 order by c.order_type, c.status`,
    values: [DELETED],
  })
}

/** Number of count changes in one transaction. */
const BATCH = 5_000

/** Equal combinations have equal keys; a key never gets too long for an index. */
const keyOfCombination = `encode(sha256(convert_to(jsonb_build_array(${list})::text, 'UTF8')), 'hex')`

const foldText = `with taken as (
    delete from order_count_delta where id in (select id from order_count_delta order by id limit ${BATCH}) returning ${list}, count
  ), summed as (
    select ${keyOfCombination} as key, ${list}, sum(count) as count from taken group by ${list}
  ), folded as (
    insert into order_count as c (key, ${list}, count) select key, ${columnsOf('s', dimensions)}, count from summed as s where count <> 0
    on conflict (key) do update set count = c.count + excluded.count
    returning key, count
  )
  select (select count(*) from taken) as taken, array(select key from folded where count = 0) as emptied`

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
  const [row] = await tx.query<{ taken: number; emptied: string[] }>({ name: 'order-fold-counts', text: foldText })
  const { taken = 0, emptied = [] } = row ?? {}
  if (emptied.length > 0) {
    // No other process changes these rows while the lock is held.
    await tx.query({ name: 'order-drop-counts', text: 'delete from order_count where key = any($1)', values: [emptied] })
  }
  return taken
}
