import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { gateway } from '../session/gateway.ts'

const VERSIONS_PAGE = 50

/** The versions of an order without their content, newest first, page by page. */
export function versionsQuery(orderId: string) {
  return infiniteQueryOptions({
    queryKey: ['orders', 'one', orderId, 'versions'],
    queryFn: ({ pageParam, signal }) => readVersions(orderId, { take: VERSIONS_PAGE, after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length < VERSIONS_PAGE ? null : page.at(-1)?.versionId),
  })
}

/** The id of the version before another one; null for the first version. */
export function previousVersionQuery(orderId: string, versionId: string) {
  return queryOptions({
    queryKey: ['versions', orderId, versionId, 'previous'],
    queryFn: async ({ signal }) => (await readVersions(orderId, { take: 1, after: versionId }, signal))[0]?.versionId ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** An order as it was at a version. It never changes, so that it is below a key of its own. */
export function versionQuery(orderId: string, versionId: string) {
  return queryOptions({
    queryKey: ['versions', orderId, versionId],
    queryFn: ({ signal }) => gateway.get('/api/Orders/{orderId}/{versionId}', { params: { orderId, versionId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

function readVersions(orderId: string, { take, after }: { take: number; after: string | null }, signal: AbortSignal) {
  const query = { take, ...(after === null ? {} : { after }) }
  return gateway.get('/api/Orders/{orderId}/Versions', { params: { orderId }, query, signal })
}
