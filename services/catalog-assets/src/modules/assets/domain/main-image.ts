import { invalid } from '@open-oms/contracts/errors'
import type { Asset } from '@open-oms/contracts/orders/primitive-models'

/**
 * Assets in the order in which they are shown: by `sortOrder`, those without one last, equal ones
 * as they were added.
 */
export function inSortOrder(assets: readonly Asset[]): Asset[] {
  const sortRank = ({ sortOrder }: Asset) => sortOrder ?? Number.POSITIVE_INFINITY
  // Infinity minus Infinity is no number, hence the comparison.
  return assets.toSorted((a, b) => (sortRank(a) === sortRank(b) ? 0 : sortRank(a) < sortRank(b) ? -1 : 1))
}

/** What happened to a list of assets, as far as its main image is concerned. */
export type ListChange = {
  /** As it was. */
  before: readonly Asset[]
  after: readonly Asset[]
  /** The asset that the request names as main image, the last one if it names several. */
  named: string | null
}

/**
 * The assets after a change, in sort order and with at most one main image (assets.md#main-images):
 * naming one clears the others; where the main image was removed and none was named, the next
 * image in sort order becomes main, after the last the first. Certification marks and files that
 * are no images are passed over: a shop would show them as the picture of the product.
 */
export function withMainImage({ before, after, named }: ListChange): Asset[] {
  const sorted = inSortOrder(after)
  const main = named ?? sorted.find(({ isMainImage }) => isMainImage)?.assetId ?? nextMainImage(before, sorted)
  return sorted.map((asset) => {
    const isMainImage = asset.assetId === main
    return asset.isMainImage === isMainImage ? asset : { ...asset, isMainImage }
  })
}

/**
 * Raises `ValidationFailed` with the path when a main image is no image (assets.md#main-images).
 * One that was stored before this rule stays until its file changes.
 */
export function assertMainIsImage(asset: Asset, { old, path }: { old: Asset | undefined; path: string }): void {
  if (!asset.isMainImage || isImage(asset)) return
  const isAsStored = old?.isMainImage === true && old.url === asset.url
  if (!isAsStored) throw invalid(path, 'must be false: the content is not an image')
}

/**
 * The assets without those with these ids; where the main image is among them, the next becomes
 * main (assets.md#main-images).
 */
export function removedAssets(before: readonly Asset[], assetIds: ReadonlySet<string>): Asset[] {
  const after = before.filter(({ assetId }) => assetId === null || !assetIds.has(assetId))
  return withMainImage({ before, after, named: null })
}

/** The asset that replaces a removed main image; null when none was removed. */
function nextMainImage(before: readonly Asset[], after: readonly Asset[]): string | null {
  const order = inSortOrder(before)
  const index = order.findIndex(({ isMainImage }) => isMainImage)
  if (index === -1) return null
  const left = new Set(after.map(({ assetId }) => assetId))
  if (left.has((order[index] as Asset).assetId)) return null
  const next = order.slice(index).find((asset) => left.has(asset.assetId) && isImage(asset))
  return (next ?? after.find(isImage))?.assetId ?? null
}

/** Whether the content of an asset's file shows it to be an image (assets.md#file-types). */
export function isImage({ contentType }: Asset): boolean {
  return contentType?.startsWith('image/') ?? false
}
