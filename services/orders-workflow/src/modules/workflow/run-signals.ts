import type { Database } from '@oms/service-kit/database/database'
import type { Log } from '@oms/service-kit/observability/log'
import type { MetricsRegistry } from '@oms/service-kit/observability/metrics'
import { onBreakerChange, openBreakers } from '../../connectors/http/breaker-signals.ts'
import type { CallFailure } from '../../connectors/http/call-failure.ts'
import type { PlannedStep } from '../../order/status/workflow-plan.ts'
import { type StepResult, type WorkflowRun, waitingStepOf } from '../../order/status/workflow-run.ts'
import { countWaitingRuns, type WaitingCount } from './runs/run-wake.ts'

/** Where the workflow reports what did not go as planned, once it is committed. */
export type RunSignals = {
  /** Steps of a run have ended; those that did not succeed get a line of the log and are counted. */
  ended(run: WorkflowRun, results: readonly StepResult[]): void
  /** A call without an outcome is made again at once. */
  retried(run: WorkflowRun, step: PlannedStep, failure: CallFailure): void
  /** A run goes on: that of a dead process, one that waited, or one that somebody resumed. */
  resumed(cause: 'taken_over' | 'waited' | 'request'): void
}

type SignalDeps = { log: Log; metrics: MetricsRegistry | undefined }

/**
 * Reports to the log and the metrics. Neither has the reason of a failure, which a provider may have
 * written about a customer.
 */
export function runSignals({ log, metrics }: SignalDeps): RunSignals {
  return {
    ended(run, results) {
      for (const result of results) if (result.actionStatus !== 'Success') reportOutcome({ log, metrics }, run, result)
    },
    retried(run, step, { reasonClass, connector }) {
      const labels = { step: step.name, connector: connector ?? step.connector ?? '', reason_class: reasonClass }
      metrics?.count('oms_workflow_retries_total', labels)
      log.info({ orderId: run.orderId, runId: run.id, stepId: step.id, ...labels }, 'a workflow step is retried')
    },
    resumed: (cause) => metrics?.count('oms_workflow_runs_resumed_total', { cause }),
  }
}

function reportOutcome({ log, metrics }: SignalDeps, run: WorkflowRun, result: StepResult): void {
  const { stepId, actionType, actionStatus, reasonClass } = result
  const waiting = waitingStepOf(run, stepId)
  const connector = waiting?.connector ?? run.steps.find(({ id }) => id === stepId)?.connector ?? null
  const outcome = waiting === undefined ? actionStatus : 'Waiting'
  metrics?.count('oms_workflow_step_failures_total', {
    step: actionType,
    connector: connector ?? '',
    outcome,
    reason_class: reasonClass ?? '',
  })
  const line = {
    orderId: run.orderId,
    runId: run.id,
    status: run.status,
    shipmentId: run.shipmentId,
    returnId: run.returnId,
    step: actionType,
    stepId,
    connector,
    outcome,
    reasonClass,
    nextAttempt: waiting?.nextAttempt ?? null,
  }
  if (actionStatus === 'Warning') log.info(line, 'a workflow step ended with a warning')
  else log.warn(line, waiting === undefined ? 'a workflow step failed' : 'a workflow step failed and is tried again')
}

/**
 * Shows how many runs wait and which circuit breakers are open, and reports changes of these, until
 * the returned function is called.
 */
export function watchRuns({ log, metrics, ...database }: SignalDeps & Pick<Database, 'query'>): () => void {
  let counting: Promise<WaitingCount[]> | null = null
  // Both gauges are read at the same time, from one look at the runs.
  const counts = () => {
    counting ??= countWaitingRuns(database).finally(() => {
      counting = null
    })
    return counting
  }
  metrics?.gauge('oms_workflow_runs_waiting', async () =>
    (await counts()).map(({ reasonClass, connector, count }) => ({
      labels: { reason_class: reasonClass, connector },
      value: count,
    })),
  )
  metrics?.gauge('oms_workflow_waiting_oldest_age_seconds', async () => [
    { labels: {}, value: Math.max(0, ...(await counts()).map(({ oldestSeconds }) => oldestSeconds)) },
  ])
  metrics?.gauge('oms_connector_breaker_open', () => openBreakers().map((connector) => ({ labels: { connector }, value: 1 })))
  return onBreakerChange(({ connector, state }) => {
    metrics?.count('oms_connector_breaker_changes_total', { connector, state })
    log.warn({ connector, state }, 'the circuit breaker of a connector has changed')
  })
}
