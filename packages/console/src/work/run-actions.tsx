import { Button, Group, Loader } from '@mantine/core'
import type { FoundRun } from '@open-oms/client/types'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { BusyDialog } from '../shell/busy-dialog.tsx'
import { mayBe, type RunAction, runActions } from './allowed-actions.ts'
import { type RunView, toRunFilter } from './run-view.ts'
import type { Runs } from './work-queries.ts'

// Needed when a dialog is open; the first load has a budget.
const JobForm = lazy(async () => ({ default: (await import('./job-form.tsx')).JobForm }))

/** What can be done with some runs; what the API would refuse for all of them is not offered. */
export function RunActions({ runs, isSmall = false, name }: { runs: readonly FoundRun[]; isSmall?: boolean; name?: string }) {
  const offered = runActions.filter((action) => runs.some((run) => mayBe(action, run)))
  // For a single run, Retry and Resume do the same from the point of view of the user.
  const shown = isSmall ? offered.filter((action) => action !== 'Resume' || !offered.includes('Retry')) : offered
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {shown.map((action) => (
        <JobButton
          key={action}
          {...{ action, isSmall, name }}
          runs={{ ids: runs.map(({ runId }) => runId) }}
          count={runs.length}
        />
      ))}
    </Group>
  )
}

/** What can be done with everything that the filters find, also with what is not loaded. */
export function AllRunsActions({ view, count, runs }: { view: RunView; count: number; runs: readonly FoundRun[] }) {
  const offered = runActions.filter((action) => runs.some((run) => mayBe(action, run)))
  return (
    <Group gap={4}>
      {offered.map((action) => (
        <JobButton key={action} {...{ action, count }} runs={{ filter: toRunFilter(view) }} isAll />
      ))}
    </Group>
  )
}

type ButtonProps = {
  action: RunAction
  runs: Runs
  count: number
  isAll?: boolean
  isSmall?: boolean
  name?: string | undefined
}

function JobButton({ action, runs, count, isAll = false, isSmall = false, name }: ButtonProps) {
  const t = useTranslations('work.actions')
  const navigate = useNavigate({ from: '/work' })
  const [isOpen, setOpen] = useState(false)
  const onStarted = (job: string) => {
    setOpen(false)
    void navigate({ search: (view: RunView) => ({ ...view, job }), ignoreBlocker: true })
  }
  const isFirst = action === 'Retry'
  return (
    <>
      <Button
        size={isSmall ? 'compact-xs' : 'xs'}
        variant={isFirst && !isSmall ? 'filled' : 'default'}
        onClick={() => setOpen(true)}
        aria-label={name === undefined ? undefined : t('ofOrder', { action: t(`names.${action}`), order: name })}
      >
        {isAll ? t(`all.${action}`, { count }) : t(`names.${action}`)}
      </Button>
      <BusyDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t(`titles.${action}`, { count })}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        {isOpen ? (
          <Suspense fallback={<Loader size="sm" />}>
            <JobForm {...{ action, runs }} explain={t(`explain.${action}`)} submit={t(`names.${action}`)} onStarted={onStarted} />
          </Suspense>
        ) : null}
      </BusyDialog>
    </>
  )
}
