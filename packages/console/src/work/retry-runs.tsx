import { Badge, Button, Group, Loader, Paper, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { FoundRun, Order } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useOrderCurrency } from '../configuration/use-order-currency.ts'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { useFormat } from '../display/use-format.ts'
import { dryRunEffects, type Effects } from '../order/dry-run-effects.ts'
import { EffectsLine } from '../order/effects-line.tsx'
import type { OrderActionProps } from '../order/order-action.ts'
import { type OrderWrite, useOrderWrite } from '../order/use-order-write.ts'
import { DryRunProblem, WriteProblem } from '../order/write-problem.tsx'
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
          {...{ order, run, way }}
          isRetried={retrying.isPending && retrying.variables.run.runId === run.runId}
          onRetry={() => retrying.retry(run, way)}
        />
      ))}
      <WriteProblem orderId={order.id} error={retrying.error} onReloaded={retrying.reset} />
    </Stack>
  )
}

type FailedRunProps = { order: Order; run: FoundRun; way: WayOn; isRetried: boolean; onRetry: () => void }

/** A run that has failed: why, and what going on with it would do. */
function FailedRun({ order, run, way, isRetried, onRetry }: FailedRunProps) {
  const t = useTranslations('work')
  const format = useFormat()
  const nameOf = useStatusNames()
  const words = useWords()
  const label = useRetryLabel()
  const currency = useOrderCurrency()(order)
  const trial = useTrial(order, run, way)
  const effects = dryRunEffects(order, trial.data)
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
          {trial.data === undefined ? null : <EffectsLine effects={effects} currency={currency} />}
        </div>
        <Button size="xs" flex="none" loading={isRetried} disabled={trial.isFetching} onClick={onRetry}>
          {label(run, way, { ...effects, currency })}
        </Button>
      </Group>
      {trial.error === null ? null : <DryRunProblem error={trial.error} onRetry={() => void trial.refetch()} />}
    </Paper>
  )
}

/** What going on with a run would do: a dry run of it on the version that the person sees. */
function useTrial(order: Order, run: FoundRun, way: WayOn) {
  const { runId, stepId, since } = run
  return useQuery({
    queryKey: ['previews', order.id, order.versionId, 'retry', { runId, stepId, since, way }],
    queryFn: ({ signal }) => sendRetry(run, way, { params: { orderId: order.id }, query: { dryRun: true }, signal }),
    // Money that others move meanwhile changes what would happen.
    staleTime: 0,
    gcTime: 0,
  })
}

type Money = Pick<Effects, 'captured' | 'refunded'> & { currency: string | null }
const noMoney: Money = { captured: 0, refunded: 0, currency: null }

/** What the button says: what it does, with the money that it moves. */
function useRetryLabel(): (run: FoundRun, way: WayOn, money?: Money) => string {
  const t = useTranslations('work.ofOneOrder')
  const format = useFormat()
  const nameOf = useStatusNames()
  const words = useWords()
  return (run, way, { captured, refunded, currency } = noMoney) => {
    if (refunded > 0) return t(`${way}Refund`, { amount: format.money(refunded, currency) })
    if (captured > 0) return t(`${way}Capture`, { amount: format.money(captured, currency) })
    const status = nameOf(run.status, run.orderType)
    if (way === 'Resume') return t('Resume', { status })
    const step = run.step === null ? status : words('workflowSteps', run.step)
    return t('RetryStep', { step: step.charAt(0).toLowerCase() + step.slice(1) })
  }
}

/** The write, and a way to begin it: a retry after one that has failed again is another request. */
function useRetrying(order: Order) {
  const t = useTranslations('work')
  const label = useRetryLabel()
  const attempts = useRef(0)
  const writing = useOrderWrite(order, {
    send: ({ run, way }: { run: FoundRun; way: WayOn; attempt: number }, write) => sendRetry(run, way, write),
    onWritten: ({ orderActionExecutionResults: steps }, { run, way }) => {
      attempts.current += 1
      const what = label(run, way)
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

type RetryCall = OrderWrite | { params: { orderId: string }; query: { dryRun: true }; signal: AbortSignal }

function sendRetry({ runId, stepId }: FoundRun, way: WayOn, { params, ...write }: RetryCall) {
  const ofRun = { ...write, params: { ...params, runId } }
  if (way === 'Resume' || stepId === null) return gateway.post('/api/Orders/{orderId}/WorkflowRuns/{runId}/Resume', ofRun)
  return gateway.post('/api/Orders/{orderId}/WorkflowRuns/{runId}/RetryStep', { ...ofRun, body: { stepId } })
}
