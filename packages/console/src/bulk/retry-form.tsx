import { Loader, Text } from '@mantine/core'
import type { FoundRun } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { hasFailedStep } from '../orders/open-errors.ts'
import { gateway } from '../session/gateway.ts'
import { ErrorState } from '../shell/states.tsx'
import { mayBe } from '../work/allowed-actions.ts'
import { JobForm } from '../work/job-form.tsx'
import { JobPanel } from '../work/job-panel.tsx'
import { WorkTexts } from '../work/work-frame.tsx'
import type { BulkFormProps, BulkOrder } from './bulk-action.ts'

/** Retries the failed runs of many orders as one job, which goes on also when the page is left. */
export function RetryForm({ orders, onDone }: BulkFormProps) {
  const [jobId, setJobId] = useState<string>()
  return (
    <WorkTexts>
      {jobId === undefined ? (
        <Question orders={orders} onStarted={setJobId} />
      ) : (
        <JobPanel key={jobId} jobId={jobId} onClose={onDone} onStarted={setJobId} />
      )}
    </WorkTexts>
  )
}

function Question({ orders, onStarted }: Pick<BulkFormProps, 'orders'> & { onStarted: (jobId: string) => void }) {
  const t = useTranslations('bulk.retry')
  const runs = useFailedRuns(orders)
  if (runs.isPending) return <Loader role="status" aria-label={t('loading')} />
  if (runs.isError) return <ErrorState error={runs.error} onRetry={() => void runs.refetch()} />
  const { length: count } = runs.data
  if (count === 0) return <Text>{t('none')}</Text>
  return (
    <JobForm
      action="Retry"
      runs={{ ids: runs.data.map(({ runId }) => runId) }}
      explain={t('explain', { count, orders: new Set(runs.data.map(({ orderId }) => orderId)).size })}
      submit={t('submit', { count })}
      onStarted={onStarted}
    />
  )
}

/**
 * The runs of orders that have failed or wait for their next attempt. Each of them has left an
 * error on its order.
 */
function useFailedRuns(orders: readonly BulkOrder[]) {
  const candidates = orders.filter(hasFailedStep)
  return useQuery({
    queryKey: ['runs', 'ofOrders', candidates.map(({ id }) => id)],
    staleTime: 0,
    // The client keeps how many are under way at a time within its bounds.
    queryFn: async ({ signal }) => {
      const found = await Promise.all(candidates.map(({ id }) => fetchRetryableRuns(id, signal)))
      return found.flat().filter((run) => mayBe('Retry', run))
    },
  })
}

async function fetchRetryableRuns(orderId: string, signal: AbortSignal): Promise<FoundRun[]> {
  const body = { orderId, states: ['Aborted' as const, 'Waiting' as const], take: 100 }
  return (await gateway.post('/api/WorkflowRuns/Search', { body, signal })).result
}
