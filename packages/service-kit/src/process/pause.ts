import { setTimeout as sleep } from 'node:timers/promises'

/** Ends when the signal does, without an error. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal }).catch(() => undefined)
}

/** Between half and the whole of the time, so that several processes do not move in step. */
export function jittered(ms: number): number {
  return ms * (0.5 + Math.random() / 2)
}
