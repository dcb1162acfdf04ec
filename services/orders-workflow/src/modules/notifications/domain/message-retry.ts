const FIRST_PAUSE_MS = 5_000
const PAUSE_MS_MAX = 10 * 60_000

/**
 * How long to wait after the given number of tries: doubling from 5 seconds to 10 minutes.
 * `chance`, from 0 to 1, picks a time between half and all of it, so that messages that failed
 * together are not retried together.
 */
export function retryPauseMs(tries: number, chance: number): number {
  // Bounded before the power, which otherwise grows to infinity.
  const pause = Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** Math.min(tries - 1, 30))
  return Math.round(pause * (0.5 + chance / 2))
}
