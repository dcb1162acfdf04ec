import { fork } from 'node:child_process'
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import { keepResuming, resumeRuns } from '../../modules/workflow/runner/resume.ts'
import { LEASE_SECONDS } from '../../runs/run-statements.ts'
import type { OrdersTest } from '../test-orders.ts'

/** Expires the leases of dead processes. */
function expireLeases({ database }: OrdersTest): Promise<unknown> {
  return database.query({ text: `update workflow_run set lease_until = now() - interval '1 second' where state = 'Running'` })
}

/** Resumes every run whose process has died, and waits for its end. Returns how many there were. */
export async function resumeAll(test: OrdersTest): Promise<number> {
  await expireLeases(test)
  const count = await resumeRuns(test.deps)
  await test.background.idle()
  return count
}

const stopping = fileURLToPath(new URL('./stops-at-boundaries.ts', import.meta.url))

/**
 * Kills a process in which orders, or returns, enter a status and each has stopped at another
 * boundary, one at each. Returns their ids in the order of the boundaries, and last one whose run
 * had ended.
 */
export async function killedAtBoundaries(
  { url }: OrdersTest['database'],
  ledger: string,
  what: 'order' | 'return',
): Promise<string[]> {
  // A process that is killed keeps nothing of what it has compiled: each would compile everything
  // again.
  flushCompileCache()
  const child = fork(stopping, [url, ledger, what])
  let ids: string[] = []
  child.on('message', (message) => {
    // tap sends messages of its own.
    if (!Array.isArray(message)) return
    ids = message
    child.kill('SIGKILL')
  })
  const [code, signal] = await once(child, 'exit')
  if (signal !== 'SIGKILL') throw new Error(`The process ended with ${code} before its orders reached their boundaries.`)
  return ids
}

export type InterruptedRun = { id: string; point: number }

/**
 * Kills a process at its first boundary, another at its second and so on, two at a time, until one
 * ends because it has no such boundary. `run` returns for what it ran and whether it was killed.
 */
export async function killedAtEach(
  run: (point: number) => Promise<{ id: string; isKilled: boolean }>,
): Promise<InterruptedRun[]> {
  // A process that is killed keeps nothing of what it has compiled: each would compile everything
  // again.
  flushCompileCache()
  const ran: InterruptedRun[] = []
  let next = 0
  let isDone = false
  const work = async () => {
    while (!isDone) {
      const point = next++
      const { id, isKilled } = await run(point)
      ran.push({ id, point })
      if (!isKilled) isDone = true
    }
  }
  await Promise.all([work(), work()])
  return ran
}

/**
 * Resumes runs as the service does after its restart, until none is left, without waiting for
 * leases to expire.
 */
export async function restarted(test: OrdersTest): Promise<void> {
  const running = async () => {
    const text = `select extract(epoch from lease_until - now())::float as seconds from workflow_run where state = 'Running'`
    return await test.database.query<{ seconds: number }>({ text })
  }
  for (const { seconds } of await running())
    if (!(seconds <= LEASE_SECONDS)) throw new Error(`A lease continues for ${seconds} s.`)
  await expireLeases(test)
  const stop = keepResuming(test.deps, 50)
  const underWay = `select 1 from workflow_run where state in ('Running', 'Waiting')`
  await eventually(async () => (await test.database.query({ text: underWay })).length === 0, 'every run is over')
  stop()
  await test.background.idle()
}
