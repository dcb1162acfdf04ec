/** `away`: the stream of changes was there, or should be, and cannot be reached for a while. */
export type LiveState = 'off' | 'connected' | 'away'

let state: LiveState = 'off'
const listeners = new Set<() => void>()

/**
 * How the page knows of changes; small, because every page needs it, while the stream is loaded
 * later.
 */
export const liveState = {
  get: () => state,
  set(next: LiveState): void {
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  },
  listen(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

let endStream: () => void = () => undefined

/** Calls `end` when the session is over: the stream is for the person who has opened it. */
export function onLiveEnd(end: () => void): void {
  endStream = end
}

/** Ends the stream, where there is one. */
export function endLive(): void {
  endStream()
}
