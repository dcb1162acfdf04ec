import { DomainError } from '@open-oms/contracts/errors'
import { findNextStep, type WorkflowRun } from '../../order/rules/status/workflow-run.ts'
import { returnCallUnderWay } from '../../runs/return-calls.ts'
import { readRunsUnderWay } from '../../runs/run-queries.ts'
import type { StoredRun } from '../../runs/run-rows.ts'
import { machineTimers } from './runner/run-timers.ts'
import type { RunnerDeps } from './runner/runner-deps.ts'
import { pollPause, requestWait } from './runner/waiting.ts'

/** The result of an attempt: it is done, or nothing was written because a run is ahead. */
export type Attempt<T> = { done: T } | { ahead: WorkflowRun }

/**
 * Returns the result of the first attempt that no other run of the order precedes; retries as soon
 * as the run ahead has its response. Waits for half of the maximum time of a request, then raises
 * `ResourceLocked`, and nothing is written. An attempt gets the milliseconds that the request may
 * still wait for its own run (workflow.md#status-serialisation).
 */
export async function serialiseStatusChange<T>(
  deps: RunnerDeps,
  orderId: string,
  attempt: (waitMs: number) => Promise<Attempt<T>>,
): Promise<T> {
  const { timers = machineTimers } = deps
  const began = timers.elapsed()
  const waitedMs = () => timers.elapsed() - began
  const requestMs = requestWait(deps)
  for (let waitMs = requestMs; ; waitMs = Math.max(requestMs / 2, requestMs - waitedMs())) {
    const result = await attempt(waitMs)
    if ('done' in result) return result.done
    const runId = result.ahead.id
    deps.log.info({ orderId, runId }, 'a request waits for a workflow run of its order')
    do {
      if (waitedMs() > requestMs / 2) throw runIsAhead(orderId)
      await timers.pause(pollPause(waitedMs()))
    } while (await isStillAhead(deps, orderId, runId))
  }
}

async function isStillAhead(deps: RunnerDeps, orderId: string, runId: string): Promise<boolean> {
  const underWay = await readRunsUnderWay(deps, orderId)
  return underWay.some(({ run }) => run.id === runId && precedesResponse(run))
}

/** The error of a request that another run of the order has blocked for too long. */
function runIsAhead(orderId: string): DomainError {
  return new DomainError('ResourceLocked', `Another workflow run of order "${orderId}" is under way.`, { retryAfterSeconds: 1 })
}

/** A status that an order, or one of its return forms, is about to enter. */
export type StatusEntry = { status: string | null; returnId: string | null }

/**
 * The run that must reach its response before an order enters a status; null when there is none.
 * Otherwise the steps of that run would find the order in a status that they are not for, and no
 * serial order of the two has that result (workflow.md#status-serialisation). Runs of the same
 * status tolerate each other, and so do return forms. Steps that run after the response block no
 * other run.
 */
export function runAhead(underWay: readonly StoredRun[], { status, returnId }: StatusEntry): WorkflowRun | null {
  const other = underWay.find(({ run }) => {
    if (!precedesResponse(run)) return false
    if (run.returnId !== returnId) return run.returnId === null || returnId === null
    return run.status !== status
  })
  return other?.run ?? null
}

/** Whether steps of a run are left that come before its response; one that waits has none. */
function precedesResponse(run: WorkflowRun): boolean {
  return run.state === 'Running' && findNextStep(run)?.runAfterOrderIsSaved !== true
}

/** Whether one of the runs has an open external call. */
export function hasOpenCall(underWay: readonly StoredRun[]): boolean {
  return underWay.some(({ open }) => open !== null)
}

/** Raises `ResourceLocked` while a step of a run for the return form has an open external call. */
export function refuseOpenReturnCall(underWay: readonly StoredRun[], returnId: string): void {
  if (hasOpenCall(underWay.filter(({ run }) => run.returnId === returnId))) throw returnCallUnderWay(returnId)
}
