import type { BusinessCustomer } from '@oms/contracts/catalog/business-customer'
import type { Database } from '@oms/service-kit/database/database'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { pokeRelays } from '@oms/service-kit/events/outbox'
import { customerCarrier } from '../assets/domain/asset-carriers.ts'
import { type HeldFiles, writeWithAssets } from '../assets/write-with-assets.ts'
import type { WriteAuthor } from '../products/product-store.ts'

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

export type CustomerWrite = WriteAuthor & {
  /** Its last state, as this transaction has loaded it. */
  before: BusinessCustomer
  customer: BusinessCustomer
  /** The files that this request has stored. */
  files?: HeldFiles
}

/** Writes the new state of a customer whose row is locked, with what follows from its assets. */
export async function updateCustomer(tx: Transaction, write: CustomerWrite): Promise<void> {
  const { before, customer, files = new Map(), actor, correlationId } = write
  const { id: customerId, modified: now } = customer
  const holder = { holder: { customerId }, before: [customerCarrier(before)], after: [customerCarrier(customer)] }
  tx.afterCommit(pokeRelays)
  await writeWithAssets(tx, { holders: [holder], files, origin: { actor, correlationId, now } }, async () => {
    await tx.query({
      name: 'customer-update',
      text: 'update business_customer set modified = $2, document = $3 where customer_id = $1',
      values: [customerId, now, JSON.stringify(customer)],
    })
  })
}
