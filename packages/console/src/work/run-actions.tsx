import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import type { FoundRun } from '@open-oms/client/types'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ErrorState } from '../shell/states.tsx'
import { mayBe, type RunAction, runActions } from './allowed-actions.ts'
import { filterOf, type RunView } from './run-view.ts'
import { type Runs, startJob } from './work-queries.ts'

type ActionsProps = { runs: readonly FoundRun[]; isSmall?: boolean; name?: string }

/** What can be done with some runs; what the API would refuse for all of them is not offered. */
export function RunActions({ runs, isSmall = false, name }: ActionsProps) {
  const offered = runActions.filter((action) => runs.some((run) => mayBe(action, run)))
  // Of one run, repeating its step and going on with it are the same for the person.
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

type AllProps = { view: RunView; count: number; runs: readonly FoundRun[] }

/** What can be done with everything that the filters find, also with what is not loaded. */
export function AllRunsActions({ view, count, runs }: AllProps) {
  const offered = runActions.filter((action) => runs.some((run) => mayBe(action, run)))
  return (
    <Group gap={4}>
      {offered.map((action) => (
        <JobButton key={action} {...{ action, count }} runs={{ filter: filterOf(view) }} isAll />
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
  const [isOpen, setOpen] = useState(false)
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
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t(`titles.${action}`, { count })}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        {isOpen ? <JobForm {...{ action, runs }} onStarted={() => setOpen(false)} /> : null}
      </Modal>
    </>
  )
}

type FormProps = { action: RunAction; runs: Runs; onStarted: () => void }

function JobForm({ action, runs, onStarted }: FormProps) {
  const t = useTranslations('work.actions')
  const queries = useQueryClient()
  const navigate = useNavigate({ from: '/work' })
  const [note, setNote] = useState('')
  const starting = useMutation({
    mutationFn: () => startJob({ action, runs, note: note.trim() }),
    onSuccess: async ({ id }) => {
      onStarted()
      await navigate({ search: (view: RunView) => ({ ...view, job: id }) })
      await queries.invalidateQueries({ queryKey: ['jobs'] })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    starting.mutate()
  }
  return (
    <Stack component="form" onSubmit={submit}>
      <Text size="sm">{t(`explain.${action}`)}</Text>
      <TextInput
        label={t('note')}
        description={t('noteHint')}
        maxLength={1_000}
        value={note}
        data-autofocus
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {starting.isError ? <ErrorState error={starting.error} /> : null}
      <Group justify="flex-end">
        <Button type="submit" loading={starting.isPending}>
          {t(`names.${action}`)}
        </Button>
      </Group>
    </Stack>
  )
}
