import type { Asset } from '@open-oms/contracts/orders/primitive-models'

/** Collects the assets with the given ids from carriers that come in batches. */
export class FoundAssets {
  private readonly byId: Map<string, Asset[]>

  constructor(assetIds: readonly string[]) {
    this.byId = new Map(assetIds.map((assetId) => [assetId, []]))
  }

  add(assets: readonly Asset[]): void {
    for (const asset of assets) this.byId.get(asset.assetId ?? '')?.push(asset)
  }

  /**
   * All that were added, in the order of the ids; those of one id in the order in which they came.
   */
  inOrder(): Asset[] {
    return [...this.byId.values()].flat()
  }

  /** The ids that nothing was added for. */
  missing(): string[] {
    return [...this.byId].filter(([, assets]) => assets.length === 0).map(([assetId]) => assetId)
  }
}
