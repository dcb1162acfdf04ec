import { DomainError, invalid } from '@oms/contracts/errors'
import type { Deps } from '../../deps.ts'
import { PREVIEW_TYPE, previewSizes } from '../previews/make-previews.ts'
import { previewKey } from '../storage/file-store.ts'
import { findServedFile } from './asset-store.ts'

export type AssetFileRequest = {
  assetId: string
  fileName: string
  /** The content; the newest where none is named. */
  version: string | null
  /** Edge of the preview; null for the file itself. */
  size: string | null
}

/** A file in the store, as it is served. */
export type FoundFile = {
  key: string
  /** In quotes. */
  etag: string
  contentType: string
  /** In bytes; null for a preview, of which only the store knows. */
  length: number | null
}

/**
 * The stored file that an address leads to (assets.md#served-files, assets.md#file-addresses).
 * Raises `NotFound` when no asset shows it, or when it is no image and a preview is asked for;
 * `ValidationFailed` for a size that previews do not have.
 */
export async function findAssetFile(deps: Pick<Deps, 'query'>, { size, ...asset }: AssetFileRequest): Promise<FoundFile> {
  const wanted = previewSizes.find((edge) => String(edge) === size)
  if (size !== null && wanted === undefined)
    throw invalid('size', `must be ${previewSizes.toSorted((a, b) => a - b).join(' or ')}`)
  const file = await findServedFile(deps, asset)
  if (file === null) throw new DomainError('NotFound', 'There is no such file.')
  const { sha256, contentType, length, hasPreviews } = file
  if (wanted === undefined) return { key: sha256, etag: `"${sha256}"`, contentType, length }
  if (!hasPreviews) throw new DomainError('NotFound', 'There are no previews of this file: it is no raster image.')
  return { key: previewKey(sha256, wanted), etag: `"${sha256}-${wanted}"`, contentType: PREVIEW_TYPE, length: null }
}
