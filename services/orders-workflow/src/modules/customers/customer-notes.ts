import { DomainError, invalid } from '@oms/contracts/errors'
import { CUSTOMER_NOTES_MAX, type CustomerNote } from '@oms/contracts/orders/customers/customer'
import { isUuid } from '@oms/contracts/uuid'
import type { Caller } from '@oms/service-kit/authentication/caller'
import type { Database } from '@oms/service-kit/database/database'
import { integer, nothing, statement, text } from '@oms/service-kit/database/statement'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { usePrisma } from '../../database/use-prisma.ts'
import { CUSTOMER_NOTES } from '../../order/store/advisory-lock.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { countOrdersOfCustomer } from './customer-queries.ts'
import { customerNotFound, requireCustomerKey } from './known-customer.ts'

type Reader = Pick<Database, 'query' | 'execute'> | Transaction
type StoreIds = Caller['storeIds']

/** Notes of clients of other stores are not seen (customers.md#customer-notes). */
function visibleNotes(customerKey: string, storeIds: StoreIds) {
  const scope = storeIds === null ? {} : { OR: [{ storeIds: { isEmpty: true } }, { storeIds: { hasSome: [...storeIds] } }] }
  return { customerKey, ...scope }
}

/** The notes about the customer with a stored key that a client sees, newest first. */
export async function readCustomerNotes(reader: Reader, key: string, storeIds: StoreIds): Promise<CustomerNote[]> {
  const rows = await usePrisma(reader, (prisma) =>
    prisma.customerNote.findMany({ where: visibleNotes(key, storeIds), orderBy: [{ created: 'desc' }, { id: 'desc' }] }),
  )
  return rows.map(({ id, text, author, created }) => ({ id, text, author, created: created.toISOString() }))
}

// A statement of its own: the next one sees what the holder before has committed.
const lockNotes = statement({
  name: 'customer-lock-notes',
  text: 'select pg_advisory_xact_lock($1, hashtext($2))',
  parameters: [integer, text],
  row: { pg_advisory_xact_lock: nothing },
})

/**
 * Writes a note about a customer (customers.md#customer-notes). Raises `NotFound` for a customer
 * without an order in the caller's stores, and `ValidationFailed` for one note too many.
 */
export async function addCustomerNote(
  deps: Pick<OrderDeps, 'inTransaction' | 'now' | 'newId'>,
  caller: Caller,
  { customerKey, text }: { customerKey: string; text: string },
): Promise<CustomerNote> {
  const key = requireCustomerKey(customerKey)
  return deps.inTransaction(async (tx) => {
    await lockNotes.on(tx, CUSTOMER_NOTES, key)
    if ((await countOrdersOfCustomer(tx, key, caller.storeIds)) === 0) throw customerNotFound(customerKey)
    const count = await usePrisma(tx, (prisma) => prisma.customerNote.count({ where: { customerKey: key } }))
    if (count >= CUSTOMER_NOTES_MAX)
      throw invalid('', `There are ${CUSTOMER_NOTES_MAX} notes about this customer already: delete one first.`)
    const note = { id: deps.newId(), text, author: caller.actor, created: deps.now().toISOString() }
    const data = { ...note, customerKey: key, storeIds: [...(caller.storeIds ?? [])] }
    await usePrisma(tx, (prisma) => prisma.customerNote.create({ data }))
    return note
  })
}

/** Deletes a note. Raises `NotFound` where the caller does not see it. */
export async function deleteCustomerNote(
  { inTransaction }: Pick<OrderDeps, 'inTransaction'>,
  { storeIds }: Pick<Caller, 'storeIds'>,
  { customerKey, noteId }: { customerKey: string; noteId: string },
): Promise<void> {
  const key = requireCustomerKey(customerKey)
  await inTransaction(async (tx) => {
    const where = { ...visibleNotes(key, storeIds), id: noteId }
    const isKnown = isUuid(noteId) && (await countOrdersOfCustomer(tx, key, storeIds)) > 0
    const deleted = isKnown ? await usePrisma(tx, (prisma) => prisma.customerNote.deleteMany({ where })) : { count: 0 }
    if (deleted.count === 0) throw new DomainError('NotFound', `There is no note "${noteId}" about this customer.`)
  })
}
