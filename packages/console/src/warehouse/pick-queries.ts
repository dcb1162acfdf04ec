import { queryOptions } from '@tanstack/react-query'
import { gateway } from '../session/gateway.ts'
import { keepQueue, keptQueue } from './offline/kept-queue.ts'

/** So many orders are offered at a time. */
const QUEUE_MAX = 100
const AGAIN_MS = 30_000

/** Which orders are to be picked, the oldest first; without a warehouse or store, of all. */
export function toPickRequest(warehouse: string | undefined, store: string | null) {
  const codes = warehouse === undefined ? {} : { warehouseCodes: [warehouse] }
  const stores = store === null ? {} : { selectedStores: [store] }
  const search = { isPickable: true, sortOrder: 'CreatedAscending' as const, ...codes, ...stores }
  return { search, take: QUEUE_MAX, ...codes }
}

/** What is to be picked in a warehouse, line by line. */
export function toPickQuery(warehouse: string | undefined, store: string | null) {
  return queryOptions({
    queryKey: ['orders', 'to pick', warehouse ?? null, store],
    queryFn: async ({ signal }) => {
      const { result } = await gateway.post('/api/Shipments/ToPick', {
        body: toPickRequest(warehouse, store),
        idempotencyKey: null,
        signal,
      })
      keepQueue(warehouse, store, result)
      return result
    },
    initialData: () => keptQueue(warehouse, store)?.shipments,
    initialDataUpdatedAt: () => keptQueue(warehouse, store)?.at,
    refetchInterval: AGAIN_MS,
    // It is worked through without a connection too.
    gcTime: Number.POSITIVE_INFINITY,
  })
}
