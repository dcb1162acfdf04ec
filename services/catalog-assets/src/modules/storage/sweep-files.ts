import type { Database } from '@open-oms/service-kit/database/database'
import { contentHash, contentKeys, type FileStore } from './file-store.ts'
import {
  describeAssets,
  hasRows,
  markFound,
  markMissing,
  markReleased,
  removeOldHolds,
  rowsWithPrefix,
  type SweptRow,
  whileReferred,
} from './swept-file-rows.ts'
import { whileUnused } from './unused-file-rows.ts'

export type SweepDeps = Pick<Database, 'query' | 'execute' | 'inTransaction'> & {
  store: FileStore
  now: () => Date
}

/** Keys that are missing in the store, and the assets that show them: `product:cup asset front`. */
export type MissingFiles = { keys: string[]; assets: string[] }

export type SweepOptions = {
  /**
   * Files that nothing refers to are removed from this age on: a younger one may belong to a
   * running write.
   */
  graceMs: number
  /** Called for each row whose file is missing. */
  onMissing: (missing: MissingFiles) => void
  /** Ends the sweep between two steps. */
  signal?: AbortSignal
}

/** What a sweep found. */
export type SweepReport = {
  /** Contents in the store. */
  files: number
  /** Contents without a row that were removed. */
  orphans: number
  /**
   * Orphans that were left because the database has no file at all: then it is probably that of
   * another store.
   */
  spared: number
  /** Rows that nothing refers to; their files are removed by `removeReleased`. */
  unreferenced: number
  /** Rows whose file, or a preview of it, is not in the store. */
  missing: number
  /** Remains of unfinished writes that were removed. */
  unfinished: number
}

/** The contents are taken in 256 parts, each small enough to be held in memory. */
export const contentPrefixes = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'))

/**
 * Compares the store with the rows: removes old files that have no row, marks rows that nothing
 * refers to for removal, and reports rows whose file is missing, also in `missing_since`, from
 * which the metric is read. Several may run concurrently; one is enough.
 */
export async function sweepFiles(deps: SweepDeps, options: SweepOptions): Promise<SweepReport> {
  const before = new Date(deps.now().getTime() - options.graceMs)
  const report: SweepReport = { files: 0, orphans: 0, spared: 0, unreferenced: 0, missing: 0, unfinished: 0 }
  const isSparing = !(await hasRows(deps))
  for (const prefix of contentPrefixes) {
    if (options.signal?.aborted) return report
    await sweepPart(deps, { ...options, prefix, before, isSparing, report })
  }
  report.unfinished = await deps.store.removeUnfinished(before)
  await removeOldHolds(deps)
  return report
}

type Part = SweepOptions & { prefix: string; before: Date; isSparing: boolean; report: SweepReport }
type ListedFiles = Map<string, { keys: Set<string>; modified: Date }>

async function sweepPart(deps: SweepDeps, { prefix, before, isSparing, report, signal, onMissing }: Part): Promise<void> {
  // Listed before the rows are read: a file whose row is new may be missing in the list, which is
  // checked again; in the other order the file of a new row would look like an orphan.
  const listed = await listPart(deps.store, prefix)
  const rows = await rowsWithPrefix(deps, prefix)
  const known = new Set(rows.map(({ sha256 }) => sha256))
  report.files += listed.size
  for (const [sha256, { modified }] of listed) {
    if (signal?.aborted) return
    if (known.has(sha256) || modified >= before) continue
    if (isSparing) report.spared += 1
    else if (await removeContent(deps, sha256)) report.orphans += 1
  }
  const unreferenced = rows.filter(({ isReferred }) => !isReferred)
  report.unreferenced += unreferenced.length
  await markReleased(
    deps,
    unreferenced.map(({ sha256 }) => sha256),
  )
  const referred = rows.filter(({ isReferred }) => isReferred)
  report.missing += await findMissing(deps, { rows: referred, listed, onMissing })
}

async function listPart(store: FileStore, prefix: string): Promise<ListedFiles> {
  const listed: ListedFiles = new Map()
  for await (const { key, modified } of store.list(prefix)) {
    const sha256 = contentHash(key)
    const entry = listed.get(sha256)
    if (entry === undefined) listed.set(sha256, { keys: new Set([key]), modified })
    else {
      entry.keys.add(key)
      if (modified > entry.modified) entry.modified = modified
    }
  }
  return listed
}

/** Removes a content and its previews from the store, unless it is used. Returns whether it did. */
export async function removeContent(deps: Pick<SweepDeps, 'inTransaction' | 'store'>, sha256: string): Promise<boolean> {
  return await whileUnused(deps, sha256, async () => {
    for (const key of contentKeys(sha256)) await deps.store.remove(key)
  })
}

/** The keys that should exist for a row. */
export function keysOfRow({ sha256, hasPreviews }: Pick<SweptRow, 'sha256' | 'hasPreviews'>): string[] {
  return hasPreviews ? contentKeys(sha256) : [sha256]
}

type ComparedPart = Pick<SweepOptions, 'onMissing'> & { rows: readonly SweptRow[]; listed: ListedFiles }

async function findMissing(deps: SweepDeps, { rows, listed, onMissing }: ComparedPart): Promise<number> {
  const isWhole = (row: SweptRow) => keysOfRow(row).every((key) => listed.get(row.sha256)?.keys.has(key))
  const found = rows.filter((row) => row.missingSince !== null && isWhole(row))
  if (found.length > 0)
    await markFound(
      deps,
      found.map(({ sha256 }) => sha256),
    )
  let count = 0
  for (const row of rows) {
    const keys = isWhole(row) ? [] : await missingKeys(deps, row)
    if (keys.length === 0) continue
    count += 1
    await markMissing(deps, row.sha256)
    onMissing({ keys, assets: await describeAssets(deps, row.sha256) })
  }
  return count
}

/**
 * The missing keys of a row, checked with the row locked: since it was read, files may have been
 * stored or the row removed.
 */
export async function missingKeys(deps: Pick<SweepDeps, 'inTransaction' | 'store'>, row: SweptRow): Promise<string[]> {
  const missing = await whileReferred(deps, row.sha256, async () => {
    const keys: string[] = []
    for (const key of keysOfRow(row)) if ((await deps.store.exists(key)) === null) keys.push(key)
    return keys
  })
  return missing ?? []
}
