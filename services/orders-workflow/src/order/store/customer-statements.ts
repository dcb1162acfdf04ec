import type { Order } from '@open-oms/contracts/orders/order'
import { toCustomerRow } from '../rules/search/customer-row.ts'
import type { SearchedBy } from '../rules/search/search-row.ts'
import { qualifiedColumns } from './search-statements.ts'

/** The columns of order_customer that no other table of searches has, with their types. */
export const customerRecordTypes = {
  customer_key: 'text',
  customer_text: 'text',
  currency: 'text',
  turnover: 'numeric',
  returned: 'numeric',
} as const

const changing = ['store_id', 'is_deleted', 'created', ...Object.keys(customerRecordTypes)]

/** The customer of an order as fields of the JSON that statements read by `json_to_recordset`. */
export function customerRecord(
  order: Order,
  { country, currency }: SearchedBy,
): Record<keyof typeof customerRecordTypes, unknown> {
  const { customerKey, customerText, turnover, returned } = toCustomerRow(order, country)
  return { customer_key: customerKey, customer_text: customerText, currency, turnover, returned }
}

/**
 * The body of a CTE that writes the customers of the orders in CTE `written`, where they have
 * changed: their texts have an expensive index. `after` is a condition on them.
 */
export function customersUpsert(after: string): string {
  return `insert into order_customer as c (order_id, ${changing.join(', ')})
    select order_id, ${changing.join(', ')} from written where ${after}
    on conflict (order_id) do update set (${changing.join(', ')}) = row(${qualifiedColumns('excluded', changing)})
    where (${qualifiedColumns('c', changing)}) is distinct from (${qualifiedColumns('excluded', changing)})`
}
