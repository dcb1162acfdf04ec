import type { RunnerDeps } from './runner-deps.ts'

const REQUEST_WAIT_MS = 60_000
const POLL_MIN_MS = 50
const POLL_MAX_MS = 1_000

/** Longest time in milliseconds that a request waits for its run. */
export function requestWait({ requestWaitMs = REQUEST_WAIT_MS }: Pick<RunnerDeps, 'requestWaitMs'>): number {
  return requestWaitMs
}

/**
 * Milliseconds before something is polled again: the longer the wait so far, the longer the pause.
 */
export function pollPause(waitedMs: number): number {
  return Math.min(POLL_MAX_MS, Math.max(POLL_MIN_MS, waitedMs / 4))
}
