import { LINK_ONLY_TYPE } from '@open-oms/contracts/catalog/asset'
import type { Asset } from '@open-oms/contracts/orders/primitive-models'

/** What an asset says of its file. */
export type AssetFile = {
  /** SHA-256 of the content in lower-case hex. */
  sha256: string
  fileName: string
  contentType: string
  /** In bytes. */
  length: number
  /** Of an image as it is shown, in pixels; null for everything else. */
  width: number | null
  height: number | null
}

/**
 * A file that a write needs and that is not stored yet: the upload of the request, or one to be
 * downloaded.
 */
export type PendingFile = { kind: 'upload' } | PendingDownload

export type PendingDownload = {
  kind: 'download'
  url: string
  /** As it was sent; null: from the address, else from the type (assets.md#file-names). */
  fileName: string | null
  /** The path in the request, for errors: `[2].externalUrl`. */
  path: string
}

const VERSION = /[?&]v=([0-9a-f]{64})$/

/**
 * Where the file of an asset is served (assets.md#file-addresses), without the public base, which
 * responses and events add, so that stored addresses follow a move. The version parameter is the
 * SHA-256 of the content: the url changes with it, may be cached forever, and names the file.
 */
export function assetUrl(assetId: string, { fileName, sha256 }: AssetFile): string {
  return `/assets/${encodeURIComponent(assetId)}/${encodeURIComponent(fileName)}?v=${sha256}`
}

/**
 * Whether the file of such an asset stays where it is, without being downloaded
 * (assets.md#link-only-assets).
 */
export function isLinkOnly({ assetType }: { assetType?: string | null }): boolean {
  return assetType === LINK_ONLY_TYPE
}

/** The stored file of an asset; null for a link-only one. */
export function storedAssetFile(asset: Asset): AssetFile | null {
  if (isLinkOnly(asset)) return null
  const sha256 = VERSION.exec(asset.url ?? '')?.[1]
  if (sha256 === undefined || asset.fileName === null) return null
  const { fileName, contentType, length, width = null, height = null } = asset
  return { sha256, fileName, contentType: contentType ?? 'application/octet-stream', length, width, height }
}
