import { DomainError } from '@open-oms/contracts/errors'
import type { Database } from '@open-oms/service-kit/database/database'
import { createNotifier } from '@open-oms/service-kit/database/notifier'
import { type RowOf, Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { usePrisma } from '../../database/use-prisma.ts'

const fileRow = {
  sha256: Sql.text,
  /** In bytes. */
  length: Sql.integer,
  contentType: Sql.text,
  /** Of raster images, in pixels. */
  width: Sql.nullable(Sql.integer),
  height: Sql.nullable(Sql.integer),
  hasPreviews: Sql.boolean,
}

/** A file in the store. */
export type StoredFile = RowOf<typeof fileRow>

/** A stored file that is not removed until the write that stored it refers to it or fails. */
export type HeldFile = StoredFile & { holdId: string }

type Query = Pick<Database, 'query'>

const insertHold = statement({
  name: 'file-hold',
  text: `with
    -- the lock of this content
    alone as materialized (select ${contentLock('$2')})
    insert into file_hold (hold_id, sha256, expires) select $1, $2, now() + interval '1 hour' from alone`,
  parameters: [Sql.uuid, Sql.text],
  row: {},
})

/**
 * Keeps the file of that content from being removed, whether it is stored or not. Waits for a
 * removal that has begun, so that a file that is found in the store afterwards stays there.
 */
export async function holdFile(database: Query, { holdId, sha256 }: { holdId: string; sha256: string }): Promise<void> {
  await insertHold.on(database, holdId, sha256)
}

/**
 * The lock, until the end of the transaction, between a new hold of a content and the removal of
 * its file.
 */
export function contentLock(sha256: string): string {
  const LOCKS_OF_CONTENT = 6_204
  return `pg_advisory_xact_lock(${LOCKS_OF_CONTENT}, hashtext(${sha256}))`
}

/** Removes the holds of a write that failed. */
export async function dropHolds(database: Pick<Database, 'execute'>, holdIds: readonly string[]): Promise<void> {
  if (holdIds.length === 0) return
  await usePrisma(database, (prisma) => prisma.fileHold.deleteMany({ where: { holdId: { in: [...holdIds] } } }))
}

const refer = statement({
  name: 'files-refer',
  text: `with
    -- the contents to show
    given as (
    select * from json_to_recordset($1::json) as given ("holdId" uuid, sha256 text, length integer, "contentType" text,
      width integer, height integer, "hasPreviews" boolean)),
  -- the holds of them, which end
  held as (delete from file_hold using (select distinct "holdId" from given) as used
    where hold_id = used."holdId" returning hold_id),
  -- their rows
  stored as (insert into stored_file as old (sha256, length, content_type, width, height, has_previews, created)
    select distinct on (sha256) sha256, length, "contentType", width, height, "hasPreviews", now() from given order by sha256
    on conflict (sha256) do update set content_type = excluded.content_type, width = excluded.width, height = excluded.height,
        has_previews = excluded.has_previews, missing_since = null
      where old.missing_since is not null or (old.content_type, old.width, old.height, old.has_previews)
        is distinct from (excluded.content_type, excluded.width, excluded.height, excluded.has_previews))
  select (select count(*) from held) = (select count(distinct "holdId") from given) as "areHeld"`,
  parameters: [Sql.json],
  row: { areHeld: Sql.boolean },
})

/**
 * Writes the rows of files that this write has stored (`storeFile`), so that rows of assets may
 * refer to them; in their transaction and before them. This ends their holds. Raises `Unavailable`
 * when one had expired: the write took longer than an hour.
 */
export async function referToFiles(tx: Transaction, files: readonly HeldFile[]): Promise<void> {
  if (files.length === 0) return
  const [row] = await refer.on(tx, JSON.stringify(files))
  if (!row?.areHeld) throw new DomainError('Unavailable', 'Storing the files took too long.', { retryAfterSeconds: 1 })
}

const keep = statement({
  name: 'files-keep',
  text: 'select sha256 from stored_file where sha256 = any ($1) order by sha256 for key share',
  parameters: [Sql.list(Sql.text)],
  row: { sha256: Sql.text },
})

/**
 * Makes sure that files which other assets show stay until the end of the transaction, so that its
 * rows may refer to them too. Returns the contents that no longer exist.
 */
export async function keepStoredFiles(tx: Transaction, sha256s: readonly string[]): Promise<string[]> {
  if (sha256s.length === 0) return []
  const kept = await keep.on(tx, sha256s)
  const found = new Set(kept.map(({ sha256 }) => sha256))
  return sha256s.filter((sha256) => !found.has(sha256))
}

const release = statement({
  name: 'files-release',
  text: `with
    -- the rows, locked in their order
    given as materialized (select sha256 from stored_file where sha256 = any ($1) order by sha256 for no key update)
    update stored_file set released = now() where sha256 in (select sha256 from given)`,
  parameters: [Sql.list(Sql.text)],
  row: {},
})

const releases = createNotifier()

/**
 * Calls the listener after every commit of this process that released files, until the returned
 * function is called.
 */
export const onRelease = releases.listen

/**
 * To be called with the contents of assets whose rows this transaction deletes or changes, before
 * or after it does. Those that nothing refers to any more are removed from the store after the
 * commit.
 */
export async function releaseFiles(tx: Transaction, sha256s: readonly string[]): Promise<void> {
  if (sha256s.length === 0) return
  await release.on(tx, sha256s)
  tx.afterCommit(releases.notify)
}

// SQL: lists of each length would be statements of their own with Prisma Client.
const findStored = statement({
  name: 'files-stored',
  text: `select sha256, length, content_type as "contentType", width, height, has_previews as "hasPreviews"
    from stored_file where sha256 = any ($1)`,
  parameters: [Sql.list(Sql.text)],
  row: fileRow,
})

/** The rows of stored files by their content; those that are not there are left out. */
export async function storedFiles(database: Query, sha256s: readonly string[]): Promise<Map<string, StoredFile>> {
  const rows = await findStored.on(database, sha256s)
  return new Map(rows.map((row) => [row.sha256, row]))
}
