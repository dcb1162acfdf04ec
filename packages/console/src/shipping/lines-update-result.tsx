import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import type { Order, WorkflowResult } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { ChangeList } from './change-list.tsx'

type ResultProps = { order: Order; result: WorkflowResult; onDone: () => void }
type Step = WorkflowResult['orderActionExecutionResults'][number]

/** What a write did: to each line, to shipments and money, and what of its steps failed. */
export function LinesUpdateResult({ order, result, onDone }: ResultProps) {
  const t = useTranslations('shipping.result')
  const steps = result.orderActionExecutionResults
  const failed = steps.filter(({ actionStatus }) => actionStatus === 'Error')
  const warnings = steps.filter(({ actionStatus, isInvisible }) => actionStatus === 'Warning' && !isInvisible)
  const color = result.isAborted ? 'red' : failed.length > 0 ? 'orange' : 'green'
  return (
    <Stack style={{ overflowWrap: 'anywhere' }}>
      <Alert color={color} variant="outline" role="status" title={t(result.isAborted ? 'aborted' : 'done')}>
        <ChangeList before={order} after={result.order} />
        <StepList title={t('failed')} steps={failed} />
        <StepList title={t('warnings')} steps={warnings} />
      </Alert>
      <Group justify="flex-end">
        <Button autoFocus onClick={onDone}>
          {t('close')}
        </Button>
      </Group>
    </Stack>
  )
}

function StepList({ title, steps }: { title: string; steps: readonly Step[] }) {
  if (steps.length === 0) return null
  return (
    <>
      <Text size="sm" fw={500} mt="xs">
        {title}
      </Text>
      <List size="sm" spacing={2}>
        {steps.map(({ runId, stepId, actionType, errorReason, message }) => (
          <List.Item key={`${runId} ${stepId} ${actionType}`}>
            {[actionType, errorReason, message].filter((part) => part !== null && part !== '').join(' – ')}
          </List.Item>
        ))}
      </List>
    </>
  )
}
