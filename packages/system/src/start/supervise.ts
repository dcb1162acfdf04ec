import { setTimeout as delay } from 'node:timers/promises'
import type { ManagedProcess } from '@open-oms/local-servers/managed-process'
import { describeError } from '@open-oms/local-servers/start-error'

const firstDelayMs = 500
const longestDelayMs = 15_000
/** After this time of running, an end counts as the first one again. */
const steadyMs = 60_000

export type SupervisedProcess = {
  readonly name: string
  readonly pid: number
  /** Ends the process the hard way, as a crash would; it is started again. */
  kill(): void
  /** Ends the process in good order; it stays ended until `start`. */
  stop(): Promise<void>
  start(): Promise<void>
}

export type Supervision = {
  name: string
  /** Starts the process and waits until it is ready. */
  start: () => Promise<ManagedProcess>
  restart: boolean
  onEvent: (text: string) => void
}

/**
 * Starts a process and, when it ends unexpectedly, starts it again after a growing delay. The first
 * failure is thrown.
 */
export async function supervise({ name, start, restart, onEvent }: Supervision): Promise<SupervisedProcess> {
  let current = await start()
  let stopping = new AbortController()
  let restarting: Promise<void> = Promise.resolve()
  let delayMs = firstDelayMs

  const revive = async () => {
    while (!stopping.signal.aborted) {
      await delay(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      delayMs = Math.min(delayMs * 2, longestDelayMs)
      try {
        current = await start()
        onEvent(`${name} is ready again`)
        return watch()
      } catch (error) {
        onEvent(`${name} did not start, next try in ${delayMs / 1000} s: ${describeError(error)}`)
      }
    }
  }
  const watch = () => {
    const begun = Date.now()
    void current.exited.then((exit) => {
      if (stopping.signal.aborted) return
      onEvent(`${name} ended (${exit.signal ?? `exit code ${exit.code}`})${restart ? ': starting it again' : ''}`)
      if (Date.now() - begun > steadyMs) delayMs = firstDelayMs
      if (restart) restarting = revive()
    })
  }
  watch()
  return {
    name,
    get pid() {
      return current.pid
    },
    kill: () => current.kill('SIGKILL'),
    stop: async () => {
      stopping.abort()
      await restarting
      await current.stop()
    },
    start: async () => {
      stopping = new AbortController()
      current = await start()
      watch()
    },
  }
}
