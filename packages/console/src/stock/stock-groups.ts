import type { Product } from '@open-oms/client/types'
import { mainPicture } from '../catalogue/assets/stored-file.ts'
import { productsBySku } from '../order/line-items.ts'

/** What there is of a SKU in a warehouse. */
export type StockLevel = {
  skuId: string
  warehouseCode: string
  quantity: number
  reservedQuantity: number
  availableQuantity: number
  isLow: boolean
  /** At so many available units it is low; null: as usual. */
  lowStockAt: number | null
  modified: string
}

/** A level with what the catalogue says of its SKU. */
export type NamedLevel = { level: StockLevel; variantName: string | null }

/** What there is of a product in all warehouses, or of a SKU that the catalogue does not have. */
export type ProductStock = {
  key: string
  /** Null: the catalogue does not have it, or the person may not see it. */
  productId: string | null
  name: string
  picture: string | null
  levels: readonly NamedLevel[]
}

export type StockFigures = { quantity: number; reserved: number; available: number; lowPlaces: number }

/** The levels by product, in the order in which the first of each comes; each level once. */
export function groupLevels(levels: readonly StockLevel[], products: readonly Product[]): ProductStock[] {
  const bySku = productsBySku(products)
  const groups = new Map<string, ProductStock & { levels: NamedLevel[] }>()
  const seen = new Set<string>()
  for (const level of levels) {
    const key = levelKey(level)
    if (seen.has(key)) continue
    seen.add(key)
    const found = bySku.get(level.skuId)
    const productKey = JSON.stringify(found === undefined ? ['sku', level.skuId] : ['product', found.product.productId])
    const group = groups.get(productKey) ?? {
      key: productKey,
      productId: found?.product.productId ?? null,
      name: found?.product.name ?? level.skuId,
      picture: found === undefined ? null : mainPicture(found.product),
      levels: [],
    }
    group.levels.push({ level, variantName: found?.variant?.name ?? null })
    groups.set(productKey, group)
  }
  return [...groups.values()].map((group) => ({ ...group, levels: group.levels.toSorted(bySkuAndWarehouse) }))
}

/** Products of several pages, each once: the first page that has a product has all of it. */
export function joinPages(pages: readonly (readonly ProductStock[])[]): ProductStock[] {
  return [
    ...new Map(
      pages
        .flat()
        .toReversed()
        .map((group) => [group.key, group]),
    ).values(),
  ].toReversed()
}

/** The levels of a product together. `lowPlaces` are those of which it is low. */
export function totalOf(levels: readonly NamedLevel[]): StockFigures {
  const sum = { quantity: 0, reserved: 0, available: 0, lowPlaces: 0 }
  for (const { level } of levels) {
    // Thousandths: sums of decimals are not exact.
    sum.quantity += Math.round(level.quantity * 1000)
    sum.reserved += Math.round(level.reservedQuantity * 1000)
    sum.available += Math.round(level.availableQuantity * 1000)
    sum.lowPlaces += Number(level.isLow)
  }
  const { quantity, reserved, available, lowPlaces } = sum
  return { quantity: quantity / 1000, reserved: reserved / 1000, available: available / 1000, lowPlaces }
}

/** Identifies a level in lists. */
export function levelKey({ skuId, warehouseCode }: Pick<StockLevel, 'skuId' | 'warehouseCode'>): string {
  return JSON.stringify([skuId, warehouseCode])
}

function bySkuAndWarehouse({ level: a }: NamedLevel, { level: b }: NamedLevel): number {
  return compare(a.skuId, b.skuId) || compare(a.warehouseCode, b.warehouseCode)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
