import { queryOptions } from '@tanstack/react-query'
import { gateway } from '../../session/gateway.ts'
import type { Level } from './free-units.ts'

/** Products that one search may return, and SKUs whose stock one address can name. */
export const PER_REQUEST = 100

/** The stock of some SKUs in all warehouses that the person may see. */
export function stockOfQuery(skuIds: readonly string[]) {
  return queryOptions({
    queryKey: ['stock', 'of', skuIds],
    queryFn: async ({ signal }): Promise<Level[]> => {
      const levels = await Promise.all(
        batches(skuIds).map((some) => gateway.get('/api/Inventory', { query: { skuIds: some }, signal })),
      )
      return levels.flat()
    },
    enabled: skuIds.length > 0,
  })
}

/** Names in lists that one request can have. */
export function batches(names: readonly string[]): string[][] {
  const count = Math.ceil(names.length / PER_REQUEST)
  return Array.from({ length: count }, (_, index) => names.slice(index * PER_REQUEST, (index + 1) * PER_REQUEST))
}
