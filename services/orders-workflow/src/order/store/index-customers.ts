import { Sql, statement } from '@open-oms/service-kit/database/statement'
import { searchedBy } from '../rules/search/search-row.ts'
import { customerRecord, customerRecordTypes, customersUpsert } from './customer-statements.ts'
import { BATCH, type IndexDeps, inBatches } from './index-orders.ts'
import { recordList } from './order-statements.ts'
import { orderColumn } from './stored-document.ts'

const findUnlisted = statement({
  name: 'orders-find-unlisted-customers',
  text: `select o.id, o.document, o.store_id, o.is_deleted
  from "order" as o left join order_customer as c on c.order_id = o.id
  where o.id > $1 and c.order_id is null order by o.id limit ${BATCH} for update of o`,
  parameters: [Sql.text],
  row: { id: Sql.text, document: orderColumn, store_id: Sql.text, is_deleted: Sql.boolean },
})

const listCustomers = statement({
  name: 'orders-list-customers',
  text: `with
  -- the orders
  written as (
    select * from json_to_recordset($1::json)
      as w (order_id text, store_id text, is_deleted boolean, created timestamptz, ${recordList(customerRecordTypes)})
  ),
  -- their customers
  listed as (${customersUpsert('true')})
  select order_id from written`,
  parameters: [Sql.json],
  row: { order_id: Sql.text },
})

/**
 * Lists the customers of orders that an earlier version has written, in small batches and
 * concurrently with other writes (customers.md#customers-of-earlier-versions). Returns true when
 * none is left; false when the signal aborted it, or another process is doing it.
 */
export function listEarlierCustomers(deps: IndexDeps, signal: AbortSignal): Promise<boolean> {
  const config = deps.config()
  return inBatches(deps, signal, async (tx, last) => {
    const found = await findUnlisted.on(tx, last)
    const records = found.map(({ id, document, store_id, is_deleted }) => ({
      ...{ order_id: id, store_id, is_deleted, created: document.created },
      ...customerRecord(document, searchedBy(document, config)),
    }))
    if (found.length > 0) await listCustomers.on(tx, JSON.stringify(records))
    return found
  })
}
