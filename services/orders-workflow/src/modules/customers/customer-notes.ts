import { DomainError, invalid } from '@open-oms/contracts/errors'
import { CUSTOMER_NOTES_MAX, type CustomerNote, type CustomerNoteChange } from '@open-oms/contracts/orders/customers/customer'
import { isUuid } from '@open-oms/contracts/uuid'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { usePrisma } from '../../database/use-prisma.ts'
import { excerpt, personKey } from '../../order/rules/staff/staff-notifications.ts'
import { CUSTOMER_NOTES } from '../../order/store/advisory-lock.ts'
import { storeStaffNotifications } from '../../order/store/staff-notification-store.ts'
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
    prisma.customerNote.findMany({
      where: visibleNotes(key, storeIds),
      orderBy: [{ isPinned: 'desc' }, { created: 'desc' }, { id: 'desc' }],
    }),
  )
  return rows.map(toNote)
}

type NoteRow = Omit<CustomerNote, 'created' | 'edited'> & { created: Date; edited: Date | null }

function toNote({ id, text, author, created, edited, isPinned, mentions }: NoteRow): CustomerNote {
  return { id, text, author, created: created.toISOString(), edited: edited?.toISOString() ?? null, isPinned, mentions }
}

// A statement of its own: the next one sees what the holder before has committed.
const lockNotes = statement({
  name: 'customer-lock-notes',
  text: 'select pg_advisory_xact_lock($1, hashtext($2))',
  parameters: [Sql.integer, Sql.text],
  row: { pg_advisory_xact_lock: Sql.nothing },
})

/**
 * Writes a note about a customer (customers.md#customer-notes). Raises `NotFound` for a customer
 * without an order in the caller's stores, and `ValidationFailed` for one note too many.
 */
export async function addCustomerNote(
  deps: Pick<OrderDeps, 'inTransaction' | 'now' | 'newId'>,
  caller: Caller,
  { customerKey, text, mentions }: { customerKey: string; text: string; mentions: string[] },
): Promise<CustomerNote> {
  const key = requireCustomerKey(customerKey)
  return deps.inTransaction(async (tx) => {
    await lockNotes.on(tx, CUSTOMER_NOTES, key)
    if ((await countOrdersOfCustomer(tx, key, caller.storeIds)) === 0) throw customerNotFound(customerKey)
    const count = await usePrisma(tx, (prisma) => prisma.customerNote.count({ where: { customerKey: key } }))
    if (count >= CUSTOMER_NOTES_MAX)
      throw invalid('', `There are ${CUSTOMER_NOTES_MAX} notes about this customer already: delete one first.`)
    const note = { id: deps.newId(), text, author: caller.actor, created: deps.now(), edited: null, isPinned: false, mentions }
    const data = { ...note, customerKey: key, storeIds: [...(caller.storeIds ?? [])] }
    await usePrisma(tx, (prisma) => prisma.customerNote.create({ data }))
    notifyMentioned(tx, { key, note, persons: mentions, by: caller.actor, now: deps.now() })
    return toNote(note)
  })
}

type NoteMention = { key: string; note: Pick<NoteRow, 'id' | 'text'>; persons: readonly string[]; by: string; now: Date }

/** Tells those whom a note names except its author (staff-notifications.md#staff-notifications). */
function notifyMentioned(tx: Transaction, { key, note, persons, by, now }: NoteMention): void {
  const others = [...new Set(persons.map(personKey))].filter((person) => person !== personKey(by))
  const cause = {
    source: `note/${note.id}`,
    orderId: null,
    customerKey: key,
    storeId: null,
    subject: null,
    text: excerpt(note.text),
  }
  const common = { kind: 'Mention' as const, ...cause, by, created: now.toISOString() }
  storeStaffNotifications(
    tx,
    others.map((person) => ({ ...common, person })),
  )
}

/**
 * Changes a note about a customer (customers.md#customer-notes): the text by its author, whether it
 * is pinned by anyone who may write notes. Raises `NotFound` where the caller does not see it, and
 * `Forbidden` for the text of someone else.
 */
export async function changeCustomerNote(
  deps: Pick<OrderDeps, 'inTransaction' | 'now'>,
  caller: Caller,
  { customerKey, noteId, change }: { customerKey: string; noteId: string; change: CustomerNoteChange },
): Promise<CustomerNote> {
  const key = requireCustomerKey(customerKey)
  return deps.inTransaction(async (tx) => {
    await lockNotes.on(tx, CUSTOMER_NOTES, key)
    const where = { ...visibleNotes(key, caller.storeIds), id: noteId }
    const isKnown = isUuid(noteId) && (await countOrdersOfCustomer(tx, key, caller.storeIds)) > 0
    const known = isKnown ? await usePrisma(tx, (prisma) => prisma.customerNote.findFirst({ where })) : null
    if (known === null) throw new DomainError('NotFound', `There is no note "${noteId}" about this customer.`)
    const { text = known.text, mentions = known.mentions, isPinned = known.isPinned } = change
    const isOfText = change.text !== undefined || change.mentions !== undefined
    if (isOfText && personKey(known.author) !== personKey(caller.actor))
      throw new DomainError('Forbidden', 'Only its author changes the text of a note.')
    const edited = text === known.text ? known.edited : deps.now()
    const data = { text, mentions, isPinned, edited }
    await usePrisma(tx, (prisma) => prisma.customerNote.update({ where: { id: noteId }, data }))
    const before = new Set(known.mentions.map(personKey))
    const persons = mentions.filter((name) => !before.has(personKey(name)))
    notifyMentioned(tx, { key, note: { id: noteId, text }, persons, by: caller.actor, now: deps.now() })
    return toNote({ ...known, ...data })
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
