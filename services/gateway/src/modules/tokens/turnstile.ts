import { Overloaded } from '@open-oms/service-kit/http/error-handler'

/** Runs work when its turn comes. Raises `Unavailable` when too much of it waits. */
export type Turnstile = <T>(work: () => Promise<T>) => Promise<T>

/**
 * scrypt takes a thread of the pool and 16 MiB each; two at a time leave threads for files and name
 * look-ups.
 */
const AT_ONCE_MAX = 2
const WAITING_MAX = 64

/** The one queue of all credential checks of the process, those of clients and of people. */
export function createTurnstile(): Turnstile {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= AT_ONCE_MAX) {
      if (waiting.length >= WAITING_MAX) throw new Overloaded('Too many credential checks are waiting. Try again.', 2)
      await new Promise<void>((start) => waiting.push(start))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
