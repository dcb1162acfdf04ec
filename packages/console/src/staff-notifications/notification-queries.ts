import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { gateway } from '../session/gateway.ts'

export type StaffNotification = Awaited<ReturnType<typeof readPage>>['result'][number]

const PAGE = 50
const ASK_EVERY_MS = 60_000

/** How many notifications of the person are unread; asked for again every minute. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: async ({ signal }) => (await gateway.get('/api/Notifications/Unread', { signal })).count,
  refetchInterval: ASK_EVERY_MS,
})

/** The notifications of the person, newest first. */
export function notificationsQuery(isUnread: boolean) {
  return infiniteQueryOptions({
    queryKey: ['notifications', 'list', isUnread],
    queryFn: ({ pageParam, signal }) => readPage(isUnread, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
}

function readPage(isUnread: boolean, cursor: string | null, signal: AbortSignal) {
  const query = { take: PAGE, ...(isUnread ? { isUnread } : {}), ...(cursor === null ? {} : { cursor }) }
  return gateway.get('/api/Notifications', { query, signal })
}
