import { invalid } from '@open-oms/contracts/errors'
import type { Asset } from '@open-oms/contracts/orders/primitive-models'
import { safeFileName } from '../../incoming-files/domain/file-name.ts'
import { type AssetFile, isLinkOnly, type PendingFile, storedAssetFile } from './asset-file.ts'
import { assertWebAddress, fieldPath, type NamedInput } from './asset-request.ts'

/** What a write of assets takes from outside: the time and the files that are stored. */
export type AssetContext = {
  now: string
  /** The stored file, or null while it is pending. */
  fileFor: (pending: PendingFile) => AssetFile | null
  /**
   * The file of an asset with this id on any other product, or null: images may be shared by their
   * id (assets.md#asset-addition).
   */
  fileElsewhere: (assetId: string) => AssetFile | null
}

/** Assets that a request brings to one product, variant or customer. */
export type IncomingAssets = {
  /** Path of the list in the request, for errors; empty where it is the request. */
  list: string
  inputs: readonly NamedInput[]
  /** The id or SKU that they are added to. */
  code: string
  /** What the request calls the address of its only asset, where it is no list. */
  addressPath?: string
  /** Whether only images are accepted, as from AddProductImage. */
  mustBeImages?: boolean
  /** Whether the request is the file of its only input. */
  isUpload?: boolean
  /**
   * Whether an address that did not change is not downloaded again, as with inline assets
   * (assets.md#asset-addition).
   */
  keepsUnchanged?: boolean
}

/** Where the file of an asset comes from: it stays where it is, is stored, or is pending. */
export type AssetSource =
  | { kind: 'link'; url: string }
  | { kind: 'file'; file: AssetFile; externalUrl: string | null }
  | { kind: 'pending'; pending: PendingFile }

/** The same once no file is pending. */
export type StoredSource = Exclude<AssetSource, { kind: 'pending' }>

export type InputPosition = { index: number; before: Asset | undefined }

/**
 * Where an incoming asset has its file from (assets.md#asset-addition). Raises `ValidationFailed`
 * with its path when there is none.
 */
export function resolveAssetSource(
  incoming: IncomingAssets,
  { index, before }: InputPosition,
  context: AssetContext,
): AssetSource {
  const { list, inputs, isUpload = false, addressPath, keepsUnchanged = false } = incoming
  const input = inputs[index] as NamedInput
  const path = addressPath ?? fieldPath(list, index, 'externalUrl')
  const externalUrl = input.externalUrl === '' ? undefined : input.externalUrl
  if (isLinkOnly(input)) return linkTo(externalUrl, path)
  if (isUpload) return storedOrPending({ kind: 'upload' }, externalUrl ?? null, context)
  const held = before === undefined ? null : storedAssetFile(before)
  if (externalUrl !== undefined) {
    const isSame = keepsUnchanged && input.forceUpload !== true && before?.externalUrl === externalUrl
    if (held !== null && isSame) return { kind: 'file', file: renamed(held, input.fileName), externalUrl }
    return downloadedFrom(externalUrl, { fileName: input.fileName, path }, context)
  }
  const file = held ?? context.fileElsewhere(input.assetId)
  if (file === null) throw invalid(path, 'is required: no asset with this id has a file')
  return { kind: 'file', file: renamed(file, input.fileName), externalUrl: before?.externalUrl ?? null }
}

/** A file that is there under the name that is sent for it (assets.md#asset-addition). */
function renamed(file: AssetFile, fileName: string | undefined): AssetFile {
  return { ...file, fileName: safeFileName(fileName ?? '') || file.fileName }
}

/**
 * A link-only asset. Raises `ValidationFailed` without an address, or with one that is not of http
 * or https.
 */
export function linkTo(url: string | undefined | null, path: string): AssetSource {
  if (url === undefined || url === null || url === '') throw invalid(path, 'is required for an asset that is only a link')
  assertWebAddress(url, path)
  return { kind: 'link', url }
}

/** The downloaded file of an address, or the pending download. */
export function downloadedFrom(
  url: string,
  { fileName, path }: { fileName: string | undefined; path: string },
  context: AssetContext,
): AssetSource {
  return storedOrPending({ kind: 'download', url, fileName: fileName || null, path }, url, context)
}

function storedOrPending(pending: PendingFile, externalUrl: string | null, { fileFor }: AssetContext): AssetSource {
  const file = fileFor(pending)
  return file === null ? { kind: 'pending', pending } : { kind: 'file', file, externalUrl }
}
