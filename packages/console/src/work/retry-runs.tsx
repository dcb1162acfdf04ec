import { Badge, Button, Group, Loader, Paper, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { FoundRun, Order } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { useFormat } from '../display/use-format.ts'
import type { OrderActionProps } from '../order/order-action.ts'
import { type OrderWrite, useOrderWrite } from '../order/use-order-write.ts'
import { WriteProblem } from '../order/write-problem.tsx'
import { gateway } from '../session/gateway.ts'
import { EmptyState, ErrorState } from '../shell/states.tsx'
import { useWords } from '../vocabulary/use-words.ts'
import { wayOn } from './allowed-actions.ts'
import { Reason } from './run-list.tsx'
import { WorkTexts } from './work-frame.tsx'
import { endedRunsQuery } from './work-queries.ts'

/** Runs the failed steps of an order again. */
export function RetryRuns(props: OrderActionProps) {
  return (
    <WorkTexts>
      <FailedRuns {...props} />
    </WorkTexts>
  )
}

type WayOn = NonNullable<ReturnType<typeof wayOn>>

function FailedRuns({ order }: OrderActionProps) {
  const t = useTranslations('work')
  const { data, error, refetch } = useQuery(endedRunsQuery(order.id))
  const retrying = useRetrying(order)
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Loader role="status" aria-label={t('ofOneOrder.loading')} />
  const failed = data.flatMap((run) => {
    const way = wayOn(run, order.errors)
    return way === null ? [] : [{ run, way }]
  })
  if (failed.length === 0) return <EmptyState title={t('ofOneOrder.none.title')} text={t('ofOneOrder.none.text')} />
  return (
    <Stack>
      <Text size="sm">{t('actions.explain.Retry')}</Text>
      {failed.map(({ run, way }) => (
        <FailedRun
          key={run.runId}
          {...{ run, way }}
          isRetried={retrying.isPending && retrying.variables.run.runId === run.runId}
          onRetry={() => retrying.retry(run, way)}
        />
      ))}
      <WriteProblem orderId={order.id} error={retrying.error} onReloaded={retrying.reset} />
    </Stack>
  )
}

function FailedRun({ run, way, isRetried, onRetry }: { run: FoundRun; way: WayOn; isRetried: boolean; onRetry: () => void }) {
  const t = useTranslations('work')
  const format = useFormat()
  const nameOf = useStatusNames()
  const words = useWords()
  const status = nameOf(run.status, run.orderType)
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Group gap="xs">
            <Text size="sm" fw={600}>
              {run.step === null ? status : words('workflowSteps', run.step)}
            </Text>
            <Badge variant="default" tt="none">
              {t(`runs.states.${run.state}`)}
            </Badge>
          </Group>
          <Text size="xs" c="dimmed">
            {[t('runs.into', { status }), format.time(run.since)].join(' · ')}
          </Text>
          <Reason run={run} />
        </div>
        <Button size="xs" loading={isRetried} onClick={onRetry}>
          {retryLabel(t, { ...run, status }, way)}
        </Button>
      </Group>
    </Paper>
  )
}

function retryLabel(t: ReturnType<typeof useTranslations<'work'>>, { step, status }: FoundRun, way: WayOn): string {
  return way === 'Resume' ? t('ofOneOrder.resume', { status }) : t('ofOneOrder.retry', { step: step ?? status })
}

/** The write, and a way to begin it: a retry after one that has failed again is another request. */
function useRetrying(order: Order) {
  const t = useTranslations('work')
  const nameOf = useStatusNames()
  const attempts = useRef(0)
  const writing = useOrderWrite(order, {
    send: ({ run, way }: { run: FoundRun; way: WayOn; attempt: number }, write) => sendRetry(run, way, write),
    onWritten: ({ orderActionExecutionResults: steps }, { run, way }) => {
      attempts.current += 1
      const what = retryLabel(t, { ...run, status: nameOf(run.status, run.orderType) }, way)
      const failed = steps.find(({ errorReason }) => errorReason !== null)
      notifications.show({
        ...(failed === undefined
          ? { color: 'green', message: t('ofOneOrder.done', { what }) }
          : { color: 'red', message: t('ofOneOrder.failed', { what, reason: failed.message ?? failed.errorReason ?? '' }) }),
        closeButtonProps: { 'aria-label': t('ofOneOrder.close') },
      })
    },
  })
  const retry = (run: FoundRun, way: WayOn) => writing.mutate({ run, way, attempt: attempts.current })
  return { ...writing, retry }
}

function sendRetry({ runId, stepId }: FoundRun, way: WayOn, { params, ...write }: OrderWrite) {
  const ofRun = { ...write, params: { ...params, runId } }
  if (way === 'Resume' || stepId === null) return gateway.post('/api/Orders/{orderId}/WorkflowRuns/{runId}/Resume', ofRun)
  return gateway.post('/api/Orders/{orderId}/WorkflowRuns/{runId}/RetryStep', { ...ofRun, body: { stepId } })
}
