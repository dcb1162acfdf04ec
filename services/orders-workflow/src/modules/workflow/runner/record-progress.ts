import { DomainError } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import { backoffMs } from '@open-oms/service-kit/waiting/pause'
import type { CallFailure } from '../../../connectors/http/call-failure.ts'
import { isHeld } from '../../../order/rules/holds/holds.ts'
import type { SavedOrder } from '../../../order/rules/order-version.ts'
import type { PlannedStep, StepsRun } from '../../../order/rules/status/workflow-plan.ts'
import { findWaitingStep, type WaitingStep, type WorkflowRun } from '../../../order/rules/status/workflow-run.ts'
import type { Change, ChangeFacts } from '../../../order/write/intent.ts'
import type { WriteRequest } from '../../../order/write/write-context.ts'
import { writeOrder } from '../../../order/write/write-orders.ts'
import { type OrderAndRun, subjectStatus } from '../../../runs/end-waiting.ts'
import { readStepsRun } from '../../../runs/run-queries.ts'
import { wakeHeldRuns } from '../../../runs/run-statements.ts'
import type { RunProgress } from '../../../runs/run-store.ts'
import { endingEvents } from '../../../runs/superseded-runs.ts'
import { nextWait } from '../domain/next-wait.ts'
import type { RequestedStep } from '../steps/step-definition.ts'
import { retryForMs } from '../steps/step-registry.ts'
import { type AdvanceResult, advance, hasNothingPending, type PendingStep } from './advance.ts'
import { follow } from './follow.ts'
import { heldRun } from './held-back.ts'
import { runInTransactionSteps } from './in-transaction-steps.ts'
import { withOutcome } from './record-outcome.ts'
import { type RunContext, runContext } from './run-context.ts'
import type { RunOptions, RunPoint } from './run-point.ts'
import type { CalledStep } from './run-signals.ts'
import { machineTimers } from './run-timers.ts'
import type { RunnerDeps } from './runner-deps.ts'
import { withoutSupersededWait } from './superseding.ts'

/** The response to a call, to be written down. */
export type CallResponse = PendingStep & { definition: RequestedStep; output: unknown; started: string }

export type Progress = RunOptions & {
  response: CallResponse | null
  /** The order as this process last wrote it. */
  known?: SavedOrder | undefined
}

/**
 * Writes the outcome of a call and of the steps after it that need no external call, in one
 * transaction with the order they change; a run that ends in it begins its follow-up too. Returns
 * where the run is then; held when what comes next is refused since the order is
 * (holds.md#held-runs). Raises `Unavailable` when another process has taken the run over,
 * `NotFound` when its order was purged.
 */
export async function recordProgress(deps: RunnerDeps, run: WorkflowRun, progress: Progress): Promise<RunPoint> {
  return write(deps, run, { progress, stopsThere: false }).catch((error: unknown) => {
    if (!(error instanceof DomainError && error.code === 'OrderIsHeld')) throw error
    // What follows lets goods of the order leave. The effect of a call is not undone by that.
    return write(deps, run, { progress, stopsThere: true })
  })
}

type ProgressWrite = {
  progress: Progress
  /** The run is held after the response, whatever comes next. */
  stopsThere: boolean
}

async function write(deps: RunnerDeps, run: WorkflowRun, { progress, stopsThere }: ProgressWrite): Promise<RunPoint> {
  const { response, known, isBackground, isDryRun = false, lastly, ended: endedBefore = [] } = progress
  const change = async (stored: Order, { tx, stock, now, stored: { allocations } }: ChangeFacts): Promise<Change<RunPoint>> => {
    const stepsRun: StepsRun = run.shipmentId === null ? new Map() : await readStepsRun(tx, run.orderId)
    const context = runContext(deps, { now, isBackground, stored, allocations, stepsRun })
    const policy = { connectors: deps.connectors, isDryRun }
    const recorded = withResponse({ order: stored, run }, response, { ...context, timers: deps.timers })
    const advanced = stopsThere ? heldRun(recorded) : advance(recorded.order, recorded.run, context)
    const progressed = await runInTransactionSteps(tx, deps, { advanced, context, policy, stock })
    const { begun, pending, followUp, ...reached } = followedBy(progressed.advanced, context)
    const { order, run: held } = await withoutSupersededWait(tx, { order: reached.order, run: reached.held }, now)

    return {
      order,
      run: begun,
      events: endingEvents(held),
      hasMovedStock: progressed.hasMovedStock,
      progress: diffProgress(run, held, response?.step.id ?? null),
      messages: progressed.messages,
      async conclude(tx, saved) {
        // The write that stopped the run has released the order: it woke held runs before this was
        // one.
        if (held.state === 'Held' && !isHeld(saved.order)) tx.later(wakeHeldRuns.with([run.orderId]))
        const ended = begun === null ? endedBefore : [...endedBefore, held]
        const point = { run: begun ?? held, pending, followUp, ended, saved }
        if (hasNothingPending(point)) await lastly?.(tx, point)
        return point
      },
      // A step that a later run repeats is retried, and has not failed permanently.
      afterCommit: () => reportProgress(deps, { before: run, held: reached.held, begun, response }),
    }
  }
  const intent = { orderId: run.orderId, kind: 'step', change } as const
  return (await writeOrder<RunPoint>({ deps, write: workflowWriteRequest(run), known }, intent)).result
}

