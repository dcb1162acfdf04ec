import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { orderQuery } from '../order/order-queries.ts'
import { gateway } from '../session/gateway.ts'

const MESSAGES = 10
/** What waits is sent soon. */
const REFRESH_MS = 5_000

/** The e-mails and SMS of an order, page by page, the newest first. */
export const messagesQuery = (orderId: string) =>
  infiniteQueryOptions({
    queryKey: [...orderQuery(orderId).queryKey, 'messages'],
    queryFn: ({ pageParam, signal }) => {
      const query = { take: MESSAGES, ...(pageParam === null ? {} : { after: pageParam }) }
      return gateway.get('/api/Orders/{orderId}/Messages', { params: { orderId }, query, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ result }) => result.some(({ state }) => state === 'Waiting')) === true ? REFRESH_MS : false,
  })

/** A message with its text. */
export const messageQuery = (orderId: string, messageId: string) =>
  queryOptions({
    queryKey: [...orderQuery(orderId).queryKey, 'messages', messageId],
    queryFn: ({ signal }) =>
      gateway.get('/api/Orders/{orderId}/Messages/{messageId}', { params: { orderId, messageId }, signal }),
  })
