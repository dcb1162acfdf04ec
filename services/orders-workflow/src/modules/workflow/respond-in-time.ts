import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { RunOptions, RunPoint } from './runner/run-point.ts'
import { machineTimers } from './runner/run-timers.ts'
import { continueInBackground, runSteps, unlessPurged } from './runner/runner.ts'
import type { RunnerDeps } from './runner/runner-deps.ts'

export type Response = {
  /** Longest time in milliseconds that the request waits for the run. */
  waitMs: number
  /** Stores the response of the request in the transaction that produces it. */
  record(tx: Transaction, point: RunPoint): Promise<void>
  /** Runs the steps that the response waits for; `runSteps` when absent. */
  work?(options: RunOptions): Promise<RunPoint>
}

/**
 * Runs the steps of a run for a request until only background steps are left, for `waitMs` at most.
 * Returns the point that the run has reached then, with nothing pending; when the time is over, the
 * point that it was given. The rest continues in the background, and the response shows the results
 * so far.
 */
export async function respondInTime(
  deps: RunnerDeps,
  start: Omit<RunPoint, 'ended'>,
  { waitMs, record, work = (options) => runSteps(deps, start, options) }: Response,
): Promise<RunPoint> {
  const state = { isLate: false, isRecorded: false }
  const lastly: RunOptions['lastly'] = async (tx, point) => {
    if (state.isLate) return
    state.isRecorded = true
    await record(tx, point)
  }
  const working = work({ isBackground: false, lastly, waitMs })
  const { timers = machineTimers } = deps
  const ended = new AbortController()
  const late = timers.pause(waitMs, ended.signal).then(() => null)
  const inTime = await Promise.race([working, late]).finally(() => ended.abort())
  const point = inTime ?? (state.isRecorded ? await working : null)
  if (point !== null) {
    continueInBackground(deps, point)
    return point
  }
  state.isLate = true
  deps.background.add(() =>
    unlessPurged(deps, start.run, async () => {
      continueInBackground(deps, await working)
    }),
  )
  return { ...start, ended: [] }
}
