import type { Asset } from '@oms/contracts/orders/primitive-models'
import { withMainImage } from './main-image.ts'

/** The assets without those with these ids; where the main image is among them, the next becomes main (4-decisions N.4). */
export function removedAssets(before: readonly Asset[], assetIds: ReadonlySet<string>): Asset[] {
  const after = before.filter(({ assetId }) => assetId === null || !assetIds.has(assetId))
  return withMainImage({ before, after, named: null })
}
