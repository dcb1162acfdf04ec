import type { Transaction } from '@oms/service-kit/database/transaction'
import type { RunOptions, RunPoint } from './runner/run-point.ts'
import { continueInBackground, requestWait, runSteps, unlessPurged } from './runner/runner.ts'
import type { RunnerDeps } from './runner/runner-deps.ts'

export type Response = {
  /** Stores the response of the request in the transaction that produces it. */
  record(tx: Transaction, point: RunPoint): Promise<void>
  /**
   * Runs the steps that the response waits for, and `lastly` in the last transaction; `runSteps`
   * when absent.
   */
  work?(lastly: NonNullable<RunOptions['lastly']>): Promise<RunPoint>
}

/**
 * Runs the steps of a run for a request until only background steps are left, for a minute at most.
 * Returns the point that the run has reached then, with nothing pending; when the time is over, the
 * point that it was given. The rest continues in the background, and the response shows the results
 * so far.
 */
export async function respondInTime(
  deps: RunnerDeps,
  start: Omit<RunPoint, 'ended'>,
  { record, work = (lastly) => runSteps(deps, start, { isBackground: false, lastly }) }: Response,
): Promise<RunPoint> {
  const state = { isLate: false, isRecorded: false }
  const lastly: RunOptions['lastly'] = async (tx, point) => {
    if (state.isLate) return
    state.isRecorded = true
    await record(tx, point)
  }
  const working = work(lastly)
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), requestWait(deps))
  const inTime = await Promise.race([working, late]).finally(() => clearTimeout(timer))
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
