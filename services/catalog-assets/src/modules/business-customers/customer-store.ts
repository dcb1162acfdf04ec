import type { BusinessCustomer } from '@oms/contracts/catalog/business-customer'
import type { Database } from '@oms/service-kit/database/database'
import { json, statement, text, timestamptzText } from '@oms/service-kit/database/statement'
import type { Transaction } from '@oms/service-kit/database/transaction'

const findDocument = statement({
  name: 'customer-read',
  text: 'select document from business_customer where customer_id = $1',
  parameters: [text],
  row: { document: json },
})

/** The stored document of a business customer as text, or null. */
export async function readCustomerDocument(database: Pick<Database, 'query'>, customerId: string): Promise<string | null> {
  const [row] = await findDocument.on(database, customerId)
  return row?.document ?? null
}

const loadForUpdate = statement({
  name: 'customer-load-for-update',
  text: 'select document from business_customer where customer_id = $1 for no key update',
  parameters: [text],
  row: { document: json },
})

/** The customer with its row locked until the transaction ends, or null. */
export async function loadCustomerForUpdate(tx: Transaction, customerId: string): Promise<BusinessCustomer | null> {
  const [row] = await loadForUpdate.on(tx, customerId)
  return row === undefined ? null : JSON.parse(row.document)
}

const insert = statement({
  name: 'customer-insert',
  text: `insert into business_customer (customer_id, created, modified, document) values ($1, $2, $3, $4)
    on conflict (customer_id) do nothing returning customer_id`,
  parameters: [text, timestamptzText, timestamptzText, json],
  row: { customer_id: text },
})

/** Writes a new customer, which has no assets; false when there is one of this id by now. */
export async function insertCustomer(tx: Transaction, customer: BusinessCustomer): Promise<boolean> {
  const rows = await insert.on(tx, customer.id, customer.created, customer.modified, JSON.stringify(customer))
  return rows.length > 0
}

const update = statement({
  name: 'customer-update',
  text: 'update business_customer set modified = $2, document = $3 where customer_id = $1',
  parameters: [text, timestamptzText, json],
  row: {},
})

/** Writes the new state of a customer whose row is locked. */
export async function replaceCustomer(tx: Transaction, customer: BusinessCustomer): Promise<void> {
  await update.on(tx, customer.id, customer.modified, JSON.stringify(customer))
}
