import { invariant } from '@open-oms/contracts/errors'
import type { StoredRun } from '../../../runs/run-rows.ts'
import { renewLease } from '../../../runs/run-store.ts'
import { readExhaustedRuns, takeOverRuns } from '../../../runs/run-take-over.ts'
import { wakeRuns } from '../../../runs/run-wake.ts'
import { giveUp } from './give-up.ts'
import { makeCall } from './make-call.ts'
import type { RunOptions, RunPoint } from './run-point.ts'
import type { ResumeCause } from './run-signals.ts'
import { continueRun, runSteps, unlessPurged } from './runner.ts'
import type { RunnerDeps } from './runner-deps.ts'

const INTERVAL_MS = 5_000
const FURTHER_MS = 50
const GIVE_UP_BATCH_SIZE = 20

/**
 * Takes over runs of processes that died, wakes waiting runs whose time has come, and continues
 * them in the background, up to its free capacity: the lease of a queued run would expire again.
 * Returns how many. `onEnd` is called when one ends: another run of its order may have waited for
 * that (workflow.md#durability, workflow.md#waiting-runs).
 */
export async function resumeRuns(deps: RunnerDeps, onEnd: () => void = () => undefined): Promise<number> {
  for (const held of await readExhaustedRuns(deps, GIVE_UP_BATCH_SIZE)) await giveUp(deps, held)
  const takenOver = await continueSome(deps, {
    claim: takeOverRuns,
    resumeCause: ({ wasReleased }) => (wasReleased ? 'released' : 'taken_over'),
    onEnd,
  })
  // Runs that something interrupted go first: they hold up the statuses of their orders.
  const woken = await continueSome(deps, { claim: wakeRuns, resumeCause: () => 'waited', onEnd })
  return takenOver + woken
}

type ClaimOptions<Claimed extends StoredRun> = {
  claim: (deps: RunnerDeps, countMax: number) => Promise<Claimed[]>
  resumeCause: (claimed: Claimed) => ResumeCause
  onEnd: () => void
}

async function continueSome<Claimed extends StoredRun>(
  deps: RunnerDeps,
  { claim, resumeCause, onEnd }: ClaimOptions<Claimed>,
): Promise<number> {
  const capacity = deps.background.capacity()
  if (capacity === 0) return 0
  const held = await claim(deps, capacity)
  for (const item of held) {
    deps.signals?.resumed(item.run, resumeCause(item))
    deps.background.add(() => unlessPurged(deps, item.run, () => resume(deps, item)).finally(onEnd))
  }
  return held.length
}

async function resume(deps: RunnerDeps, { run, open }: StoredRun): Promise<void> {
  // The process that has taken it over in the meantime makes the call.
  if (!(await renewLease(deps, run))) return
  await continueHeldRun(deps, { run, open }, { isBackground: true })
}

/**
 * Continues a run that this process now holds; a call whose outcome is unknown is repeated first,
 * unchanged (workflow.md#durability).
 */
export async function continueHeldRun(deps: RunnerDeps, { run, open }: StoredRun, options: RunOptions): Promise<RunPoint> {
  if (open === null) return continueRun(deps, { run }, options)
  const step = run.steps.find((candidate) => candidate.id === open.stepId)
  invariant(step !== undefined, `run ${run.id} has a step "${open.stepId}"`)
  const { input, started, attempt } = open
  const point = await makeCall(deps, { run, call: { step, input }, started, attempt }, options)
  return runSteps(deps, point, { ...options, ended: point.ended })
}

/**
 * Resumes runs every few seconds, and without a pause while there are more, until the returned
 * function is called.
 */
export function keepResuming(deps: RunnerDeps, intervalMs = INTERVAL_MS): () => void {
  let isStopped = false
  let timer: NodeJS.Timeout
  let dueAt = Number.POSITIVE_INFINITY
  // The end of a run does not postpone what the end of another one has asked for.
  const lookAgain = (delayMs: number) => {
    const at = performance.now() + delayMs
    if (isStopped || at >= dueAt) return
    dueAt = at
    clearTimeout(timer)
    timer = setTimeout(look, delayMs)
  }
  const look = () => {
    dueAt = Number.POSITIVE_INFINITY
    resumeRuns(deps, () => lookAgain(FURTHER_MS)).then(
      (count) => lookAgain(count === 0 ? intervalMs : FURTHER_MS),
      (error: unknown) => {
        deps.log.warn({ err: error }, 'interrupted workflow runs could not be read')
        lookAgain(intervalMs)
      },
    )
  }
  lookAgain(intervalMs)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
