import { createHash } from 'node:crypto'
import type { SavedSearch } from '@open-oms/contracts/orders/search/saved-search'
import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { usePrisma } from '../../database/use-prisma.ts'
import { SAVED_SEARCHES } from '../../order/store/advisory-lock.ts'

type Reader = Pick<Database, 'query' | 'execute'> | Transaction

/** Whose saved searches a caller has besides the shared ones: the subject of a client. */
export type Owner = { clientId: string; actor: string }

/** One text of fixed length: neither part can be mistaken for the other. */
function ownerKey({ clientId, actor }: Owner): string {
  return createHash('sha256')
    .update(JSON.stringify([clientId, actor]))
    .digest('base64url')
}

function visibleTo(owner: Owner) {
  return { OR: [{ owner: null }, { owner: ownerKey(owner) }] }
}

/** The shared saved searches and those of the owner, by position and name. */
export async function readSavedSearches(database: Reader, owner: Owner): Promise<SavedSearch[]> {
  const rows = await usePrisma(database, (prisma) =>
    prisma.savedSearch.findMany({
      where: visibleTo(owner),
      orderBy: [{ position: 'asc' }, { name: 'asc' }, { id: 'asc' }],
      select: { document: true },
    }),
  )
  return rows.map(({ document }) => document as SavedSearch)
}

/** A saved search that the owner sees; null when there is none. */
export async function readSavedSearch(database: Reader, id: string, owner: Owner): Promise<SavedSearch | null> {
  const row = await usePrisma(database, (prisma) =>
    prisma.savedSearch.findFirst({ where: { id, ...visibleTo(owner) }, select: { document: true } }),
  )
  return row === null ? null : (row.document as SavedSearch)
}

// SQL: Prisma Client takes no locks.
const lockRow = statement({
  name: 'saved-search-lock',
  text: 'select from saved_search where id = $1 for update',
  parameters: [Sql.uuid],
  row: {},
})

/** The same with its row locked until the transaction ends. */
export async function lockSavedSearch(tx: Transaction, id: string, owner: Owner): Promise<SavedSearch | null> {
  await lockRow.on(tx, id)
  return readSavedSearch(tx, id, owner)
}

const lockList = statement({
  name: 'saved-search-lock-list',
  text: 'select pg_advisory_xact_lock($1, hashtext($2))',
  parameters: [Sql.integer, Sql.text],
  row: { pg_advisory_xact_lock: Sql.nothing },
})

/**
 * How many others there are where the search would be: shared, or the owner's. Until the
 * transaction ends no other one gets there: concurrent callers never exceed a limit.
 */
export async function countBeside(tx: Transaction, { id, shared }: SavedSearch, owner: Owner): Promise<number> {
  const key = shared ? null : ownerKey(owner)
  await lockList.on(tx, SAVED_SEARCHES, key ?? '')
  return usePrisma(tx, (prisma) => prisma.savedSearch.count({ where: { owner: key, id: { not: id } } }))
}

/** Writes a saved search: shared, or the owner's. The row of one that there is must be locked. */
export async function writeSavedSearch(tx: Transaction, saved: SavedSearch, owner: Owner): Promise<void> {
  const { id, shared, position, name } = saved
  const row = { owner: shared ? null : ownerKey(owner), position, name, document: saved }
  await usePrisma(tx, (prisma) => prisma.savedSearch.upsert({ where: { id }, create: { id, ...row }, update: row }))
}

/** Removes a saved search. Its row must be locked. */
export async function removeSavedSearch(tx: Transaction, id: string): Promise<void> {
  await usePrisma(tx, (prisma) => prisma.savedSearch.deleteMany({ where: { id } }))
}
