import type { DocumentVersion } from '@open-oms/contracts/orders/configuration/documents'
import type { StoredDocuments } from '@open-oms/service-kit/config/read-config-folder'
import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { usePrisma } from '../../../database/use-prisma.ts'
import { takeLock } from '../../../order/store/advisory-lock.ts'

type Reader = Pick<Database, 'query' | 'execute'> | Transaction

/** A version of a document as its row has it. */
export type StoredVersion = {
  name: string
  version: number
  content: string | null
  changed: Date
  changedBy: string
  note: string | null
}

/** The newest version of each document that was ever stored. */
export type NewestVersions = {
  /** Of the version that was stored last; 0: none was. */
  sequence: number
  byName: ReadonlyMap<string, StoredVersion>
}

const readSequence = statement({
  name: 'configuration-sequence',
  text: 'select coalesce(max(sequence), 0) as sequence from configuration_version',
  parameters: [],
  row: { sequence: Sql.nullable(Sql.integer) },
})

/** The number of the version that was stored last; 0: none was. */
export async function lastSequence(database: Pick<Database, 'query'> | Transaction): Promise<number> {
  const [row] = await readSequence.on(database)
  return row?.sequence ?? 0
}

// SQL: Prisma Client would read all versions and choose itself.
const readNewest = statement({
  name: 'configuration-newest',
  text: `select distinct on (name) name, version, sequence, content, changed, changed_by, note
    from configuration_version order by name, version desc`,
  parameters: [],
  row: {
    name: Sql.text,
    version: Sql.integer,
    sequence: Sql.integer,
    content: Sql.nullable(Sql.text),
    changed: Sql.timestamptz,
    changed_by: Sql.text,
    note: Sql.nullable(Sql.text),
  },
})

/** The newest version of each document, in one moment. */
export async function readNewestVersions(database: Pick<Database, 'query'> | Transaction): Promise<NewestVersions> {
  const rows = await readNewest.on(database)
  const byName = new Map(rows.map(({ changed_by: changedBy, sequence: _, ...row }) => [row.name, { ...row, changedBy }]))
  return { sequence: Math.max(0, ...rows.map(({ sequence }) => sequence)), byName }
}

/** What counts in place of files. */
export function storedDocuments({ byName }: NewestVersions): StoredDocuments {
  const stored = [...byName.values()].flatMap(({ name, content }) => (content === null ? [] : [[name, content] as const]))
  return Object.fromEntries(stored)
}

/** One version of a document; null when there is none. */
export async function readVersion(database: Reader, name: string, version: number): Promise<StoredVersion | null> {
  return usePrisma(database, (prisma) => prisma.configurationVersion.findUnique({ where: { name_version: { name, version } } }))
}

/** Versions of a document before one, newest first. */
export async function readVersions(
  database: Reader,
  { name, before, take }: { name: string; before: number; take: number },
): Promise<DocumentVersion[]> {
  const rows = await usePrisma(database, (prisma) =>
    prisma.configurationVersion.findMany({
      where: { name, version: { lt: before } },
      orderBy: { version: 'desc' },
      take,
    }),
  )
  return rows.map(shownVersion)
}

/** A version as responses show it; `null` for a document of which none was stored. */
export function shownVersion(stored: Omit<StoredVersion, 'name'> | null): DocumentVersion {
  if (stored === null) return { version: 0, isStored: false, changed: null, changedBy: null, note: null }
  const { version, content, changed, changedBy, note } = stored
  return { version, isStored: content !== null, changed: changed.toISOString(), changedBy, note }
}

// The service may change no version: see the migration.
const eraseHashes = statement({
  name: 'configuration-erase-hashes',
  text: 'select erase_former_hashes() as erased',
  parameters: [],
  row: { erased: Sql.nullable(Sql.bigint) },
})

/**
 * Stores the next version of a document, unless any document has changed since `sequence`: false
 * then. One write at a time, so that each is checked together with what was stored before it.
 * Versions that no longer count lose the hashes of passwords.
 */
export async function appendVersion(tx: Transaction, next: StoredVersion, sequence: number): Promise<boolean> {
  await takeLock(tx, 'configuration')
  if ((await lastSequence(tx)) !== sequence) return false
  await usePrisma(tx, (prisma) => prisma.configurationVersion.create({ data: { ...next, sequence: sequence + 1 } }))
  await eraseHashes.on(tx)
  return true
}
