import type { Database } from '@oms/service-kit/database/database'

type Query = Pick<Database, 'query'>

/** The row of a file as the sweep and the commands need it. */
export type SweptRow = {
  sha256: string
  length: number
  contentType: string
  hasPreviews: boolean
  missingSince: Date | null
  isReferred: boolean
}

/** Whether the database knows any file. */
export async function hasRows({ query }: Query): Promise<boolean> {
  return (await query({ name: 'files-any', text: 'select from stored_file limit 1' })).length > 0
}

/** The rows of the contents that begin with the hex digits, in their order. */
export async function rowsWithPrefix({ query }: Query, prefix: string): Promise<SweptRow[]> {
  return await query<SweptRow>({
    name: 'files-with-prefix',
    // No hex digit is above f, so g is above them all.
    text: `select sha256, length, content_type as "contentType", has_previews as "hasPreviews", missing_since as "missingSince",
        exists (select from asset_place where asset_place.sha256 = stored_file.sha256) as "isReferred"
      from stored_file where sha256 >= $1 and sha256 < $1 || 'g' order by sha256`,
    values: [prefix],
  })
}

/** Marks rows without a reference for removal, whether they were released or not. */
export async function markReleased({ query }: Query, sha256s: readonly string[]): Promise<void> {
  await query({
    name: 'files-mark-released',
    text: 'update stored_file set released = now() where sha256 = any ($1) and released is null',
    values: [sha256s],
  })
}

export async function markMissing({ query }: Query, sha256: string): Promise<void> {
  await query({
    name: 'file-mark-missing',
    text: 'update stored_file set missing_since = coalesce(missing_since, now()) where sha256 = $1',
    values: [sha256],
  })
}

export async function markFound({ query }: Query, sha256s: readonly string[]): Promise<void> {
  await query({
    name: 'files-mark-found',
    text: 'update stored_file set missing_since = null where sha256 = any ($1) and missing_since is not null',
    values: [sha256s],
  })
}

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
    const rows = await tx.query({
      name: 'file-lock-referred',
      text: `select from stored_file where sha256 = $1
        and exists (select from asset_place where asset_place.sha256 = stored_file.sha256) for key share`,
      values: [sha256],
    })
    return rows.length === 0 ? null : await work()
  })
}

/** The assets that show the content, for people: `product:cup asset front`. */
export async function assetsOf({ query }: Query, sha256: string): Promise<string[]> {
  const rows = await query<{ owner: string; assetId: string }>({
    name: 'file-assets',
    text: `select owner, asset_id as "assetId" from asset_place where sha256 = $1 order by owner, asset_id limit 10`,
    values: [sha256],
  })
  return rows.map(({ owner, assetId }) => `${owner} asset ${assetId}`)
}

/** How many files the sweep did not find. */
export async function countMissing({ query }: Query): Promise<number> {
  const [row] = await query<{ count: number }>({
    name: 'files-count-missing',
    text: 'select count(*) as count from stored_file where missing_since is not null',
  })
  return row?.count ?? 0
}

/** Holds of processes that died, and of writes that failed while the database was away. */
export async function removeOldHolds({ query }: Query): Promise<void> {
  await query({ name: 'file-holds-purge', text: `delete from file_hold where expires < now() - interval '1 day'` })
}
