import { setImmediate } from 'node:timers/promises'

const TURN_MS = 10

/**
 * Makes what long work calls between two of its pieces: after 10 ms it returns a promise that
 * resolves when the event loop has served others, before that undefined.
 */
export function createYielder(): () => Promise<void> | undefined {
  let begun = performance.now()
  return () => {
    if (performance.now() - begun < TURN_MS) return undefined
    return setImmediate().then(() => {
      begun = performance.now()
    })
  }
}
