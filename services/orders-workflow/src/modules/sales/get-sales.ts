import { invalid } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import { SALES_HOURS_MAX, SALES_PRODUCTS_DEFAULT, type SalesFigures } from '@open-oms/contracts/orders/sales/sales'
import { type Caller, storesInScope } from '@open-oms/service-kit/authentication/caller'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { InTransaction } from '@open-oms/service-kit/database/transaction'
import { orderColumn } from '../../order/store/stored-document.ts'
import { forEachYielding } from '../../order/write/for-each-yielding.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { salesCounter } from './domain/sales-figures.ts'

/** Orders that are read at a time: each is some kilobytes. */
const BATCH = 500

const findSold = statement({
  name: 'orders-sold',
  text: `select s.order_id, s.created::text as created, o.document
  from order_search as s join "order" as o on o.id = s.order_id
  where s.created >= $1::timestamptz and s.created < $2::timestamptz and (s.created, s.order_id) > ($3::timestamptz, $4)
    and not s.is_deleted and s.fulfilment_status is distinct from 'Cancelled' and ($5 or s.store_id = any($6))
  order by s.created, s.order_id limit ${BATCH}`,
  parameters: [Sql.timestamptzText, Sql.timestamptzText, Sql.timestamptzText, Sql.text, Sql.boolean, Sql.list(Sql.text)],
  row: { order_id: Sql.text, created: Sql.text, document: orderColumn },
})

type SalesPeriod = {
  from: string
  to: string
  /** The stores that the caller is limited to; null means all (security.md#roles). */
  storeIds: readonly string[] | null
}

/**
 * Calls `work` with each order that was created in the period and is neither deleted nor
 * cancelled, as of one moment.
 */
function forEachSold(
  { inTransaction }: { inTransaction: InTransaction },
  { from, to, storeIds }: SalesPeriod,
  work: (order: Order) => void,
): Promise<void> {
  return inTransaction(async (tx) => {
    tx.later({ text: 'set transaction isolation level repeatable read, read only' })
    let [created, id] = [from, '']
    for (;;) {
      const rows = await findSold.on(tx, from, to, created, id, storeIds === null, storeIds ?? [])
      await forEachYielding(rows, ({ document }) => work(document))
      const last = rows.at(-1)
      if (last === undefined || rows.length < BATCH) return
      created = last.created
      id = last.order_id
    }
  })
}

const HOUR_MS = 3_600_000

type SalesQuery = { from: string; to: string; storeId?: string | undefined; products?: number | undefined }

/**
 * What was sold in a period of at most two days, in the caller's stores, or in one of them
 * (search.md#sales-figures). Raises `ValidationFailed` for a longer period, and for one that ends
 * before it begins.
 */
export async function getSales(
  deps: Pick<OrderDeps, 'config' | 'reading'>,
  caller: Pick<Caller, 'storeIds'>,
  { from, to, storeId, products = SALES_PRODUCTS_DEFAULT }: SalesQuery,
): Promise<SalesFigures> {
  const hours = (Date.parse(to) - Date.parse(from)) / HOUR_MS
  if (hours < 0) throw invalid('to', 'must not be before from')
  if (hours > SALES_HOURS_MAX) throw invalid('to', `must be at most ${SALES_HOURS_MAX} hours after from`)
  const counter = salesCounter(deps.config().markets)
  await forEachSold(deps.reading, { from, to, storeIds: storesInScope(caller, storeId) }, counter.add)
  return { from, to, ...counter.figures(products) }
}
