import { queryOptions } from '@tanstack/react-query'
import { gateway } from '../session/gateway.ts'
import { SKUS_MAX, type StockLevel } from '../stock/stock-queries.ts'
import type { ShipmentLine } from './units.ts'

/** The stock of what the lines are of, in all warehouses; of the first ones where they are more than an address can carry. */
export function stockOfLinesQuery(lines: readonly ShipmentLine[]) {
  const skuIds = [...new Set(lines.flatMap(({ code }) => code ?? []))].slice(0, SKUS_MAX)
  return queryOptions({
    queryKey: ['stock', 'of', skuIds],
    queryFn: ({ signal }) => gateway.get('/api/Inventory', { query: { skuIds }, signal }),
    enabled: skuIds.length > 0,
  })
}

/** The warehouses that have stock of something, without the one that the goods leave from now. */
export function warehousesOf(levels: readonly Pick<StockLevel, 'warehouseCode'>[], own: string | null): string[] {
  return [...new Set(levels.map(({ warehouseCode }) => warehouseCode))].filter((code) => code !== own).sort()
}
