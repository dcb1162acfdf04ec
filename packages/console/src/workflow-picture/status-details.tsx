import { Badge, Group, Stack, Text, Title } from '@mantine/core'
import type { Order, WorkflowRun } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { MovePreview } from '../order/move-preview.tsx'
import { useMay } from '../session/use-session.ts'
import { useWords } from '../vocabulary/use-words.ts'
import { lastTries, type PathStatus, type RunStep, tookMs } from './workflow-path.ts'

type DetailsProps = {
  order: Order
  status: PathStatus
  /** What people call it. */
  name: string
}

/**
 * What the steps of a status did, and what would happen if the order entered it now, or why it may
 * not.
 */
export function StatusDetails({ order, status, name: shown }: DetailsProps) {
  const t = useTranslations('workflowPicture')
  const mayChange = useMay()('changeOrders')
  const { name, state, isAllowed, reasons, runs } = status
  return (
    <Stack component="section" gap="sm" aria-label={t('details', { status: shown })}>
      <Title order={3} size="h6">
        {t('details', { status: shown })}
      </Title>
      {runs.map((run) => (
        <RunDetails key={run.runId} run={run} />
      ))}
      {runs.length === 0 && (state === 'past' || state === 'current') ? <Text size="sm">{t('noRuns')}</Text> : null}
      {state === 'refused' ? (
        <Text size="sm" lang="en">
          {reasons.join(' ')}
        </Text>
      ) : null}
      {isAllowed && mayChange ? <MovePreview order={order} status={name} /> : null}
      {isAllowed && !mayChange ? <Text size="sm">{t('noPreview')}</Text> : null}
    </Stack>
  )
}

function RunDetails({ run }: { run: WorkflowRun }) {
  const t = useTranslations('workflowPicture')
  const format = useFormat()
  const words = useWords()
  const steps = lastTries(run)
  return (
    <div>
      <Group gap="xs">
        <Text size="sm" fw={500}>
          {run.shipmentId === null
            ? t('run', { time: format.time(run.started) })
            : t('shipmentRun', { time: format.time(run.started), shipment: run.shipmentId })}
        </Text>
        <Badge variant="default" tt="none">
          {words('runStates', run.state)}
        </Badge>
      </Group>
      {run.reason === null ? null : (
        <Text size="sm" className="note-text">
          {run.nextAttempt === null ? run.reason : t('waits', { reason: run.reason, time: format.time(run.nextAttempt) })}
        </Text>
      )}
      {steps.length === 0 ? <Text size="sm">{t('noSteps')}</Text> : null}
      <ol className="workflow-steps">
        {steps.map((step) => (
          <StepDetails key={step.stepId} step={step} />
        ))}
      </ol>
    </div>
  )
}

function StepDetails({ step }: { step: RunStep }) {
  const t = useTranslations('workflowPicture')
  const format = useFormat()
  const { actionType, actionStatus, errorReason, attempt, started } = step
  const words = useWords()
  const took = tookMs(step)
  const facts = [
    format.time(started),
    took === null ? '' : t('took', { ms: format.count(took) }),
    attempt === 1 ? '' : t('attempt', { attempt }),
  ]
  return (
    <li data-outcome={actionStatus ?? 'open'}>
      <Text span size="sm">
        {words('workflowSteps', actionType)}:{' '}
        <strong>{actionStatus === null ? t('underWay') : words('stepOutcomes', actionStatus)}</strong>
      </Text>{' '}
      <Text span size="xs" c="dimmed">
        {facts.filter((part) => part !== '').join(' · ')}
      </Text>
      {errorReason === null ? null : (
        <Text size="sm" className="note-text">
          {errorReason}
        </Text>
      )}
    </li>
  )
}
