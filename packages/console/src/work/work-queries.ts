import { listAll } from '@open-oms/client/lists'
import type { Job, JobResult, RunSearchResult } from '@open-oms/client/types'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { gateway } from '../session/gateway.ts'
import type { RunAction } from './allowed-actions.ts'
import { type RunView, toRunFilter } from './run-view.ts'

const RUNS = 50
const RESULTS = 250
const ENDED_RUNS = 100
/** Work under way is looked at again so often; what rests, less often. */
const SOON_MS = 1_000
const LATER_MS = 15_000

/** The runs of a view, page by page; the facets are those of the first page. */
export const runsQuery = (view: RunView) =>
  infiniteQueryOptions({
    queryKey: ['runs', toRunFilter(view)],
    queryFn: ({ pageParam, signal }): Promise<RunSearchResult> => {
      const position = pageParam === null ? {} : { after: pageParam }
      return gateway.post('/api/WorkflowRuns/Search', { signal, body: { ...toRunFilter(view), take: RUNS, ...position } })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: LATER_MS,
  })

/**
 * The newest runs of an order that have ended, wait or were given up; those that went well are
 * among them.
 */
export const endedRunsQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['orders', 'one', orderId, 'runs', 'ended'],
    queryFn: async ({ signal }) => {
      const states = ['Aborted', 'Interrupted', 'Waiting', 'Finished'] as const
      const body = { orderId, states: [...states], sortOrder: 'StartedDescending' as const, take: ENDED_RUNS }
      return (await gateway.post('/api/WorkflowRuns/Search', { body, signal })).result
    },
    staleTime: 0,
  })

/** The newest jobs with their progress. */
export const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: ({ signal }) => gateway.get('/api/Jobs', { query: { take: 10 }, signal }),
  refetchInterval: ({ state }) => (state.data?.result.some(isUnderWay) ? SOON_MS : LATER_MS),
})

/** One job, asked for until it has ended. */
export const jobQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['jobs', jobId],
    queryFn: ({ signal }) => gateway.get('/api/Jobs/{jobId}', { params: { jobId }, signal }),
    refetchInterval: ({ state }) => (state.data === undefined || isUnderWay(state.data) ? SOON_MS : false),
  })

/** What became of the items of a job, those first that were done first. */
export const resultsQuery = ({ id, done, state }: Job, outcome: JobResult['outcome'] | null) =>
  infiniteQueryOptions({
    // Progress brings further results.
    queryKey: ['jobs', id, 'results', outcome, done, state],
    queryFn: ({ pageParam, signal }) => {
      const position = pageParam === null ? {} : { after: pageParam }
      const query = { take: RESULTS, ...(outcome === null ? {} : { outcome }), ...position }
      return gateway.get('/api/Jobs/{jobId}/Results', { params: { jobId: id }, query, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next, result }) => (result.length < RESULTS ? null : next),
    placeholderData: keepPreviousData,
  })

/** Whether a job may still do something. */
export function isUnderWay({ state }: Job): boolean {
  return state === 'Queued' || state === 'Running'
}

/** Runs by their ids, or all that a filter finds when the job is made. */
export type Runs = { ids: string[] } | { filter: ReturnType<typeof toRunFilter> }

/** Makes a job that does something with runs. */
export async function startJob({ action, runs, note }: { action: RunAction; runs: Runs; note: string }): Promise<Job> {
  const body = { ...runs, ...(note === '' ? {} : { note }) }
  return await gateway.post(`/api/WorkflowRuns/${action}`, { body })
}

const actionOf = { RetryRuns: 'Retry', ResumeRuns: 'Resume', DismissRuns: 'Dismiss' } as const

/** Makes a job that does the same with the runs that failed in another one. */
export async function repeatFailed({ id, kind, note }: Job): Promise<Job> {
  const request = { params: { jobId: id }, query: { outcome: 'Failed' as const, take: RESULTS } }
  const ids: string[] = []
  for await (const { runId } of listAll(gateway, '/api/Jobs/{jobId}/Results', request)) ids.push(runId)
  return await startJob({ action: actionOf[kind], runs: { ids }, note: note ?? '' })
}
