import type { Database } from '@open-oms/service-kit/database/database'
import type { Log } from '@open-oms/service-kit/observability/log'
import type { MetricsRegistry } from '@open-oms/service-kit/observability/metrics'
import { sharedMeasurement } from '@open-oms/service-kit/observability/shared-measurement'
import { onBreakerChange, openBreakers } from '../../../connectors/http/breaker-signals.ts'
import type { CallFailure } from '../../../connectors/http/call-failure.ts'
import type { PlannedStep } from '../../../order/rules/status/workflow-plan.ts'
import { findWaitingStep, type StepResult, type WorkflowRun } from '../../../order/rules/status/workflow-run.ts'
import { countInterruptedRuns } from '../../../runs/run-take-over.ts'
import { countWaitingRuns } from '../../../runs/run-wake.ts'

/** Where the workflow reports what did not go as planned, once it is committed. */
export type RunSignals = {
  /**
   * Steps of a run have ended; those that did not succeed get a line of the log and are counted.
   * `called` is the one that has called someone, where one has.
   */
  ended(run: WorkflowRun, results: readonly StepResult[], called?: CalledStep): void
  /** A call without an outcome is made again immediately. */
  retried(run: WorkflowRun, step: PlannedStep, failure: CallFailure): void
  /** A run continues, and why. */
  resumed(run: Pick<WorkflowRun, 'id' | 'orderId' | 'status'>, cause: ResumeCause): void
}

/** A step that has called a connector; null: the step decides which. */
export type CalledStep = { stepId: string; connector: string | null }

/**
 * Why a run continues: its process had died, its order was held and is released, its time to try a
 * step again has come, or someone has resumed it.
 */
export type ResumeCause = 'taken_over' | 'released' | 'waited' | 'request'

type SignalDeps = { log: Log; metrics: MetricsRegistry | undefined }

/**
 * Reports to the log and the metrics. Neither has the reason of a failure, which a provider may
 * have written about a customer.
 */
export function runSignals({ log, metrics }: SignalDeps): RunSignals {
  return {
    ended(run, results, called) {
      for (const result of results) {
        if (result.actionStatus === 'Success') continue
        const connector = called?.stepId === result.stepId ? called.connector : null
        reportOutcome({ log, metrics }, run, { result, connector })
      }
    },
    retried(run, step, { reasonClass, connector }) {
      const labels = { step: step.name, connector: connector ?? step.connector ?? '', reason_class: reasonClass }
      metrics?.count('oms_workflow_retries_total', labels)
      log.info({ orderId: run.orderId, runId: run.id, stepId: step.id, ...labels }, 'a workflow step is retried')
    },
    resumed({ id: runId, orderId, status }, cause) {
      metrics?.count('oms_workflow_runs_resumed_total', { cause })
      log.info({ orderId, runId, status, cause }, 'a workflow run is resumed')
    },
  }
}

type Outcome = { result: StepResult; connector: string | null }

function reportOutcome({ log, metrics }: SignalDeps, run: WorkflowRun, { result, connector: called }: Outcome): void {
  const { stepId, actionType, actionStatus, reasonClass } = result
  const waiting = findWaitingStep(run, stepId)
  const connector = called ?? waiting?.connector ?? run.steps.find(({ id }) => id === stepId)?.connector ?? null
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
 * Shows how many runs wait or were given up and which circuit breakers are open, and reports
 * changes of these, until the returned function is called.
 */
export function watchRuns({ log, metrics, ...database }: SignalDeps & Pick<Database, 'query'>): () => void {
  // Both gauges are read at the same time, from one look at the runs.
  const counts = sharedMeasurement(() => countWaitingRuns(database))
  metrics?.gauge('oms_workflow_runs_waiting', async () =>
    (await counts()).map(({ reasonClass, connector, count }) => ({
      labels: { reason_class: reasonClass, connector },
      value: count,
    })),
  )
  metrics?.gauge('oms_workflow_waiting_oldest_age_seconds', async () => [
    { labels: {}, value: Math.max(0, ...(await counts()).map(({ oldestSeconds }) => oldestSeconds)) },
  ])
  metrics?.gauge('oms_workflow_runs_interrupted', async () => [{ labels: {}, value: await countInterruptedRuns(database) }])
  metrics?.gauge('oms_connector_breaker_open', () => openBreakers().map((connector) => ({ labels: { connector }, value: 1 })))
  return onBreakerChange(({ connector, state }) => {
    metrics?.count('oms_connector_breaker_changes_total', { connector, state })
    log.warn({ connector, state }, 'the circuit breaker of a connector has changed')
  })
}
