import type { Transaction } from '@oms/service-kit/database/transaction'
import type { RunOptions, RunPoint } from './run-point.ts'
import { continueInBackground, requestWait, runSteps, unlessPurged } from './runner.ts'
import type { RunnerDeps } from './runner-deps.ts'

export type Response = {
  /** Keeps the response of the request in the transaction that brings it about. */
  record(tx: Transaction, point: RunPoint): Promise<void>
  /** Carries the run on as far as the response waits for it, and runs `lastly` in the transaction that does; `runSteps` when absent. */
  work?(lastly: NonNullable<RunOptions['lastly']>): Promise<RunPoint>
}

/**
 * Carries a run on for a request: until only steps are left that run after the response, but no longer than a minute. What is not through by
 * then goes on in the background, and the response tells how far the run has come. Returns the point that the run has come to; `null` in its
 * `call`: it is through.
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
