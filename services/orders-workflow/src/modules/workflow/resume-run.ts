import { DomainError, invariant } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { assertWorkflowAllowed } from '../../order/rules/context/order-guards.ts'
import { orderIsHeld } from '../../order/rules/holds/holds.ts'
import type { SavedOrder } from '../../order/rules/order-version.ts'
import { isAborting, type WorkflowRun } from '../../order/rules/status/workflow-run.ts'
import type { Change, ChangeFacts } from '../../order/write/intent.ts'
import { holdingOrder } from '../../order/write/order-lock.ts'
import type { WriteRequest } from '../../order/write/write-context.ts'
import { writeOrder } from '../../order/write/write-orders.ts'
import { refuseDuringCall } from '../../runs/run-queries.ts'
import { lockRun, reopenRun } from '../../runs/run-reopen.ts'
import type { StoredRun } from '../../runs/run-rows.ts'
import { dryRun } from './dry-run.ts'
import { respondInTime } from './respond-in-time.ts'
import { mustWait } from './runner/held-back.ts'
import { continueHeldRun } from './runner/resume.ts'
import { continueRun } from './runner/runner.ts'
import type { RunnerDeps } from './runner/runner-deps.ts'
import { type Attempt, runAhead, serialiseStatusChange } from './serialise-status-change.ts'
import { toWorkflowResult, type WorkflowResult } from './transition-order.ts'
import type { WorkflowRecorders } from './workflow-response.ts'

export type ResumeRun = {
  orderId: string
  runId: string
  /** What to run again: whatever the run stopped at, all steps that failed, or one of them. */
  steps: 'stopped' | 'failed' | { id: string }
  write: WriteRequest
  /**
   * True: only return what would happen, also by the steps that follow the response; nothing is
   * stored, published or called (workflow.md#dry-run).
   */
  isDryRun: boolean
  /** Runs in the transaction that brings the run back to Running. */
  reopened?: (tx: Transaction) => Promise<void>
} & Pick<WorkflowRecorders<WorkflowResult>, 'record'>

/**
 * Continues a run that was interrupted or aborted or waits, or runs failed steps of it again and
 * those that have not run yet (workflow.md#run-endpoints). A call whose outcome is unknown is
 * repeated unchanged. Raises `NotFound`, `Forbidden`, `NothingToResume`, `VersionConflict`,
 * `OrderIsQueued`, `OrderIsReadOnly`, `OrderIsDeleted`, `OrderIsHeld`, `ResourceLocked`.
 */
export async function resumeRun(deps: RunnerDeps, command: ResumeRun): Promise<WorkflowResult> {
  if (command.isDryRun) return dryRun(deps, (trying) => tryResuming(trying, command))
  const { orderId, record } = command
  return holdingOrder(deps, orderId, (lock) =>
    serialiseStatusChange(deps, orderId, async (waitMs) => {
      const reopened = await reopen(deps, command, lock)
      if ('ahead' in reopened) return reopened
      const { held, saved } = reopened.done
      const start = { run: held.run, saved, pending: null, followUp: null }
      const point = await respondInTime(deps, start, {
        waitMs,
        record: (tx, reached) => record(tx, toWorkflowResult(reached)),
        work: (options) => continueHeldRun(deps, held, options),
      })
      return { done: toWorkflowResult(point) }
    }),
  )
}

/** The same as a part of a dry run. */
async function tryResuming(deps: RunnerDeps, command: ResumeRun): Promise<WorkflowResult> {
  const reopened = await reopen(deps, command, 'waits')
  invariant('done' in reopened, 'a dry run does not wait for other runs')
  const reached = await continueHeldRun(deps, reopened.done.held, { isBackground: false, isDryRun: true })
  if (reached.run.state !== 'Running') return toWorkflowResult(reached)
  const { ended } = reached
  return toWorkflowResult(await continueRun(deps, reached, { isBackground: true, isDryRun: true, ended }))
}

type ReopenedRun = { held: StoredRun; saved: SavedOrder }

/**
 * Brings the run back to Running, held by this process. Of several concurrent callers only the
 * first finds it unchanged.
 */
async function reopen(
  deps: RunnerDeps,
  { orderId, runId, steps, write, isDryRun, reopened }: ResumeRun,
  lock: WriteRequest['lock'],
): Promise<Attempt<ReopenedRun>> {
  const change = async (order: Order, { tx, stored, underWay }: ChangeFacts): Promise<Change<Attempt<ReopenedRun>>> => {
    const before = await lockRun(tx, { runId, orderId })
    if (before === null) throw new DomainError('NotFound', `Order "${orderId}" has no workflow run "${runId}".`)
    assertWorkflowAllowed(order)
    const stepIds = stepsToRun(before.run, steps)
    if (before.open !== null) {
      if (mustWait({ order, run: before.run }, { config: deps.config() }))
        throw orderIsHeld(order, 'A call whose outcome is not known is not repeated before its holds are released.')
      await refuseDuringCall(tx, orderId)
    }
    const ahead = isDryRun ? null : runAhead(underWay, before.run)
    if (ahead !== null) return { order, result: { ahead } }
    const held = await reopenRun(tx, before, stepIds)
    await reopened?.(tx)
    const afterCommit = () => deps.signals?.resumed(before.run, 'request')
    return { order, afterCommit, result: { done: { held, saved: stored } } }
  }
  const intent = { orderId, kind: 'edit', needsRuns: true, change } as const
  return (await writeOrder<Attempt<ReopenedRun>>({ deps, write: { ...write, lock } }, intent)).result
}

function stepsToRun(run: WorkflowRun, steps: ResumeRun['steps']): string[] {
  if (steps === 'stopped') return stoppedAt(run)
  return steps === 'failed' ? failedSteps(run) : [failedStep(run, steps.id)]
}

function stoppedAt(run: WorkflowRun): string[] {
  if (run.state === 'Waiting') return run.waiting.map((waiting) => waiting.stepId)
  if (run.state !== 'Aborted' && run.state !== 'Interrupted') throw nothingTo(run, 'resume')
  return run.results.filter((result) => isAborting(run, result)).map(({ stepId }) => stepId)
}

function failedSteps(run: WorkflowRun): string[] {
  const failed = run.results.flatMap(({ stepId, actionStatus }) => (actionStatus === 'Error' ? [stepId] : []))
  if (run.state === 'Running' || failed.length === 0) throw nothingTo(run, 'retry')
  return failed
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
