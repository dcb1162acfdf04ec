import type { Database } from '@open-oms/service-kit/database/database'
import type { KeptFile } from '@open-oms/service-kit/files/keep-stream'
import { PREVIEW_TYPE } from '../previews/make-previews.ts'
import type { ImageFacts } from '../previews/read-image.ts'
import { type FileStore, previewKey } from './file-store.ts'
import { dropHolds, type HeldFile, holdFile } from './stored-file-rows.ts'

export type StorageDeps = Pick<Database, 'query' | 'execute'> & {
  store: FileStore
  newId: () => string
}

/** What is stored of a file that came in. */
export type FileContent = Pick<KeptFile, 'path' | 'length' | 'sha256'> & ImageFacts & { contentType: string }

/**
 * Puts a file and its previews into the store, and holds it there: it is not removed until a
 * transaction refers to it (`referToFiles`), or the hold is dropped (`dropHolds`) or an hour old.
 * What is stored already is not stored again. A process that dies after this leaves a file that the
 * sweep removes. Raises `Unavailable`; nothing is held then.
 */
export async function storeFile(deps: StorageDeps, file: FileContent): Promise<HeldFile> {
  const holdId = deps.newId()
  await holdFile(deps, { holdId, sha256: file.sha256 })
  try {
    await putWithPreviews(deps.store, file)
  } catch (error) {
    await dropHolds(deps, [holdId])
    throw error
  }
  const { sha256, length, contentType, width, height, previews } = file
  return { holdId, sha256, length, contentType, width, height, hasPreviews: previews.length > 0 }
}

/** The previews first, so that a content that exists has its previews. */
async function putWithPreviews(store: FileStore, { sha256, path, length, contentType, previews }: FileContent): Promise<void> {
  for (const preview of previews) {
    const key = previewKey(sha256, preview.size)
    if ((await store.exists(key)) === null)
      await store.put(key, { path: preview.path, length: preview.length, contentType: PREVIEW_TYPE })
  }
  if ((await store.exists(sha256))?.length !== length) await store.put(sha256, { path, length, contentType })
}
