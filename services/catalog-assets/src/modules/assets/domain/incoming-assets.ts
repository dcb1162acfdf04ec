import { completer } from '@open-oms/contracts/complete'
import { invalid } from '@open-oms/contracts/errors'
import { Asset } from '@open-oms/contracts/orders/primitive-models'
import { LIST_MAX } from '@open-oms/contracts/primitives'
import { assetUrl, type PendingFile } from './asset-file.ts'
import { fieldPath, type NamedInput } from './asset-request.ts'
import { type AssetContext, type IncomingAssets, resolveAssetSource, type StoredSource } from './asset-source.ts'
import { assertMainIsImage, isImage, withMainImage } from './main-image.ts'

/** A list of assets after a change. It is incomplete while files are pending. */
export type WrittenAssets = {
  assets: Asset[]
  /** The ids that the request named, in its order. */
  touched: string[]
  pending: PendingFile[]
}

const complete = completer(Asset)

/**
 * Adds assets to those that are there; one whose id is there already replaces it, all but `created`
 * (assets.md#asset-addition). Raises `ValidationFailed`, also beyond 250.
 */
export function addedAssets(before: readonly Asset[], incoming: IncomingAssets, context: AssetContext): WrittenAssets {
  const { built, pending } = buildAssets(before, incoming, context)
  const byId = new Map(built.map((asset) => [asset.assetId, asset]))
  const isNew = ({ assetId }: Asset) => !before.some((asset) => asset.assetId === assetId)
  const after = [...before.map((asset) => byId.get(asset.assetId) ?? asset), ...built.filter(isNew)]
  if (after.length > LIST_MAX)
    throw invalid(incoming.list, `must leave at most ${LIST_MAX} assets, there would be ${after.length}`)
  return written(withMainImage({ before, after, named: namedMain(incoming.inputs) }), incoming, pending)
}

/**
 * Replaces the assets by those of the request, as a create or a full update of a product does
 * (assets.md#inline-assets, assets.md#asset-addition).
 */
export function replacedAssets(before: readonly Asset[], incoming: IncomingAssets, context: AssetContext): WrittenAssets {
  const { built, pending } = buildAssets(before, { ...incoming, keepsUnchanged: true }, context)
  return written(withMainImage({ before, after: built, named: namedMain(incoming.inputs) }), incoming, pending)
}

/** The last asset that the request marks as the main image. */
export function namedMain(inputs: readonly NamedInput[]): string | null {
  return inputs.findLast(({ isMainImage }) => isMainImage === true)?.assetId ?? null
}

function written(assets: Asset[], { inputs }: IncomingAssets, pending: PendingFile[]): WrittenAssets {
  return { assets, touched: inputs.map(({ assetId }) => assetId), pending }
}

function buildAssets(before: readonly Asset[], incoming: IncomingAssets, context: AssetContext) {
  const pending: PendingFile[] = []
  const built: Asset[] = []
  for (const [index, input] of incoming.inputs.entries()) {
    const old = before.find(({ assetId }) => assetId === input.assetId)
    const source = resolveAssetSource(incoming, { index, before: old }, context)
    if (source.kind === 'pending') {
      pending.push(source.pending)
      continue
    }
    const asset = newAsset(input, source, { ...context, old, code: incoming.code })
    const path = incoming.addressPath ?? fieldPath(incoming.list, index, 'isMainImage')
    if (incoming.mustBeImages && !isImage(asset)) throw invalid(path, 'must be the address of an image')
    assertMainIsImage(asset, { old, path })
    built.push(asIfUntouched(old, asset))
  }
  return { built, pending }
}

type Origin = AssetContext & { old: Asset | undefined; code: string }

function newAsset(input: NamedInput, source: StoredSource, { old, code, now }: Origin): Asset {
  return complete({
    ...input,
    ...withFile(source, { assetId: input.assetId, fileName: input.fileName }),
    parentId: input.parentId ?? code,
    forceUpload: null,
    isMainImage: input.isMainImage ?? false,
    created: old?.created ?? now,
    modified: now,
  } as never)
}

/** The fields of an asset that follow from its file. */
export function withFile(
  source: StoredSource,
  { assetId, fileName }: { assetId: string; fileName?: string | null | undefined },
): Pick<Asset, 'url' | 'externalUrl' | 'fileName' | 'contentType' | 'length' | 'width' | 'height'> {
  if (source.kind === 'link') {
    const noFile = { contentType: null, length: 0, width: null, height: null }
    return { url: source.url, externalUrl: source.url, fileName: fileName ?? null, ...noFile }
  }
  const { file, externalUrl } = source
  const { contentType, length, width, height } = file
  return { url: assetUrl(assetId, file), externalUrl, fileName: file.fileName, contentType, length, width, height }
}

/** The old asset when only the date would differ: sending back what was read changes nothing. */
export function asIfUntouched(old: Asset | undefined, asset: Asset): Asset {
  if (old === undefined) return asset
  // Fields that the model got after the old asset was stored are no difference.
  return JSON.stringify({ ...asset, modified: old.modified }) === JSON.stringify(complete(old as never)) ? old : asset
}
