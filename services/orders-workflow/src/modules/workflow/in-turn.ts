import { setTimeout as sleep } from 'node:timers/promises'
import { DomainError } from '@oms/contracts/errors'
import type { WorkflowRun } from '../../order/status/workflow-run.ts'
import { type RunnerDeps, requestWait } from './runner.ts'
import { readRunsUnderWay } from './runs/run-queries.ts'
import { precedesResponse } from './runs-under-way.ts'

const POLL_MIN_MS = 50
const POLL_MAX_MS = 1_000

/** What a try came to: it is done, or nothing is written because a run is ahead. */
export type Attempt<T> = { done: T } | { ahead: WorkflowRun }

/**
 * Tries to let an order enter a status, again as soon as the run that was ahead has come to its response (4-decisions B.2, F.5). Waits for half of the
 * time that a request may take, then raises `ResourceLocked`: nothing is written. A try is given what is left of that time.
 */
export async function inTurn<Deps extends RunnerDeps, T>(
  deps: Deps,
  orderId: string,
  attempt: (left: Deps) => Promise<Attempt<T>>,
): Promise<T> {
  const began = performance.now()
  const waitedMs = () => performance.now() - began
  for (let left = deps; ; ) {
    const result = await attempt(left)
    if ('done' in result) return result.done
    const runId = result.ahead.id
    deps.log.info({ orderId, runId }, 'a request waits for a workflow run of its order')
    do {
      if (waitedMs() > requestWait(deps) / 2) throw runIsAhead(orderId)
      await sleep(Math.min(POLL_MAX_MS, Math.max(POLL_MIN_MS, waitedMs() / 4)))
    } while (await isStillAhead(deps, orderId, runId))
    left = { ...deps, requestWaitMs: Math.max(requestWait(deps) / 2, requestWait(deps) - waitedMs()) }
  }
}

async function isStillAhead(deps: RunnerDeps, orderId: string, runId: string): Promise<boolean> {
  const underWay = await readRunsUnderWay(deps, orderId)
  return underWay.some(({ run }) => run.id === runId && precedesResponse(run))
}

/** What a request hears that another run of the order has held up for too long. */
function runIsAhead(orderId: string): DomainError {
  return new DomainError('ResourceLocked', `Another workflow run of order "${orderId}" is under way.`, { retryAfterSeconds: 1 })
}
