import { DomainError } from '@oms/contracts/errors'
import type { WriteRequest } from '../../../order/change-order.ts'
import { assertWorkflowAllowed } from '../../../order/document/order-guards.ts'
import { holdingOrder } from '../../../order/order-lock.ts'
import { isAborting, type WorkflowRun } from '../../../order/status/workflow-run.ts'
import { waitFor } from '../answer-in-time.ts'
import { type EnterAndRun, resultOf, type WorkflowResult } from '../enter-and-run.ts'
import { inTurn } from '../in-turn.ts'
import { goOnFrom } from '../resume.ts'
import type { RunnerDeps } from '../runner.ts'
import { reopenRun } from './run-reopen.ts'

export type ResumeRun = {
  orderId: string
  runId: string
  /** The failed step to run again; null: whatever the run stopped at. */
  stepId: string | null
  write: WriteRequest
  record: EnterAndRun['record']
}

/**
 * Goes on with a run that was interrupted or aborted, or runs one of its failed steps again and those that have not run yet (4-decisions
 * F.10). A call whose outcome is unknown is repeated as it was. Raises `NotFound`, `Forbidden`, `NothingToResume`, `VersionConflict`,
 * `OrderIsQueued`, `OrderIsReadOnly`, `OrderIsDeleted`, `ResourceLocked`.
 */
export async function resumeRun(deps: RunnerDeps, command: ResumeRun): Promise<WorkflowResult> {
  const { orderId, write } = command
  return holdingOrder(deps, orderId, (lock) =>
    inTurn(deps, orderId, (left) => resumeLocked(left, { ...command, write: { ...write, lock } })),
  )
}

async function resumeLocked(deps: RunnerDeps, { orderId, runId, stepId, write, record }: ResumeRun): Promise<WorkflowResult> {
  const held = await reopenRun(deps, {
    ...write,
    orderId,
    runId,
    check: assertWorkflowAllowed,
    again: (run) => (stepId === null ? stoppedAt(run) : [failedStep(run, stepId)]),
  })
  const start = { run: held.run, saved: held.saved, call: null, followUp: null }
  const point = await waitFor(deps, start, {
    record: (tx, reached) => record(tx, resultOf(reached)),
    work: (lastly) => goOnFrom(deps, held, { isBackground: false, lastly }),
  })
  return resultOf(point)
}

function stoppedAt(run: WorkflowRun): string[] {
  if (run.state !== 'Aborted' && run.state !== 'Interrupted') throw nothingTo(run, 'resume')
  return run.results.filter((result) => isAborting(run, result)).map(({ stepId }) => stepId)
}

function failedStep(run: WorkflowRun, stepId: string): string {
  if (!run.steps.some((step) => step.id === stepId))
    throw new DomainError('NotFound', `Workflow run "${run.id}" has no step "${stepId}".`)
  const result = run.results.find((candidate) => candidate.stepId === stepId)
  if (run.state === 'Running' || result?.actionStatus !== 'Error') throw nothingTo(run, `retry at step "${stepId}"`)
  return stepId
}

function nothingTo(run: WorkflowRun, what: string): DomainError {
  return new DomainError('NothingToResume', `Workflow run "${run.id}" is ${run.state}: there is nothing to ${what}.`)
}
