import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import type { Order, WorkflowResult } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { ChangeList } from './change-list.tsx'

type ResultProps = { order: Order; result: WorkflowResult; onDone: () => void }

/** What a write did: to each line, to shipments and money, and what of its steps failed. */
export function LinesUpdateResult({ order, result, onDone }: ResultProps) {
  const t = useTranslations('shipping.result')
  const problems = result.orderActionExecutionResults.filter(({ actionStatus }) => actionStatus !== 'Success')
  const color = result.isAborted ? 'red' : problems.length > 0 ? 'orange' : 'green'
  return (
    <Stack>
      <Alert color={color} variant="outline" role="status" title={t(result.isAborted ? 'aborted' : 'done')}>
        <ChangeList before={order} after={result.order} />
        {problems.length === 0 ? null : (
          <>
            <Text size="sm" fw={500} mt="xs">
              {t('problems')}
            </Text>
            <List size="sm" spacing={2}>
              {problems.map(({ runId, stepId, actionType, errorReason, message }) => (
                <List.Item key={`${runId} ${stepId} ${actionType}`}>
                  {[actionType, errorReason, message].filter((part) => part !== null && part !== '').join(' – ')}
                </List.Item>
              ))}
            </List>
          </>
        )}
      </Alert>
      <Group justify="flex-end">
        <Button data-autofocus autoFocus onClick={onDone}>
          {t('close')}
        </Button>
      </Group>
    </Stack>
  )
}
