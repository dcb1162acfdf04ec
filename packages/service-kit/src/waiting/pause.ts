import { setTimeout as sleep } from 'node:timers/promises'

/** Ends when the signal does, without an error. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal }).catch(() => undefined)
}

/**
 * Between half and the whole of the time, so that several processes do not move in step; `chance`,
 * from 0 to 1, picks it.
 */
export function jittered(ms: number, chance = Math.random()): number {
  return ms * (0.5 + chance / 2)
}

/**
 * How long to wait after that many failures in a row, from 1: `first` milliseconds, doubled by each
 * further one up to `max`. To be `jittered`.
 */
export function backoffMs(failures: number, { first, max }: { first: number; max: number }): number {
  // Bounded before the power, which otherwise grows to infinity.
  return Math.min(max, first * 2 ** Math.min(failures - 1, 30))
}
