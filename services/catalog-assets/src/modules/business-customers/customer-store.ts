import type { BusinessCustomer } from '@open-oms/contracts/catalog/business-customer'
import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import { partPattern } from '@open-oms/service-kit/database/text-conditions'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { usePrisma } from '../../database/use-prisma.ts'

const findDocument = statement({
  name: 'customer-read',
  text: 'select document from business_customer where customer_id = $1',
  parameters: [Sql.text],
  row: { document: Sql.json },
})

/** The stored document of a business customer as text, or null. */
export async function readCustomerDocument(database: Pick<Database, 'query'>, customerId: string): Promise<string | null> {
  const [row] = await findDocument.on(database, customerId)
  return row?.document ?? null
}

const findPage = statement({
  name: 'customer-page',
  // Without words the index of ids is read.
  text: `select customer_id, document from business_customer
    where customer_id > $1 and ($3::text[] = '{}' or lower(customer_id || ' ' || coalesce(document ->> 'name', '')) like all ($3))
    order by customer_id limit $2`,
  parameters: [Sql.text, Sql.bigint, Sql.list(Sql.text)],
  row: { customer_id: Sql.text, document: Sql.json },
})

/**
 * The stored documents of at most `take` business customers behind an id, by id; with words those
 * that have each of them in id or name.
 */
export async function readCustomersAfter(
  database: Pick<Database, 'query'>,
  { after, take, words }: { after: string; take: number; words: readonly string[] },
): Promise<{ customerId: string; document: string }[]> {
  const rows = await findPage.on(
    database,
    after,
    take,
    words.map((word) => partPattern(word.toLowerCase())),
  )
  return rows.map(({ customer_id: customerId, document }) => ({ customerId, document }))
}

const loadForUpdate = statement({
  name: 'customer-load-for-update',
  text: 'select document from business_customer where customer_id = $1 for no key update',
  parameters: [Sql.text],
  row: { document: Sql.json },
})

/** The customer with its row locked until the transaction ends, or null. */
export async function loadCustomerForUpdate(tx: Transaction, customerId: string): Promise<BusinessCustomer | null> {
  const [row] = await loadForUpdate.on(tx, customerId)
  return row === undefined ? null : JSON.parse(row.document)
}

/** Writes a new customer, which has no assets; false when there is one of this id by now. */
export async function insertCustomer(tx: Transaction, customer: BusinessCustomer): Promise<boolean> {
  const { id: customerId, created, modified } = customer
  const data = { customerId, created, modified, document: customer }
  const written = await usePrisma(tx, (prisma) => prisma.businessCustomer.createMany({ data, skipDuplicates: true }))
  return written.count > 0
}

/** Writes the new state of a customer whose row is locked. */
export async function replaceCustomer(tx: Transaction, customer: BusinessCustomer): Promise<void> {
  const data = { modified: customer.modified, document: customer }
  await usePrisma(tx, (prisma) => prisma.businessCustomer.updateMany({ where: { customerId: customer.id }, data }))
}
