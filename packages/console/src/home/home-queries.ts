import { queryOptions } from '@tanstack/react-query'
import { dayIn, type Hour, startOfDay } from '../display/zoned-time.ts'
import type { OrderView } from '../orders/order-view.ts'
import { toOrderSearch } from '../orders/order-view.ts'
import { gateway } from '../session/gateway.ts'
import { countDeadLetters, deadLettersKey } from '../work/dead-letter-queries.ts'
import { type LetterService, letterServices } from '../work/dead-letter-view.ts'
import { type Age, type AgeCounts, ages, countSearch, countsByStatus, viewOfAge } from './home-view.ts'

/** What of the page is counted again so often. */
const AGAIN_MS = 30_000
/** Orders can be created for an earlier moment, such as by an import; that is rare. */
const PAST_MS = 10 * 60_000

/** How many workflow runs are in the queue by state, and the one that is oldest. */
export const queueQuery = queryOptions({
  queryKey: ['home', 'queue'],
  queryFn: ({ signal }) => gateway.post('/api/WorkflowRuns/Search', { signal, body: { take: 1, sortOrder: 'StartedAscending' } }),
  refetchInterval: AGAIN_MS,
})

/** How many dead letters there are, and the first service that has some. */
export const lettersQuery = queryOptions({
  queryKey: [...deadLettersKey, 'counts'],
  queryFn: async ({ signal }): Promise<{ count: number; service: LetterService }> => {
    const counts = await Promise.all(letterServices.map((service) => countDeadLetters(service, signal)))
    const service = letterServices.find((_, index) => (counts[index] ?? 0) > 0) ?? 'orders'
    return { count: counts.reduce((sum, count) => sum + count, 0), service }
  },
  refetchInterval: AGAIN_MS,
})

/** How many orders a view has, and the first of them. */
export const countQuery = (view: OrderView) =>
  queryOptions({
    queryKey: ['home', 'orders', view],
    queryFn: ({ signal }) => gateway.post('/api/Orders/SearchSummaries', { signal, body: countSearch(view) }),
    refetchInterval: AGAIN_MS,
  })

const WEEK_MS = 7 * 86_400_000

/** What was sold on a day up to now, and a week before up to the same time of day. */
export const salesQuery = (day: string, zone: string, store: string | null) =>
  queryOptions({
    queryKey: ['home', 'sales', day, zone, store],
    queryFn: async ({ signal }) => {
      const [from, now] = [startOfDay(day, zone), new Date()]
      const before = (at: Date) => new Date(at.getTime() - WEEK_MS).toISOString()
      const ask = (query: { from: string; to: string }) =>
        gateway.get('/api/Orders/Sales', { query: { ...query, ...(store === null ? {} : { storeId: store }) }, signal })
      const [today, earlier] = await Promise.all([
        ask({ from: from.toISOString(), to: now.toISOString() }),
        ask({ from: before(from), to: before(now) }),
      ])
      return { today, before: earlier }
    },
    refetchInterval: 2 * AGAIN_MS,
  })

type AgesQuery = { statuses: readonly string[]; now: Date; zone: string; store: string | null }

/** How many orders there are of each age in open statuses. */
export const agesQuery = ({ statuses, now, zone, store }: AgesQuery) =>
  queryOptions({
    queryKey: ['home', 'ages', statuses, dayIn(now, zone), zone, store],
    queryFn: async ({ signal }): Promise<AgeCounts> => {
      const counted = ages.map(async (age): Promise<[Age, AgeCounts[Age]]> => {
        const body = { ...toOrderSearch(viewOfAge({ age, statuses, now, zone, store })), take: 1 }
        return [age, countsByStatus(await gateway.post('/api/Orders/Search', { signal, body, omitEmpty: true }))]
      })
      return Object.fromEntries(await Promise.all(counted)) as AgeCounts
    },
    refetchInterval: AGAIN_MS,
  })

/** How many orders were created in an hour. What is over is not counted again for a while. */
export const hourQuery = ({ from, to }: Hour, isOver: boolean, store: string | null) =>
  queryOptions({
    queryKey: ['home', 'hour', from.toISOString(), isOver, store],
    queryFn: async ({ signal }) => {
      const body = {
        createdFrom: from.toISOString(),
        createdTo: new Date(to.getTime() - 1).toISOString(),
        ...(store === null ? {} : { selectedStores: [store] }),
        take: 1,
        disableFacets: true,
      }
      return (await gateway.post('/api/Orders/Search', { signal, body, omitEmpty: true })).totalHits
    },
    ...(isOver ? { staleTime: PAST_MS } : { refetchInterval: AGAIN_MS }),
  })
