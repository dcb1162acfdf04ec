import { allNodes, type ComponentNode } from './component-tree.ts'
import { freeUnits, type Level } from './free-units.ts'

/** How many of a package the free stock is enough for. */
export type PackageStock = {
  /** Taken from all warehouses together. */
  total: number
  /** Taken from one warehouse alone, those with the most first. */
  byWarehouse: { warehouseCode: string; packages: number }[]
}

/**
 * How many packages the stock is enough for; null when that depends on what a buyer chooses, or
 * when there are no components.
 */
export function packageStock(tree: readonly ComponentNode[], levels: readonly Level[]): PackageStock | null {
  const needs = unitsPerPackage(tree)
  if (needs === null || needs.size === 0) return null
  const warehouses = [...new Set(levels.filter(({ skuId }) => needs.has(skuId)).map(({ warehouseCode }) => warehouseCode))]
  const byWarehouse = warehouses.map((warehouseCode) => {
    const own = levels.filter((level) => level.warehouseCode === warehouseCode)
    return { warehouseCode, packages: countPackages(needs, own) }
  })
  return { total: countPackages(needs, levels), byWarehouse: byWarehouse.sort((one, other) => other.packages - one.packages) }
}

/**
 * Units of each SKU in one package; null when one of its parts is to be chosen, or is not known.
 */
function unitsPerPackage(tree: readonly ComponentNode[]): Map<string, number> | null {
  const needs = new Map<string, number>()
  for (const { kind, skuIds, children, isKnown, quantity } of allNodes(tree)) {
    const [skuId, ...others] = skuIds
    if (kind === 'option' || others.length > 0 || !isKnown) return null
    if (skuId !== undefined) needs.set(skuId, (needs.get(skuId) ?? 0) + quantity)
    else if (children.length === 0) return null
  }
  return needs
}

function countPackages(needs: ReadonlyMap<string, number>, levels: readonly Level[]): number {
  const counts = [...needs].map(([skuId, units]) => {
    // Binary fractions: 0.3 units are enough for three times 0.1.
    return Math.floor((freeUnits([skuId], levels) ?? 0) / units + 1e-9)
  })
  return Math.max(0, Math.min(...counts))
}
