import type { Database } from '@open-oms/service-kit/database/database'
import { type RowOf, Sql, statement } from '@open-oms/service-kit/database/statement'
import { usePrisma } from '../../database/use-prisma.ts'

type Query = Pick<Database, 'query'>
type Executor = Pick<Database, 'execute'>

const sweptRow = {
  sha256: Sql.text,
  length: Sql.integer,
  contentType: Sql.text,
  hasPreviews: Sql.boolean,
  missingSince: Sql.nullable(Sql.timestamptz),
  isReferred: Sql.boolean,
}

/** The row of a file as the sweep and the commands need it. */
export type SweptRow = RowOf<typeof sweptRow>

// The sweep runs in an idle process, where Prisma Client would cost 27 MB (ADR 49).
const findAny = statement({ name: 'files-any', text: 'select from stored_file limit 1', parameters: [], row: {} })

/** Whether the database knows any file. */
export async function hasRows(database: Query): Promise<boolean> {
  return (await findAny.on(database)).length > 0
}

const findWithPrefix = statement({
  name: 'files-with-prefix',
  // No hex digit is above f, so g is above them all.
  text: `select sha256, length, content_type as "contentType", has_previews as "hasPreviews", missing_since as "missingSince",
      exists (select from asset_place where asset_place.sha256 = stored_file.sha256) as "isReferred"
    from stored_file where sha256 >= $1 and sha256 < $1 || 'g' order by sha256`,
  parameters: [Sql.text],
  row: sweptRow,
})

/** The rows of the contents that begin with the hex digits, in their order. */
export async function rowsWithPrefix(database: Query, prefix: string): Promise<SweptRow[]> {
  return await findWithPrefix.on(database, prefix)
}

const release = statement({
  name: 'files-mark-released',
  text: 'update stored_file set released = now() where sha256 = any ($1) and released is null',
  parameters: [Sql.list(Sql.text)],
  row: {},
})

/** Marks rows without a reference for removal, whether they were released or not. */
export async function markReleased(database: Query, sha256s: readonly string[]): Promise<void> {
  await release.on(database, sha256s)
}

const setMissing = statement({
  name: 'file-mark-missing',
  text: 'update stored_file set missing_since = coalesce(missing_since, now()) where sha256 = $1',
  parameters: [Sql.text],
  row: {},
})

export async function markMissing(database: Query, sha256: string): Promise<void> {
  await setMissing.on(database, sha256)
}

const setFound = statement({
  name: 'files-mark-found',
  text: 'update stored_file set missing_since = null where sha256 = any ($1) and missing_since is not null',
  parameters: [Sql.list(Sql.text)],
  row: {},
})

export async function markFound(database: Query, sha256s: readonly string[]): Promise<void> {
  await setFound.on(database, sha256s)
}

const lockReferred = statement({
  name: 'file-lock-referred',
  text: `select from stored_file where sha256 = $1
    and exists (select from asset_place where asset_place.sha256 = stored_file.sha256) for key share`,
  parameters: [Sql.text],
  row: {},
})

/**
 * Runs the work while the row of the content is locked and has a reference, so that its files stay;
 * null when there is no such row.
 */
export async function whileReferred<T>(
  { inTransaction }: Pick<Database, 'inTransaction'>,
  sha256: string,
  work: () => Promise<T>,
): Promise<T | null> {
  return await inTransaction(async (tx) => {
    const rows = await lockReferred.on(tx, sha256)
    return rows.length === 0 ? null : await work()
  })
}

/** Most assets that are named for one file. */
const NAMED_MAX = 10

/** The assets that show the content, for people: `product:cup asset front`. */
export async function describeAssets(database: Executor, sha256: string): Promise<string[]> {
  const rows = await usePrisma(database, (prisma) =>
    prisma.assetPlace.findMany({
      where: { sha256 },
      select: { owner: true, assetId: true },
      orderBy: [{ owner: 'asc' }, { assetId: 'asc' }],
      take: NAMED_MAX,
    }),
  )
  return rows.map(({ owner, assetId }) => `${owner} asset ${assetId}`)
}

const count = statement({
  name: 'files-count-missing',
  text: 'select count(*) as count from stored_file where missing_since is not null',
  parameters: [],
  row: { count: Sql.bigint },
})

/** How many files the sweep did not find. */
export async function countMissing(database: Query): Promise<number> {
  const [row] = await count.on(database)
  return row?.count ?? 0
}

const purgeHolds = statement({
  name: 'file-holds-purge',
  text: `delete from file_hold where expires < now() - interval '1 day'`,
  parameters: [],
  row: {},
})

/**
 * Removes the holds of processes that died, and of writes that failed while the database was
 * unreachable.
 */
export async function removeOldHolds(database: Query): Promise<void> {
  await purgeHolds.on(database)
}
