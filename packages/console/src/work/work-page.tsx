import { Group, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { useTitle } from '../display/use-title.ts'
import { useOrderChanges } from '../live/use-order-changes.ts'
import { useMay } from '../session/use-session.ts'
import { NothingFound } from '../shell/states.tsx'
import { JobList } from './job-list.tsx'
import { AllRunsActions, RunActions } from './run-actions.tsx'
import { RunFilters } from './run-filters.tsx'
import { RunList } from './run-list.tsx'
import { changedRunView, isNarrowedQueue, type RunView } from './run-view.ts'
import { WorkPages, WorkTexts } from './work-frame.tsx'
import { FoundList } from './work-list.tsx'
import { runsQuery } from './work-queries.ts'

// Shown of a job that was chosen; the first load has a budget.
const JobPanel = lazy(async () => ({ default: (await import('./job-panel.tsx')).JobPanel }))

/**
 * The queue of work: runs that failed or wait, and the jobs that put them right. The address says
 * all that is shown.
 */
export function WorkPage() {
  return (
    <WorkTexts>
      <Work />
    </WorkTexts>
  )
}

function Work() {
  const t = useTranslations('work')
  const view = useSearch({ from: '/work' })
  const navigate = useNavigate({ from: '/work' })
  const mayChange = useMay()('changeOrders')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const show = (search: RunView) => {
    setSelected(new Set())
    void navigate({ search, replace: true })
  }
  useTitle(t('title'))
  const { job } = view
  return (
    <Stack component="section" gap={0} aria-label={t('title')}>
      <RunQueue {...{ view, show, selected, setSelected }}>
        {mayChange && job !== undefined ? (
          <Suspense>
            <JobPanel
              key={job}
              jobId={job}
              onClose={() => show(changedRunView(view, { job: undefined }))}
              onStarted={(id) => show({ ...view, job: id })}
            />
          </Suspense>
        ) : null}
      </RunQueue>
      {mayChange ? <JobList onShow={(id) => void navigate({ search: { ...view, job: id } })} /> : null}
    </Stack>
  )
}

type QueueProps = {
  view: RunView
  show: (view: RunView) => void
  selected: ReadonlySet<string>
  setSelected: (selected: ReadonlySet<string>) => void
  /** What is between the filters and the runs. */
  children: ReactNode
}

function RunQueue({ view, show, selected, setSelected, children }: QueueProps) {
  const found = useInfiniteQuery(runsQuery(view))
  const queries = useQueryClient()
  // Most of what runs do changes their orders; the rest is seen with the next interval.
  const reload = () => void queries.invalidateQueries({ queryKey: ['runs'] })
  useOrderChanges({ onChanged: reload, onLost: reload })
  const runs = found.data?.pages.flatMap(({ result }) => result) ?? []
  const first = found.data?.pages[0]
  // A run that has gone on is not in the queue any more, nor in the selection.
  const chosen = new Set([...selected].filter((id) => runs.some(({ runId }) => runId === id)))
  return (
    <>
      <Stack gap="xs" px="md" pt="sm" pb="xs">
        <Group justify="space-between" mih={32}>
          <Heading count={first?.totalHits} isExact={first?.totalHitsIsExact} />
          <Choice {...{ view, runs, chosen, count: first?.totalHits ?? 0 }} />
        </Group>
        <WorkPages page="runs" />
        <RunFilters view={view} facets={first?.facets ?? []} onChange={(changes) => show(changedRunView(view, changes))} />
      </Stack>
      {children}
      <FoundList
        found={found}
        isEmpty={runs.length === 0}
        whenEmpty={<NothingFound texts="work.empty" isNarrowed={isNarrowedQueue(view)} onClear={() => show({})} />}
      >
        <RunList runs={runs} selected={chosen} onSelect={setSelected} />
      </FoundList>
    </>
  )
}

function Heading({ count, isExact }: { count: number | undefined; isExact: boolean | undefined }) {
  const t = useTranslations('work')
  const format = useFormat()
  return (
    <Group gap="sm" align="baseline">
      <Title order={1} size="h3">
        {t('title')}
      </Title>
      <Text c="dimmed" size="sm" role="status">
        {count === undefined ? '' : t(isExact === false ? 'hitsOrMore' : 'hits', { count, shown: format.count(count) })}
      </Text>
    </Group>
  )
}

type ChoiceProps = { view: RunView; runs: Parameters<typeof RunActions>[0]['runs']; chosen: ReadonlySet<string>; count: number }

function Choice({ view, runs, chosen, count }: ChoiceProps) {
  const t = useTranslations('work')
  const mayChange = useMay()('changeOrders')
  if (!mayChange || runs.length === 0) return null
  if (chosen.size === 0) return <AllRunsActions {...{ view, count, runs }} />
  return (
    <Group gap="xs">
      <Text size="sm" role="status">
        {t('selected', { count: chosen.size })}
      </Text>
      <RunActions runs={runs.filter(({ runId }) => chosen.has(runId))} />
    </Group>
  )
}
