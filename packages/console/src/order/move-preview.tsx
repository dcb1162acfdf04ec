import { Alert, List, Loader, Text } from '@mantine/core'
import type { Order, WorkflowResult } from '@open-oms/client/types'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { gateway } from '../session/gateway.ts'
import { ErrorState } from '../shell/states.tsx'
import { useWords } from '../vocabulary/use-words.ts'

// It counts money, which the page of an order does not; the first load has a budget.
const PaymentRestsTable = lazy(async () => ({ default: (await import('./payments/payment-rests-table.tsx')).PaymentRestsTable }))

/** A dry run of the move, loaded once for what shows it and what asks about it. */
export function previewQuery(order: Order, status: string) {
  return queryOptions({
    queryKey: ['orders', 'one', order.id, 'preview', order.versionId, status],
    queryFn: ({ signal }) =>
      gateway.post('/api/Orders/{orderId}/UpdateStatus', {
        params: { orderId: order.id },
        query: { dryRun: true },
        body: { status },
        signal,
      }),
  })
}

/** What the move would do, by a dry run of it: the same code as the move itself, rolled back. */
export function MovePreview({ order, status }: { order: Order; status: string }) {
  const t = useTranslations('order.move')
  const { data, error, isPending, refetch } = useQuery(previewQuery(order, status))
  if (isPending) return <Loader size="sm" role="status" aria-label={t('previewing')} />
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <StepsPreview result={data} before={order} />
}

type PreviewProps = {
  result: WorkflowResult
  /** The order as it is now: its payments are shown where the steps would make another one. */
  before?: Order
  /** More of what would happen. */
  children?: ReactNode
}

/**
 * What a dry run would do: first what people ask for, then what fails or has a warning, and the
 * other steps on demand.
 */
export function StepsPreview({ result, before, children }: PreviewProps) {
  const t = useTranslations('order.move')
  const steps = result.orderActionExecutionResults.filter(({ isInvisible }) => !isInvisible)
  const failed = steps.filter(({ actionStatus }) => actionStatus === 'Error')
  const payments = result.order?.orderForm.payments ?? []
  return (
    <>
      <Alert color={result.isAborted ? 'orange' : 'blue'} variant="outline" title={t('preview')} role="status">
        {children}
        {result.isAborted ? <Text size="sm">{t('wouldAbort')}</Text> : null}
        {steps.length === 0 ? <Text size="sm">{t('nothing')}</Text> : null}
        <StepList steps={failed} />
        {steps.length === failed.length ? null : (
          <details className="preview-steps" open={children === undefined}>
            <summary>{t('steps', { count: steps.length })}</summary>
            <StepList steps={steps} />
          </details>
        )}
      </Alert>
      {before === undefined || payments.length <= before.orderForm.payments.length ? null : (
        <Suspense>
          <PaymentRestsTable order={before} />
        </Suspense>
      )}
    </>
  )
}

function StepList({ steps }: { steps: WorkflowResult['orderActionExecutionResults'] }) {
  const words = useWords()
  if (steps.length === 0) return null
  return (
    <List size="sm" spacing={2}>
      {steps.map(({ stepId, actionType, actionStatus, message, errorReason }) => (
        <List.Item key={`${stepId} ${actionType}`}>
          {[
            actionType === null ? null : words('workflowSteps', actionType),
            errorReason ?? (actionStatus === null ? null : words('stepOutcomes', actionStatus)),
            message,
          ]
            .filter((part) => part !== null && part !== '')
            .join(' – ')}
        </List.Item>
      ))}
    </List>
  )
}
