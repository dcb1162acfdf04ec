import type { OrderSummary, OrderSummarySearchResult } from '@open-oms/client/types'
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { gateway } from '../session/gateway.ts'
import { type OrderView, toOrderSearch } from './order-view.ts'

export const PAGE = 50
/** The API pages through so many orders; who looks further has to narrow the search. */
export const WINDOW = 10_000

type OrderPageRequest = { view: OrderView; page: number; signal: AbortSignal; hasFacets: boolean }

/** The orders of a view, page by page as they are needed. */
export function useFoundOrders(view: OrderView) {
  const { columns, ...search } = view
  return useInfiniteQuery({
    queryKey: ['orders', 'list', search],
    // The facets of all pages are those of the first.
    queryFn: ({ pageParam: page, signal }) => ask({ view, page, signal, hasFacets: page === 1 && !countsApart(view) }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => nextPage(last, pages.length),
    placeholderData: keepPreviousData,
    // Rows must not move under the pointer: what is new is said, and shown when the person asks for
    // it.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/**
 * Whether the facets are asked for apart from the rows. To count what a text finds takes longer
 * than to read the first of it; all else has its counts at hand.
 */
function countsApart({ text, saved }: OrderView): boolean {
  return text !== undefined && saved === undefined
}

/** The counts of what a view finds: of each facet, and in total. */
export function useCounts(view: OrderView, found: ReturnType<typeof useFoundOrders>) {
  const { columns, sort, ...filters } = view
  const isApart = countsApart(view)
  const apart = useQuery({
    queryKey: ['orders', 'facets', filters],
    queryFn: ({ signal }) =>
      gateway.post('/api/Orders/SearchSummaries', { body: { ...toOrderSearch(filters), take: 1 }, signal }),
    enabled: isApart,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const first = found.data?.pages[0]
  const counted = isApart ? apart.data : first
  // Rows come with the total of a text up to a limit, and first.
  const total = isApart && apart.data !== undefined && !apart.isPlaceholderData ? apart.data : first
  return { facets: counted?.facets ?? [], total }
}

/** What the first page of a view would show now, without facets. */
export function firstOrders(view: OrderView, signal: AbortSignal): Promise<OrderSummarySearchResult> {
  return ask({ view, page: 1, signal, hasFacets: false })
}

/** Everything that pages of a result have together. */
export function flattenPages(data: InfiniteData<OrderSummarySearchResult> | undefined): OrderSummary[] {
  return data?.pages.flatMap(({ result }) => result) ?? []
}

/** Rows show a few fields of an order, and ask for no more. */
async function ask({ view, page, signal, hasFacets }: OrderPageRequest): Promise<OrderSummarySearchResult> {
  if (view.saved !== undefined) {
    const [storeId] = view.store ?? []
    const query = { skip: (page - 1) * PAGE, take: PAGE, ...(storeId === undefined ? {} : { storeId }) }
    return await gateway.get('/api/SavedSearches/{id}/Summaries', { params: { id: view.saved }, query, signal })
  }
  const body = { ...toOrderSearch(view), take: PAGE, page, disableFacets: !hasFacets }
  return await gateway.post('/api/Orders/SearchSummaries', { body, signal })
}

function nextPage({ result }: OrderSummarySearchResult, pages: number): number | null {
  return result.length < PAGE || (pages + 1) * PAGE > WINDOW ? null : pages + 1
}
