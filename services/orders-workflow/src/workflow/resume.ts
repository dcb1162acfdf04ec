import { invariant } from '@oms/contracts/errors'
import { type HeldRun, interruptRuns, renewLease, takeOverRuns } from '../persistence/run-repository.ts'
import { carryOn, goOn, makeCall, type RunnerDeps } from './runner.ts'

const INTERVAL_MS = 5_000
const FURTHER_MS = 50

/**
 * Takes over runs of processes that died and carries them on in the background (4-decisions F.10), not more than there is room for:
 * the lease of one that waits would run out again. Answers how many.
 */
export async function resumeRuns(deps: RunnerDeps): Promise<number> {
  for (const runId of await interruptRuns(deps)) deps.log.error({ runId }, 'a workflow run was resumed in vain and is given up')
  const room = deps.background.room()
  if (room === 0) return 0
  const held = await takeOverRuns(deps, room)
  for (const item of held) {
    deps.log.info({ runId: item.run.id, orderId: item.run.orderId }, 'a workflow run is resumed')
    deps.background.add(() => resume(deps, item))
  }
  return held.length
}

async function resume(deps: RunnerDeps, { run, open }: HeldRun): Promise<void> {
  // Whoever has taken it over in the meantime makes the call.
  if (!(await renewLease(deps, run))) return
  const options = { isBackground: true }
  if (open === null) {
    await goOn(deps, run, options)
    return
  }
  const step = run.steps.find((candidate) => candidate.id === open.stepId)
  invariant(step !== undefined, `run ${run.id} has a step "${open.stepId}"`)
  await carryOn(deps, await makeCall(deps, { run, call: { step, input: open.input }, started: open.started }, options), options)
}

/** Resumes runs every few seconds, and without a pause while there are more, until the returned function is called. */
export function keepResuming(deps: RunnerDeps, intervalMs = INTERVAL_MS): () => void {
  let isStopped = false
  let timer: NodeJS.Timeout
  const lookAgain = (delayMs: number) => {
    if (!isStopped) timer = setTimeout(look, delayMs)
  }
  const look = () => {
    resumeRuns(deps).then(
      (count) => lookAgain(count === 0 ? intervalMs : FURTHER_MS),
      (error: unknown) => {
        deps.log.warn({ err: error }, 'interrupted workflow runs could not be looked for')
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
