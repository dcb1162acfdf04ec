export type Level = { skuId: string; warehouseCode: string; availableQuantity: number }

/** The free units of some SKUs in all warehouses; null when no stock of them is kept. */
export function freeUnits(skuIds: readonly string[], levels: readonly Level[]): number | null {
  const own = levels.filter(({ skuId }) => skuIds.includes(skuId))
  return own.length === 0 ? null : sum(own.map(({ availableQuantity }) => availableQuantity))
}

function sum(values: readonly number[]): number {
  // Quantities have at most six decimals; their sum has no more.
  return Math.round(values.reduce((total, value) => total + value, 0) * 1e6) / 1e6
}
