import type { Transaction } from '@oms/service-kit/database/transaction'
import type { SavedOrder } from '../../order/order-version.ts'
import type { Advanced } from './advance.ts'
import { type CarryOn, carryOn, goOnInBackground, type RunnerDeps, type RunPoint, requestWait, unlessPurged } from './runner.ts'

/** Keeps the answer of a request in the transaction that brings it about. */
export type RecordPoint = (tx: Transaction, point: RunPoint) => Promise<void>

/**
 * Carries a run on for a request: until only steps are left that run after the answer, but no longer than a minute. What is not through by
 * then goes on in the background, and the answer tells how far the run has come. `null` in `run.call` of the answer: it is through.
 */
export async function answerInTime(
  deps: RunnerDeps,
  begun: Advanced & { saved: SavedOrder },
  record: RecordPoint,
): Promise<RunPoint> {
  return waitFor(deps, begun, {
    record,
    work: (lastly) => carryOn(deps, begun, { isBackground: false, lastly }),
  })
}

type Waiting = { record: RecordPoint; work: (lastly: NonNullable<CarryOn['lastly']>) => Promise<RunPoint> }

/** As `answerInTime`, for work that begins elsewhere in a run. */
export async function waitFor(deps: RunnerDeps, start: Omit<RunPoint, 'ended'>, { record, work }: Waiting): Promise<RunPoint> {
  const state = { isLate: false, isRecorded: false }
  const lastly: CarryOn['lastly'] = async (tx, point) => {
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
    goOnInBackground(deps, point)
    return point
  }
  state.isLate = true
  deps.background.add(() =>
    unlessPurged(deps, start.run, async () => {
      goOnInBackground(deps, await working)
    }),
  )
  return { ...start, ended: [] }
}
