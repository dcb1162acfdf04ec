import { setTimeout as sleep } from 'node:timers/promises'
import { type RunnerDeps, requestWait } from './runner.ts'
import { RunAhead, readRunsUnderWay } from './runs-ahead.ts'

const POLL_MIN_MS = 50
const POLL_MAX_MS = 1_000

/**
 * Does work that lets an order enter a status, as soon as the runs that are ahead of it have come to their response (4-decisions B.2, F.5). Waits for
 * half of the time that a request may take, then raises `ResourceLocked`: nothing is written. `work` is given what is left of that time.
 */
export async function inTurn<Deps extends RunnerDeps, T>(
  deps: Deps,
  orderId: string,
  work: (deps: Deps) => Promise<T>,
): Promise<T> {
  const began = performance.now()
  const waitedMs = () => performance.now() - began
  for (let left = deps; ; ) {
    try {
      return await work(left)
    } catch (error) {
      if (!(error instanceof RunAhead)) throw error
      deps.log.info({ orderId, runId: error.runId }, 'a request waits for a workflow run of its order')
      do {
        if (waitedMs() > requestWait(deps) / 2) throw error
        await sleep(Math.min(POLL_MAX_MS, Math.max(POLL_MIN_MS, waitedMs() / 4)))
      } while (await isUnderWay(deps, orderId, error.runId))
      left = { ...deps, requestWaitMs: Math.max(requestWait(deps) / 2, requestWait(deps) - waitedMs()) }
    }
  }
}

async function isUnderWay(deps: RunnerDeps, orderId: string, runId: string): Promise<boolean> {
  const { ahead } = await readRunsUnderWay(deps, orderId)
  return ahead.some(({ id }) => id === runId)
}
