import type { TimelineEntry } from '@open-oms/client/types'
import { queryOptions } from '@tanstack/react-query'
import { gateway } from '../session/gateway.ts'

/** The order itself, by its id. All that a page of it asks for is below its key. */
export function orderQuery(orderId: string) {
  return queryOptions({
    queryKey: ['orders', 'one', orderId],
    queryFn: ({ signal }) => gateway.get('/api/Orders/{orderId}', { params: { orderId }, signal }),
  })
}

/** What the order is waiting for. */
export function whyQuery(orderId: string) {
  return queryOptions({
    queryKey: ['orders', 'one', orderId, 'why'],
    queryFn: ({ signal }) => gateway.get('/api/Orders/{orderId}/Why', { params: { orderId }, signal }),
  })
}

/** For each status of its type, whether the order may go there. */
export function transitionsQuery(orderId: string) {
  return queryOptions({
    queryKey: ['orders', 'one', orderId, 'transitions'],
    queryFn: ({ signal }) => gateway.get('/api/Orders/{orderId}/Transitions', { params: { orderId }, signal }),
  })
}

/** The workflow runs of the order with every try of their steps, newest first, at most 250. */
export function orderRunsQuery(orderId: string) {
  return queryOptions({
    queryKey: ['orders', 'one', orderId, 'runs'],
    queryFn: ({ signal }) => gateway.get('/api/Orders/{orderId}/WorkflowRuns', { params: { orderId }, signal }),
  })
}

/** So many entries at most are read together: a request of 250 each. */
const TIMELINE_MAX = 5_000
const ENTRIES_PER_REQUEST = 250

/** All that has happened to the order, oldest first; `isCut` where there is more than is read. */
export function wholeTimelineQuery(orderId: string) {
  return queryOptions({
    queryKey: ['orders', 'one', orderId, 'whole timeline'],
    queryFn: async ({ signal }) => {
      const entries: TimelineEntry[] = []
      let after: string | null = null
      do {
        const query: { take: number; after?: string } = { take: ENTRIES_PER_REQUEST, ...(after === null ? {} : { after }) }
        const page = await gateway.get('/api/Orders/{orderId}/Timeline', { params: { orderId }, query, signal })
        entries.push(...page.result)
        after = page.next
      } while (after !== null && entries.length < TIMELINE_MAX)
      return { entries, isCut: after !== null }
    },
  })
}
