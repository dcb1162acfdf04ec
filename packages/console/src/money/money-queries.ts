import { isApiError } from '@open-oms/client/errors'
import type { Order } from '@open-oms/client/types'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { gateway } from '../session/gateway.ts'
import { type DayView, endOfDay, startOfDay, type TrialBalanceView, type ZReportListView } from './money-view.ts'

const POSTINGS_PAGE = 100
const ORDERS_PAGE = 50

/** The postings of a day, or of an order, without superseded ones; page by page. */
export function postingsQuery({ day, store, order }: DayView) {
  return infiniteQueryOptions({
    queryKey: ['money', 'postings', { day, store, order }],
    queryFn: ({ pageParam, signal }) =>
      gateway.post('/api/Accounting/Postings/Search', {
        signal,
        body: {
          take: POSTINGS_PAGE,
          ...(order === undefined ? { postingDateFrom: day ?? null, postingDateTo: day ?? null } : { orderIds: [order] }),
          ...(store === undefined ? {} : { storeId: store }),
          ...(pageParam === null ? {} : { after: pageParam }),
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
}

/** What the ledger has of a day, in a store or in all. */
export function figuresQuery(day: string, store: string | undefined) {
  return queryOptions({
    queryKey: ['money', 'figures', day, store],
    queryFn: ({ signal }) => {
      const query = { from: day, to: day, ...(store === undefined ? {} : { storeId: store }) }
      return gateway.get('/api/Accounting/Figures', { query, signal })
    },
  })
}

/** The newest posting, of a store or of all; null when there is none. */
export function newestPostingQuery(store: string | undefined) {
  return queryOptions({
    queryKey: ['money', 'newest', store],
    queryFn: async ({ signal }) => {
      const body = { take: 1, ...(store === undefined ? {} : { storeId: store }) }
      return (await gateway.post('/api/Accounting/Postings/Search', { signal, body })).result[0] ?? null
    },
  })
}

/** Why the day of a store is posted or not. */
export function whyDayQuery(day: string, storeId: string) {
  return queryOptions({
    queryKey: ['money', 'why', day, storeId],
    queryFn: ({ signal }) => gateway.get('/api/Accounting/Postings/Why', { query: { date: day, storeId }, signal }),
  })
}

/** The head of a posting. */
export function postingQuery(id: string) {
  return queryOptions({
    queryKey: ['money', 'posting', id],
    queryFn: ({ signal }) => gateway.get('/api/Accounting/Postings/{id}', { params: { id }, signal }),
  })
}

/** The lines of a posting, which never change. */
export function postingLinesQuery(id: string) {
  return queryOptions({
    queryKey: ['money', 'posting', id, 'lines'],
    queryFn: ({ signal }) => gateway.get('/api/Accounting/Postings/{id}/Lines', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Some orders, page by page; those that are deleted or out of reach are left out. */
export function ordersOfPostingQuery(postingId: string, orderIds: readonly string[]) {
  return infiniteQueryOptions({
    queryKey: ['money', 'posting', postingId, 'orders'],
    queryFn: async ({ pageParam, signal }): Promise<Order[]> => {
      const ids = orderIds.slice(pageParam, pageParam + ORDERS_PAGE)
      if (ids.length === 0) return []
      return (await gateway.get('/api/Orders/GetOrders/ByIds', { query: { ids }, signal })).orders
    },
    initialPageParam: 0,
    getNextPageParam: (_last, _pages, from) => (from + ORDERS_PAGE < orderIds.length ? from + ORDERS_PAGE : null),
  })
}

/** The sums of all accounts. */
export function trialBalanceQuery({ store, from, to, known }: TrialBalanceView) {
  return queryOptions({
    queryKey: ['money', 'trial-balance', { store, from, to, known }],
    queryFn: ({ signal }) =>
      gateway.get('/api/Accounting/TrialBalance', {
        signal,
        query: {
          ...(store === undefined ? {} : { storeId: store }),
          ...(from === undefined ? {} : { from }),
          ...(to === undefined ? {} : { to }),
          ...(known === undefined ? {} : { asOf: endOfDay(known) }),
        },
      }),
    placeholderData: keepPreviousData,
  })
}

/** A page of Z-reports, the newest first. */
export function zReportsQuery({ store, from, to, page }: ZReportListView) {
  return queryOptions({
    queryKey: ['money', 'z-reports', { store, from, to, page }],
    queryFn: ({ signal }) =>
      gateway.get('/api/ZReport', {
        signal,
        query: {
          ...(store === undefined ? {} : { storeId: store }),
          ...(from === undefined ? {} : { from: startOfDay(from) }),
          ...(to === undefined ? {} : { to: endOfDay(to) }),
          page: page ?? 1,
        },
      }),
    placeholderData: keepPreviousData,
  })
}

/** One Z-report in its newest revision. */
export function zReportQuery(zReportId: string) {
  return queryOptions({
    queryKey: ['money', 'z-report', zReportId],
    queryFn: ({ signal }) => gateway.get('/api/ZReport/{zReportId}', { params: { zReportId }, signal }),
  })
}

/** The current posting of a Z-report; null when it has none. */
export function zReportPostingQuery(zReportId: string) {
  return queryOptions({
    queryKey: ['money', 'z-report', zReportId, 'posting'],
    queryFn: async ({ signal }) => {
      try {
        return await gateway.get('/api/Accounting/Postings/ByZReport/{zReportId}', { params: { zReportId }, signal })
      } catch (error) {
        if (isApiError(error, 'NotFound')) return null
        throw error
      }
    },
  })
}
