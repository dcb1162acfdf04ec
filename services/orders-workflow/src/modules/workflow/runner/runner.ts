import { DomainError } from '@open-oms/contracts/errors'
import type { WorkflowRun } from '../../../order/rules/status/workflow-run.ts'
import { openAttempt } from '../../../runs/run-store.ts'
import { hasNothingPending, type PendingStep } from './advance.ts'
import { isInTransaction } from './in-transaction-steps.ts'
import { makeCall } from './make-call.ts'
import { recordProgress } from './record-progress.ts'
import type { RunOptions, RunPoint } from './run-point.ts'
import { machineTimers } from './run-timers.ts'
import type { RunnerDeps } from './runner-deps.ts'
import { pollPause, requestWait } from './waiting.ts'

/** Longer than it takes until a call of a process that died is taken over and ended. */
const BUSY_MAX_MS = 45_000

/**
 * Runs the steps of a run and of its follow-ups to the end, or, in a request, until only background
 * steps are left (workflow.md#workflow-runs, workflow.md#triggered-statuses,
 * workflow.md#durability). Each external call is recorded before it is made, and its outcome with
 * the order it changes; changes of other processes in between are read again. Raises `Unavailable`
 * when another process has taken the run over.
 */
export async function runSteps(deps: RunnerDeps, start: Omit<RunPoint, 'ended'>, options: RunOptions): Promise<RunPoint> {
  let point: RunPoint = { ...start, ended: options.ended ?? [] }
  const others = waitingForOthers(deps, busyMax(deps, options))
  while (!hasNothingPending(point)) point = await nextPoint(deps, point, { options, others })
  return point
}

type RunnerState = { options: RunOptions; others: ReturnType<typeof waitingForOthers> }

/**
 * The point after the pending step, or after a further try of it; with none, after the follow-up.
 */
async function nextPoint(deps: RunnerDeps, point: RunPoint, { options, others }: RunnerState): Promise<RunPoint> {
  const { run, pending, ended, saved } = point
  const advance = () => recordProgress(deps, run, { ...options, ended, response: null, known: saved })
  if (pending === null) return advance()

  if (isInTransaction(pending, { connectors: deps.connectors, isDryRun: options.isDryRun === true })) {
    const next = await advance()
    // Only an external call of another run holds it up.
    if (isAtStep(next, { run, pending })) await others.waitFurther()
    return next
  }

  const opened = await openAttempt(deps, run, { ...pending, versionNumber: saved.versionNumber })
  if (opened === 'open') {
    others.reset()
    return makeCall(deps, { run, call: pending }, { ...options, ended })
  }
  if (opened === 'busy') await others.waitFurther()
  return advance()
}

function isAtStep(
  point: Pick<RunPoint, 'run' | 'pending'>,
  { run, pending }: { run: WorkflowRun; pending: PendingStep },
): boolean {
  return point.run.id === run.id && point.pending?.step.id === pending.step.id
}

/**
 * A request has its response before its run gives up waiting: the status is written, and an error
 * would say that it is not.
 */
function busyMax(deps: Pick<RunnerDeps, 'requestWaitMs'>, { isBackground, waitMs = requestWait(deps) }: RunOptions): number {
  return isBackground ? BUSY_MAX_MS : waitMs * 1.25
}

/**
 * Waits for calls of other runs of the order: the longer it takes, the rarer it is looked at.
 * Raises `ResourceLocked` when it takes longer than `maxMs`.
 */
function waitingForOthers({ timers = machineTimers }: Pick<RunnerDeps, 'timers'>, maxMs: number) {
  let since: number | null = null
  return {
    async waitFurther(): Promise<void> {
      since ??= timers.elapsed()
      const waitedMs = timers.elapsed() - since
      if (waitedMs > maxMs)
        throw new DomainError('ResourceLocked', 'Another call of this order is still under way.', { retryAfterSeconds: 1 })
      await timers.pause(pollPause(waitedMs))
    },
    reset(): void {
      since = null
    },
  }
}

/**
 * Continues a run whose results so far are known, from the current order; `saved` is how that was
 * last seen.
 */
export async function continueRun(
  deps: RunnerDeps,
  { run, saved: known }: Pick<RunPoint, 'run'> & Partial<Pick<RunPoint, 'saved'>>,
  options: RunOptions,
): Promise<RunPoint> {
  const point = await recordProgress(deps, run, { ...options, response: null, known })
  return runSteps(deps, point, { ...options, ended: point.ended })
}

/**
 * Continues a run that has not ended after the response: its calls, and the steps that run after
 * the save.
 */
export function continueInBackground(deps: RunnerDeps, point: Omit<RunPoint, 'ended'>): void {
  if (point.run.state !== 'Running') return
  const options = { isBackground: true }
  deps.background.add(() =>
    unlessPurged(deps, point.run, () =>
      point.pending === null ? continueRun(deps, point, options) : runSteps(deps, point, options),
    ),
  )
}

/**
 * Continues a run in the background; does nothing when its order was purged in the
 * meantime.
 */
export async function unlessPurged(deps: Pick<RunnerDeps, 'log'>, run: WorkflowRun, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'NotFound') throw error
    deps.log.info({ runId: run.id, orderId: run.orderId }, 'a workflow run ended because its order was purged')
  }
}
