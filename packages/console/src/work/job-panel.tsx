import { ActionIcon, Button, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core'
import type { Job, JobResult } from '@open-oms/client/types'
import { IconX } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { gateway } from '../session/gateway.ts'
import { ErrorState } from '../shell/states.tsx'
import { JobBar } from './job-list.tsx'
import { Results } from './results.tsx'
import { MoreButton } from './work-list.tsx'
import { isUnderWay, jobQuery, repeatFailed, resultsQuery } from './work-queries.ts'

const outcomes = ['Succeeded', 'Failed', 'Refused', 'Canceled'] as const
const colors = { Succeeded: 'green', Failed: 'red', Refused: 'orange', Canceled: 'gray' } as const

type PanelProps = { jobId: string; onClose: () => void; onStarted: (jobId: string) => void }

/** One job: how far it is, what became of each run, and another job for those that failed. */
export function JobPanel({ jobId, onClose, onStarted }: PanelProps) {
  const t = useTranslations('work.job')
  const job = useQuery(jobQuery(jobId))
  const queries = useQueryClient()
  const done = job.data?.done
  const state = job.data?.state
  // What a job does changes the queue, the list of jobs and, in the end, the orders.
  useEffect(() => {
    if (done === undefined || state === undefined) return
    void queries.invalidateQueries({ queryKey: ['runs'] })
    void queries.invalidateQueries({ queryKey: ['jobs'], exact: true })
    if (state === 'Finished' || state === 'Canceled') void queries.invalidateQueries({ queryKey: ['orders'] })
  }, [done, state, queries])
  return (
    <Paper component="section" withBorder p="md" mx="md" mb="sm" aria-label={t('title')}>
      <Group justify="space-between" wrap="nowrap" align="start">
        {job.data === undefined ? <span /> : <JobHead job={job.data} />}
        <ActionIcon variant="subtle" color="gray" onClick={onClose} aria-label={t('close')}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </Group>
      {job.isPending ? <Loader size="sm" role="status" aria-label={t('loading')} /> : null}
      {job.isError && job.data === undefined ? <ErrorState error={job.error} onRetry={() => void job.refetch()} /> : null}
      {job.data === undefined ? null : <JobProgress job={job.data} onStarted={onStarted} />}
      {job.data === undefined ? null : <JobResults job={job.data} />}
    </Paper>
  )
}

function JobHead({ job }: { job: Job }) {
  const t = useTranslations('work.job')
  const format = useFormat()
  return (
    <div>
      <Title order={2} size="h4">
        {t(`kinds.${job.kind}`, { count: job.total })}
      </Title>
      <Text size="sm" c="dimmed">
        {t('made', { name: job.createdBy, time: format.time(job.createdAt) })}
      </Text>
      {job.note === null ? null : (
        <Text size="sm" className="note-text">
          {job.note}
        </Text>
      )}
    </div>
  )
}

function JobProgress({ job, onStarted }: { job: Job; onStarted: PanelProps['onStarted'] }) {
  const t = useTranslations('work.job')
  const queries = useQueryClient()
  const canceling = useMutation({
    mutationFn: () => gateway.post('/api/Jobs/{jobId}/Cancel', { params: { jobId: job.id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['jobs'] }),
  })
  const repeating = useMutation({ mutationFn: () => repeatFailed(job), onSuccess: ({ id }) => onStarted(id) })
  return (
    <Stack gap={6} my="sm">
      <JobBar job={job} />
      <Group justify="space-between">
        <Text size="sm" role="status">
          {t(`states.${job.state}`)}
          {': '}
          {t('counts', { done: job.done, total: job.total, succeeded: job.succeeded, failed: job.failed, refused: job.refused })}
        </Text>
        {isUnderWay(job) ? (
          <Button size="xs" variant="default" loading={canceling.isPending} onClick={() => canceling.mutate()}>
            {t('cancel')}
          </Button>
        ) : null}
        {!isUnderWay(job) && job.failed > 0 ? (
          <Button size="xs" loading={repeating.isPending} onClick={() => repeating.mutate()}>
            {t('repeat', { count: job.failed })}
          </Button>
        ) : null}
      </Group>
      {canceling.isError ? <ErrorState error={canceling.error} /> : null}
      {repeating.isError ? <ErrorState error={repeating.error} /> : null}
    </Stack>
  )
}

function JobResults({ job }: { job: Job }) {
  const t = useTranslations('work.job')
  const [outcome, setOutcome] = useState<JobResult['outcome'] | null>(null)
  const found = useInfiniteQuery(resultsQuery(job, outcome))
  const results = found.data?.pages.flatMap(({ result }) => result) ?? []
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  return (
    <Stack gap="xs">
      <Results
        texts="work.job"
        choices={outcomes.map((value) => ({ value, label: t(`outcomes.${value}`) }))}
        {...{ chosen: outcome, onChoose: setOutcome }}
        results={results.map(({ runId, orderId, outcome, reason }) => ({
          id: runId,
          orderId,
          order: orderId ?? '–',
          outcome: t(`outcomes.${outcome}`),
          color: colors[outcome],
          reason,
        }))}
      />
      {results.length === 0 && !found.isPending ? (
        <Text size="sm" c="dimmed">
          {t('none')}
        </Text>
      ) : null}
      <MoreButton found={found} />
    </Stack>
  )
}
