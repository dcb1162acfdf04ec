import { DomainError } from '@open-oms/contracts/errors'
import type { Database } from '@open-oms/service-kit/database/database'
import pLimit from 'p-limit'
import { type DownloadDeps, downloadFile } from '../incoming-files/download-file.ts'
import type { ReceivedFile } from '../incoming-files/identify-file.ts'
import { type StorageDeps, storeFile } from '../storage/store-file.ts'
import { dropHolds, type HeldFile } from '../storage/stored-file-rows.ts'
import { removeContent } from '../storage/sweep-files.ts'
import type { AssetFile, PendingDownload, PendingFile } from './domain/asset-file.ts'

export type RequestFilesDeps = StorageDeps & DownloadDeps & Pick<Database, 'inTransaction'>

/**
 * The result of a transaction: what it saved, or, when it wrote nothing, the files to be stored
 * first.
 */
export type Attempt<T> = { saved: T } | { pending: readonly PendingFile[] }

/**
 * Maximum attempts of one request: other writes may change its assets while its files are stored.
 */
const ATTEMPTS_MAX = 5
/** Most downloads of one request that run concurrently; all requests share a limit of their own. */
const DOWNLOADS_MAX = 16

/**
 * Plans a write, stores the files that it needs, and saves it; returns what was saved. `attempt` is
 * one transaction that plans and, when all files are there, saves. Otherwise it returns the pending
 * files: they are downloaded and stored while no transaction is open, and the next attempt plans
 * again, because the assets may have changed. A failed request leaves no files behind, and
 * temporary files are always removed. Raises what `attempt` raises, `AssetUrlNotAllowed` and
 * `AssetDownloadFailed` with the path in the request, `Unavailable`, and `ResourceLocked` when the
 * assets keep changing.
 */
export async function saveWithFiles<T>(
  deps: RequestFilesDeps,
  upload: ReceivedFile | null,
  attempt: (files: RequestFiles) => Promise<Attempt<T>>,
): Promise<T> {
  const files = new RequestFiles(deps, upload)
  try {
    let outcome = await attempt(files)
    for (let attempts = 1; 'pending' in outcome; attempts++) {
      if (attempts === ATTEMPTS_MAX) throw new DomainError('ResourceLocked', 'The assets are being modified concurrently; retry.')
      await files.fetch(outcome.pending)
      outcome = await attempt(files)
    }
    return outcome.saved
  } catch (error) {
    await files.giveUp()
    throw error
  } finally {
    await files.end()
  }
}

/** The files that came in for one request, in the store and held there. */
export class RequestFiles {
  /** By content; for the write that refers to them. */
  readonly held = new Map<string, HeldFile>()
  private readonly deps: RequestFilesDeps
  private readonly upload: ReceivedFile | null
  private readonly downloaded = new Map<string, ReceivedFile>()
  private readonly holdIds: string[] = []

  constructor(deps: RequestFilesDeps, upload: ReceivedFile | null) {
    this.deps = deps
    this.upload = upload
  }

  /** The stored file; null while it is pending. */
  readonly fileFor = (pending: PendingFile): AssetFile | null => {
    const file = pending.kind === 'upload' ? this.upload : this.downloaded.get(downloadKey(pending))
    return file && this.held.has(file.sha256) ? file : null
  }

  /** Downloads the files given by address, then stores all files. */
  async fetch(pending: readonly PendingFile[]): Promise<void> {
    const downloads = pending.filter((file) => file.kind === 'download' && !this.downloaded.has(downloadKey(file)))
    const distinct = new Map((downloads as PendingDownload[]).map((file) => [downloadKey(file), file]))
    await forEachConcurrently(
      [...distinct.values()],
      async (file) => void this.downloaded.set(downloadKey(file), await this.download(file)),
    )
    await forEachConcurrently([...this.downloaded.values()], (file) => this.store(file))
    if (this.upload !== null) await this.store(this.upload)
  }

  /** Removes what was stored for the failed request, unless others use it too. */
  async giveUp(): Promise<void> {
    await this.dropHolds()
    for (const sha256 of this.held.keys()) await removeContent(this.deps, sha256).catch(leaveToSweep)
  }

  /** Removes the temporary files. */
  async end(): Promise<void> {
    await this.dropHolds()
    await Promise.all([...this.downloaded.values()].map((file) => file.discard()))
  }

  private async download({ url, fileName, path }: PendingDownload): Promise<ReceivedFile> {
    try {
      return await downloadFile(this.deps, { url, fileName })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      throw new DomainError(error.code, `${path}: ${error.message}`, { ...error.details, errors: { [path]: [error.message] } })
    }
  }

  private async store(file: ReceivedFile): Promise<void> {
    if (this.held.has(file.sha256)) return
    const held = await storeFile(this.deps, file)
    this.holdIds.push(held.holdId)
    this.held.set(file.sha256, held)
  }

  /** Used ones are deleted already; while the database is unreachable they expire. */
  private async dropHolds(): Promise<void> {
    await dropHolds(this.deps, this.holdIds.splice(0)).catch(leaveToSweep)
  }
}

function downloadKey({ url, fileName }: PendingDownload): string {
  return JSON.stringify([url, fileName])
}

function leaveToSweep(): void {
  // Nothing is lost: a hold expires, and then the sweep removes the file.
}

/**
 * Runs the work for several items concurrently. After a failure no further item is started; the
 * first failure is thrown once those in progress have ended.
 */
async function forEachConcurrently<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const limit = pLimit(DOWNLOADS_MAX)
  const failures: unknown[] = []
  const run = async (item: T) => {
    if (failures.length > 0) return
    await work(item).catch((error: unknown) => failures.push(error))
  }
  await Promise.all(items.map((item) => limit(() => run(item))))
  if (failures.length > 0) throw failures[0]
}
