import type { OrderSearchResult } from '@open-oms/client/types'
import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { gateway } from '../session/gateway.ts'
import { type OrderView, searchOf } from './order-view.ts'

export const PAGE = 50
/** The API pages through so many orders; who looks further has to narrow the search. */
export const WINDOW = 10_000

type Asked = { view: OrderView; page: number; signal: AbortSignal; hasFacets?: boolean }

/** The orders of a view, page by page as they are needed. */
export function useFoundOrders(view: OrderView) {
  const { columns, ...search } = view
  return useInfiniteQuery({
    queryKey: ['orders', 'list', search],
    queryFn: ({ pageParam, signal }) => ask({ view, page: pageParam, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => nextPage(last, pages.length),
    placeholderData: keepPreviousData,
    // Rows must not move under the pointer: what is new is said, and shown when the person asks for it.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** What the first page of a view would show now, without facets. */
export function firstOrders(view: OrderView, signal: AbortSignal): Promise<OrderSearchResult> {
  return ask({ view, page: 1, signal, hasFacets: false })
}

/** Everything that pages of a result have together. */
export function ordersOf(data: InfiniteData<OrderSearchResult> | undefined): OrderSearchResult['result'] {
  return data?.pages.flatMap(({ result }) => result) ?? []
}

async function ask({ view, page, signal, hasFacets = page === 1 }: Asked): Promise<OrderSearchResult> {
  if (view.saved !== undefined) {
    const query = { skip: (page - 1) * PAGE, take: PAGE }
    return await gateway.get('/api/SavedSearches/{id}/Orders', { params: { id: view.saved }, query, signal })
  }
  // The facets of all pages are those of the first.
  const body = { ...searchOf(view), take: PAGE, page, disableFacets: !hasFacets }
  return await gateway.post('/api/Orders/Search', { body, signal })
}

function nextPage({ result }: OrderSearchResult, pages: number): number | null {
  return result.length < PAGE || (pages + 1) * PAGE > WINDOW ? null : pages + 1
}