/** Whoever began the run was allowed to write. */
export function workflowWriteRequest({ startedBy }: WorkflowRun): WriteRequest {
  return {
    operation: 'Workflow',
    by: startedBy ?? 'workflow',
    // Not `startedBy`: a user id that a request names may be someone's e-mail address, and events
    // hold no personal data.
    actor: 'workflow',
    requireScope: () => undefined,
    lock: 'waits',
  }
}

/** A run after a write: the run itself, and the one that has followed it in the same write. */
type RunsAfterWrite = Omit<AdvanceResult, 'run'> & { held: WorkflowRun; begun: WorkflowRun | null }

function followedBy({ run, ...reached }: AdvanceResult, context: RunContext): RunsAfterWrite {
  if (reached.followUp === null) return { ...reached, held: run, begun: null }
  const { order, ended, begun } = follow({ order: reached.order, run }, context)
  if (begun === null) return { order, held: ended, begun, pending: null, followUp: null }
  return { ...begun, held: ended, begun: begun.run }
}

/** What a write adds to a run; `closedStepId` names the step whose call has a response. */
function diffProgress(before: WorkflowRun, after: WorkflowRun, closedStepId: string | null): RunProgress {
  const known = new Set(before.results)
  const news = after.results.filter((result) => !known.has(result))
  const closed = news.find((result) => result.stepId === closedStepId) ?? null
  return { run: after, closed, added: news.filter((result) => result !== closed), isPlanChanged: after.steps !== before.steps }
}

/** What the commit of a write has made of the run, for logs and metrics. */
function reportProgress(
  { signals }: RunnerDeps,
  {
    before,
    held,
    begun,
    response,
  }: Pick<RunsAfterWrite, 'held' | 'begun'> & Pick<Progress, 'response'> & { before: WorkflowRun },
): void {
  if (signals === undefined) return
  const known = new Set(before.results)
  signals.ended(
    held,
    held.results.filter((result) => !known.has(result)),
    response === null ? undefined : calledStep(response),
  )
  if (begun !== null) signals.ended(begun, begun.results)
}

function calledStep({ step, definition, output }: CallResponse): CalledStep {
  return { stepId: step.id, connector: definition.failure?.(output)?.connector ?? null }
}

type ResponseContext = RunContext & Pick<RunnerDeps, 'timers'>

/** The order and the run with the response to a call. */
function withResponse({ order, run }: OrderAndRun, response: CallResponse | null, context: ResponseContext): OrderAndRun {
  if (response === null) return { order, run }
  const { step, definition, input, output } = response
  const stepContext = { ...context, run, step, started: response.started }
  const outcome = definition.record(order, { input, output }, stepContext)
  const failure = outcome.actionStatus === 'Error' ? (definition.failure?.(output) ?? null) : null
  const waiting = failure === null ? null : waitingAfter({ order, run }, { step, failure, context })
  return withOutcome(run, outcome, { ...stepContext, failure, waiting })
}

type StepFailure = { step: PlannedStep; failure: CallFailure; context: ResponseContext }

/** How a step that failed is tried again later; null when it is not (workflow.md#waiting-runs). */
function waitingAfter({ order, run }: OrderAndRun, { step, failure, context }: StepFailure): WaitingStep | null {
  if (!failure.isPassing || failure.isRefused) return null
  const { retryPauseFirstMs: firstMs, retryPauseMaxMs: maxMs } = context.config.settings.workflow
  const { timers = machineTimers } = context
  return nextWait({
    stepId: step.id,
    failure: { ...failure, connector: failure.connector ?? step.connector },
    previous: findWaitingStep(run, step.id),
    retryForMs: retryForMs(step),
    now: context.now,
    status: subjectStatus(order, run),
    pauses: { firstMs, maxMs, pauseMs: (failures, limits) => timers.jittered(backoffMs(failures, limits)) },
  })
}
