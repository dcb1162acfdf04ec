import { setTimeout as sleep } from 'node:timers/promises'
import { jittered } from '@open-oms/service-kit/waiting/pause'

/** Time as those who carry runs out spend it. */
export type RunTimers = {
  /** Milliseconds since some moment before. */
  elapsed(): number
  /** Resolves after so many milliseconds, or when the signal is aborted. */
  pause(ms: number, signal?: AbortSignal): Promise<void>
  /** Does something again and again, until the returned function is called. */
  every(ms: number, action: () => void): () => void
  /** A pause of about so many milliseconds, so that several processes do not move in step. */
  jittered(ms: number): number
}

export const machineTimers: RunTimers = {
  elapsed: () => performance.now(),
  pause: (ms, signal) => sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined),
  every: (ms, action) => {
    const timer = setInterval(action, ms)
    return () => clearInterval(timer)
  },
  jittered,
}
