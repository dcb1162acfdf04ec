import { Loader, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Order } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { useLocale, useTimeZone, useTranslations } from 'use-intl'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { orderRunsQuery, transitionsQuery, wholeTimelineQuery } from '../order/order-queries.ts'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { ErrorState } from '../shell/states.tsx'
import { workflowPictureEn } from '../texts/en/workflow-picture.ts'
import { workflowPictureNb } from '../texts/nb/workflow-picture.ts'
import { StatusDetails } from './status-details.tsx'
import { StatusLists } from './status-lists.tsx'
import { workflowGraph } from './workflow-graph.ts'
import { type WorkflowPath, workflowPath } from './workflow-path.ts'
import './workflow-picture.css'

const FlowGraph = lazy(() => import('../display/flow-graph.tsx').then(({ FlowGraph }) => ({ default: FlowGraph })))

const texts = { en: { workflowPicture: workflowPictureEn }, nb: { workflowPicture: workflowPictureNb } } as const
const HEIGHT = 480

/**
 * The statuses of the order's type, the way that the order took, what its steps did, and where it
 * may go.
 */
export function WorkflowPicture({ order }: { order: Order }) {
  return (
    <AreaTexts texts={texts}>
      <Picture order={order} />
    </AreaTexts>
  )
}

function Picture({ order }: { order: Order }) {
  const t = useTranslations('workflowPicture')
  const { status: asked } = useSearch({ from: '/orders/$orderId' })
  const navigate = useNavigate({ from: '/orders/$orderId' })
  const { path, error, retry } = usePath(order)
  const names = useStatusNames()
  const nameOf = useCallback((status: string) => names(status, order.orderType), [names, order.orderType])
  // A phone has no room for the picture: it does not load it.
  const isWide = useMediaQuery('(min-width: 48em)', undefined, { getInitialValueInEffect: false })
  if (error !== null) return <ErrorState error={error} onRetry={retry} />
  if (path === null) return <Loader mt="sm" size="sm" role="status" aria-label={t('loading')} data-unsized />
  const chosen = path.statuses.find(({ name }) => name === asked) ?? path.statuses.find(({ state }) => state === 'current')
  const choose = (status: string) => void navigate({ search: { workflow: 'open', status }, replace: true, resetScroll: false })
  return (
    <Stack mt="sm" gap="md">
      {isWide ? <Graph path={path} nameOf={nameOf} chosen={chosen?.name ?? null} onChoose={choose} /> : null}
      <div className="workflow-parts">
        <StatusLists path={path} nameOf={nameOf} chosen={chosen?.name ?? null} onChoose={choose} />
        {chosen === undefined ? null : (
          <StatusDetails key={chosen.name} order={order} status={chosen} name={nameOf(chosen.name)} />
        )}
      </div>
    </Stack>
  )
}

type GraphProps = {
  path: WorkflowPath
  nameOf: (status: string) => string
  chosen: string | null
  onChoose: (status: string) => void
}

function Graph({ path, nameOf, ...choice }: GraphProps) {
  const t = useTranslations('workflowPicture')
  const time = useShortTime()
  const graph = useMemo(
    () =>
      workflowGraph(path, {
        time,
        now: t('now'),
        status: nameOf,
        again: (time, count) => t('again', { time, count }),
        outcomes: (outcomes) => t('outcomes', outcomes),
      }),
    [path, time, t, nameOf],
  )
  return (
    <Suspense fallback={<div style={{ height: HEIGHT }} />}>
      <FlowGraph label={t('label')} nodes={graph.nodes} edges={graph.edges} direction="right" height={HEIGHT} {...choice} />
    </Suspense>
  )
}

function usePath({ id, status }: Order): { path: WorkflowPath | null; error: Error | null; retry: () => void } {
  const transitions = useQuery(transitionsQuery(id))
  const timeline = useQuery(wholeTimelineQuery(id))
  const runs = useQuery(orderRunsQuery(id))
  const all = [transitions, timeline, runs]
  const path = useMemo(() => {
    if (transitions.data === undefined || timeline.data === undefined || runs.data === undefined) return null
    return workflowPath({ status, transitions: transitions.data, entries: timeline.data.entries, runs: runs.data.result })
  }, [status, transitions.data, timeline.data, runs.data])
  return {
    path,
    error: path === null ? (all.find(({ error }) => error !== null)?.error ?? null) : null,
    retry: () => void Promise.all(all.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
  }
}

/**
 * Writes the time of an arrow, for which there is little room: its day only where it is not that of
 * the time before.
 */
function useShortTime(): (at: string, before: string | null) => string {
  const locale = useLocale()
  const timeZone = useTimeZone() ?? 'UTC'
  return useMemo(() => {
    const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: '2-digit', timeZone })
    const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone })
    return (at, before) => {
      const [today, clock] = [day.format(new Date(at)), time.format(new Date(at))]
      return before !== null && day.format(new Date(before)) === today ? clock : `${today} ${clock}`
    }
  }, [locale, timeZone])
}
