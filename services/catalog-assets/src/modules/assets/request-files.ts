import { DomainError } from '@oms/contracts/errors'
import type { Database } from '@oms/service-kit/database/database'
import pLimit from 'p-limit'
import { type DownloadDeps, downloadFile } from '../incoming-files/download-file.ts'
import type { ReceivedFile } from '../incoming-files/received-file.ts'
import { type StorageDeps, storeFile } from '../storage/store-file.ts'
import { dropHolds, type HeldFile } from '../storage/stored-file-rows.ts'
import { removeContent } from '../storage/sweep-files.ts'
import type { AssetFile, FileWish } from './domain/asset-file.ts'

export type RequestFilesDeps = StorageDeps & DownloadDeps & Pick<Database, 'inTransaction'>

/** The files that came in for one request, in the store and held there. */
export type RequestFiles = {
  /** By content; for the write that refers to them. */
  held: ReadonlyMap<string, HeldFile>
  fileFor(wish: FileWish): AssetFile | null
  /** The file that the request is. Throws `FilesMissing` while it is not stored. */
  requireUploaded(): AssetFile
}

/** Thrown by work that needs files which are not there yet, before it has written anything. */
class FilesMissing extends Error {
  readonly wishes: readonly FileWish[]

  constructor(wishes: readonly FileWish[]) {
    super('files are missing')
    this.wishes = wishes
  }
}

/** Throws `FilesMissing` when there are wishes. */
export function requireFiles(wishes: readonly FileWish[]): void {
  if (wishes.length > 0) throw new FilesMissing(wishes)
}

/** Somebody changes what the request is about each time its files have come. */
const ROUNDS_MAX = 5
/** Of one request; other requests take their turns with it. */
const AT_ONCE = 16

/**
 * Runs work that may throw `FilesMissing`: then all files are downloaded, then all are stored, and the work is run again. No transaction is
 * open meanwhile. Nothing of the files is left when it fails, and no temporary file in any case. Errors: those of the work,
 * `AssetUrlNotAllowed` and `AssetDownloadFailed` with the place in the request, `Unavailable`, `ResourceLocked`.
 */
export async function withRequestFiles<T>(
  deps: RequestFilesDeps,
  upload: ReceivedFile | null,
  work: (files: RequestFiles) => Promise<T>,
): Promise<T> {
  const incoming = new IncomingFiles(deps, upload)
  try {
    for (let round = 1; ; round++) {
      const { result, missing } = await work(incoming).then(
        (result) => ({ result, missing: null }),
        (error) => {
          if (error instanceof FilesMissing) return { result: null, missing: error }
          throw error
        },
      )
      if (missing === null) return result as T
      if (round === ROUNDS_MAX) throw new DomainError('ResourceLocked', 'Others change the same assets all the time.')
      await incoming.fetch(missing.wishes)
    }
  } catch (error) {
    await incoming.giveUp()
    throw error
  } finally {
    await incoming.end()
  }
}

class IncomingFiles implements RequestFiles {
  readonly held = new Map<string, HeldFile>()
  private readonly deps: RequestFilesDeps
  private readonly upload: ReceivedFile | null
  private readonly received = new Map<string, ReceivedFile>()
  private readonly holdIds: string[] = []
  private uploadedFile: AssetFile | null = null

  constructor(deps: RequestFilesDeps, upload: ReceivedFile | null) {
    this.deps = deps
    this.upload = upload
  }

  fileFor(wish: FileWish): AssetFile | null {
    const file = this.received.get(keyOf(wish))
    return file === undefined || !this.held.has(file.sha256) ? null : file
  }

  requireUploaded(): AssetFile {
    if (this.uploadedFile === null) throw new FilesMissing([])
    return this.uploadedFile
  }

  async fetch(wishes: readonly FileWish[]): Promise<void> {
    const wanted = new Map(wishes.filter((wish) => !this.received.has(keyOf(wish))).map((wish) => [keyOf(wish), wish]))
    await eachOf([...wanted.values()], async (wish) => void this.received.set(keyOf(wish), await this.download(wish)))
    await eachOf([...this.received.values()], (file) => this.store(file))
    if (this.upload === null || this.uploadedFile !== null) return
    await this.store(this.upload)
    this.uploadedFile = this.upload
  }

  /** What was stored for nothing goes at once, unless somebody else has it too. */
  async giveUp(): Promise<void> {
    await this.dropHolds()
    for (const sha256 of this.held.keys()) await removeContent(this.deps, sha256).catch(leaveToSweep)
  }

  async end(): Promise<void> {
    await this.dropHolds()
    await Promise.all([...this.received.values()].map((file) => file.discard()))
  }

  private async download({ url, fileName, path }: FileWish): Promise<ReceivedFile> {
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

  /** Those that were used up are gone already; a database that is away lets them expire. */
  private async dropHolds(): Promise<void> {
    await dropHolds(this.deps, this.holdIds.splice(0)).catch(leaveToSweep)
  }
}

function keyOf({ url, fileName }: FileWish): string {
  return JSON.stringify([url, fileName])
}

function leaveToSweep(): void {
  // Nothing is lost: a hold ends by itself, and then the sweep removes the file.
}

/** Several at once; after a failure no further one is begun, and the first failure is thrown when all have ended. */
async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const takeTurn = pLimit(AT_ONCE)
  const failures: unknown[] = []
  const run = async (item: T) => {
    if (failures.length > 0) return
    await work(item).catch((error: unknown) => failures.push(error))
  }
  await Promise.all(items.map((item) => takeTurn(() => run(item))))
  if (failures.length > 0) throw failures[0]
}
