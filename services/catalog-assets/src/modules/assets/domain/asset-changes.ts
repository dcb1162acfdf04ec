import type { Asset } from '@open-oms/contracts/orders/primitive-models'
import { storedAssetFile } from './asset-file.ts'

/** A product, one of its variants, or a business customer, with its own assets. */
export type AssetCarrier = {
  /** Unique over all carriers: `product:<id>`, `variant:<sku>`, `customer:<id>`. */
  owner: string
  /** Its id or SKU. */
  code: string
  assets: readonly Asset[]
}

/** An asset of a carrier that shows a stored file. */
export type FileUse = { owner: string; assetId: string; sha256: string }

/** What a write did to the assets of a product or customer, beyond its document. */
export type AssetChanges = {
  /** Files that an asset shows now and did not before, and the other way round. */
  used: FileUse[]
  unused: FileUse[]
  /** Assets that are new, or whose url is. */
  stored: Asset[]
  /** Assets that the product or customer no longer has anywhere. */
  deleted: Asset[]
  /** Whether there is anything to write. */
  isEmpty: boolean
}

/** Compares the assets before and after a write. */
export function assetChanges(before: readonly AssetCarrier[], after: readonly AssetCarrier[]): AssetChanges {
  const old = byKey(before)
  const now = byKey(after)
  const stored = [...now].filter(([key, { asset }]) => old.get(key)?.asset.url !== asset.url).map(([, { asset }]) => asset)
  const left = new Set([...now.values()].map(({ asset }) => asset.assetId))
  const gone = [...old].filter(([key]) => !now.has(key)).map(([, { asset }]) => asset)
  const deleted = gone.filter(({ assetId }) => !left.has(assetId))
  const used = difference(uses(now), uses(old))
  const unused = difference(uses(old), uses(now))
  return { used, unused, stored, deleted, isEmpty: stored.length === 0 && gone.length === 0 && unused.length === 0 }
}

type AssetsByKey = Map<string, { owner: string; asset: Asset }>

function byKey(carriers: readonly AssetCarrier[]): AssetsByKey {
  return new Map(
    carriers.flatMap(({ owner, assets }) => assets.map((asset) => [JSON.stringify([owner, asset.assetId]), { owner, asset }])),
  )
}

function uses(assets: AssetsByKey): Map<string, FileUse> {
  const found = [...assets.values()].flatMap(({ owner, asset }) => {
    const file = storedAssetFile(asset)
    return file === null ? [] : [{ owner, assetId: asset.assetId ?? '', sha256: file.sha256 }]
  })
  return new Map(found.map((use) => [JSON.stringify(use), use]))
}

function difference(these: Map<string, FileUse>, those: Map<string, FileUse>): FileUse[] {
  return [...these].filter(([key]) => !those.has(key)).map(([, use]) => use)
}
