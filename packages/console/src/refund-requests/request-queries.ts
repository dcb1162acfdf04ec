import { queryOptions } from '@tanstack/react-query'
import { gateway } from '../session/gateway.ts'

/** What others ask for and decide meanwhile is looked for on each page and so often. */
const again = { staleTime: 0, refetchInterval: 30_000 } as const
/** So many are shown at most. */
export const SHOWN_MAX = 250

/** The refunds of an order that need a second person, newest first. */
export function orderRequestsQuery(orderId: string) {
  return queryOptions({
    queryKey: ['orders', 'one', orderId, 'refund requests'],
    queryFn: async ({ signal }) => (await gateway.get('/api/RefundRequests', { query: { orderId }, signal })).result,
    ...again,
  })
}

/** The refunds that nobody has decided, newest first, `SHOWN_MAX` at most. */
export const pendingRequestsQuery = queryOptions({
  queryKey: ['orders', 'refund requests'],
  queryFn: async ({ signal }) => {
    const query = { state: 'Pending', take: SHOWN_MAX } as const
    return (await gateway.get('/api/RefundRequests', { query, signal })).result
  },
  ...again,
})
