import type { ReturnSearch } from '@open-oms/client/types'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { gateway } from '../session/gateway.ts'

const PAGE = 50
/** What has come in meanwhile is looked for so often. */
const AGAIN_MS = 30_000
/** Below the key of orders: whatever writes an order has them read again. */
const returnsKey = ['orders', 'returns'] as const

/** The returns of a search, page by page. */
export function returnsQuery(search: ReturnSearch) {
  return infiniteQueryOptions({
    queryKey: [...returnsKey, 'found', search],
    queryFn: ({ pageParam: after, signal }) => {
      const body = { ...search, take: PAGE, ...(after === null ? {} : { after }) }
      return gateway.post('/api/Returns/SearchReturnOrders', { body, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: AGAIN_MS,
    placeholderData: keepPreviousData,
  })
}

/** How many returns have come in and are not paid back. */
export const returnsToRefundQuery = (store: string | null) =>
  queryOptions({
    queryKey: [...returnsKey, 'to refund', store],
    queryFn: async ({ signal }) => {
      const body = { awaitsRefund: true, take: 1, ...(store === null ? {} : { selectedStores: [store] }) }
      return (await gateway.post('/api/Returns/SearchReturnOrders', { body, signal })).totalHits
    },
    refetchInterval: AGAIN_MS,
  })

/** What a code that was scanned or typed is of. */
export type Scanned =
  | { kind: 'return'; orderId: string; returnId: string }
  | { kind: 'returns' }
  | { kind: 'order'; orderId: string; number: string }
  | { kind: 'nothing' }

const SEVERAL = 20

/**
 * What an RMA number, or the number or the id of an order, is of: its return that is not done yet,
 * else the only one; several; an order without a return; or nothing.
 */
export async function findScanned(code: string, isDone: (status: string | null) => boolean): Promise<Scanned> {
  const [byRma, byOrder] = await Promise.all(
    [{ rmaNumber: code }, { orderNumber: code }].map(async (search) => {
      const body = { ...search, take: SEVERAL }
      return (await gateway.post('/api/Returns/SearchReturnOrders', { body })).result
    }),
  )
  const found = [byRma, byOrder].find((forms) => forms !== undefined && forms.length > 0) ?? []
  const open = found.filter(({ returnOrderForm: form }) => !isDone(form?.status ?? null))
  const [only, ...others] = open.length > 0 ? open : found
  if (others.length > 0) return { kind: 'returns' }
  if (only !== undefined) return { kind: 'return', orderId: only.orderId ?? '', returnId: only.returnOrderForm?.returnId ?? '' }
  const body = { orderNumber: code, take: 1 }
  const [order] = (await gateway.post('/api/Orders/SearchSummaries', { body })).result
  return order === undefined ? { kind: 'nothing' } : { kind: 'order', orderId: order.id, number: order.orderNumber ?? order.id }
}
