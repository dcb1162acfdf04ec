import type { BusinessCustomer } from '@oms/contracts/catalog/business-customer'
import type { Database } from '@oms/service-kit/database/database'
import type { Transaction } from '@oms/service-kit/database/transaction'

/** The stored document of a business customer as text, or null. */
export async function readCustomerDocument({ query }: Pick<Database, 'query'>, customerId: string): Promise<string | null> {
  const [row] = await query<{ document: string }>({
    name: 'customer-read',
    text: 'select document from business_customer where customer_id = $1',
    values: [customerId],
  })
  return row?.document ?? null
}

/** The customer with its row locked until the transaction ends, or null. */
export async function loadCustomerForUpdate(tx: Transaction, customerId: string): Promise<BusinessCustomer | null> {
  const [row] = await tx.query<{ document: string }>({
    name: 'customer-load-for-update',
    text: 'select document from business_customer where customer_id = $1 for no key update',
    values: [customerId],
  })
  return row === undefined ? null : JSON.parse(row.document)
}

/** Writes a new customer, which has no assets; false when there is one of this id by now. */
export async function insertCustomer(tx: Transaction, customer: BusinessCustomer): Promise<boolean> {
  const rows = await tx.query({
    name: 'customer-insert',
    text: `insert into business_customer (customer_id, created, modified, document) values ($1, $2, $3, $4)
      on conflict (customer_id) do nothing returning customer_id`,
    values: [customer.id, customer.created, customer.modified, JSON.stringify(customer)],
  })
  return rows.length > 0
}

/** Writes the new state of a customer whose row is locked. */
export async function replaceCustomer(tx: Transaction, customer: BusinessCustomer): Promise<void> {
  await tx.query({
    name: 'customer-update',
    text: 'update business_customer set modified = $2, document = $3 where customer_id = $1',
    values: [customer.id, customer.modified, JSON.stringify(customer)],
  })
}
