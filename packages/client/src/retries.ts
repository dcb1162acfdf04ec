import { ApiError, type ConnectionError } from './errors.ts'

/** Why an attempt of a call failed. */
export type Failure = ApiError | ConnectionError

export type RetryOptions = {
  /** How often a call is tried; 5 by default, 1 switches repetitions off. */
  triesMax?: number
  /** The pause before the second try in milliseconds, 200 by default; it doubles with each one. */
  pauseMs?: number
  /**
   * The longest pause in milliseconds, 30,000 by default. What asks for a longer one is raised
   * instead.
   */
  pauseMsMax?: number
  /** Says of a failure that could be repeated whether it is; all are by default. */
  isRepeated?: (failure: Failure) => boolean
}

/** What is known of a call when an attempt of it has failed. */
export type FailedTry = {
  failure: Failure
  /** How often it was tried, this one included. */
  tries: number
  /** Repeating it has no second effect: it reads, or has an idempotency key. */
  isSafe: boolean
}

const passingStatuses: readonly number[] = [429, 502, 503, 504]

/** How many milliseconds to wait before the call is repeated; null when it is not. */
export function pauseBeforeRetry({ failure, tries, isSafe }: FailedTry, options: RetryOptions): number | null {
  const { triesMax = 5, pauseMs = 200, pauseMsMax = 30_000, isRepeated = () => true } = options
  if (tries >= triesMax || !isPassing(failure, isSafe) || !isRepeated(failure)) return null
  const asked = failure instanceof ApiError ? failure.retryAfterMs : null
  if (asked !== null && asked > pauseMsMax) return null
  const longest = Math.min(pauseMsMax, pauseMs * 2 ** (tries - 1))
  // Half of it is random, so that callers that failed together do not come back together.
  const own = longest * (0.5 + Math.random() / 2)
  return asked === null ? own : asked + Math.random() * Math.min(pauseMs, asked)
}

function isPassing(failure: Failure, isSafe: boolean): boolean {
  // A limit refuses a call before it has any effect.
  if (failure instanceof ApiError && failure.status === 429) return true
  if (!isSafe) return false
  if (!(failure instanceof ApiError)) return true
  // A conflict passes only where the response says when: with a lock, or while the first request of
  // a key is under way.
  return passingStatuses.includes(failure.status) || (failure.status === 409 && failure.retryAfterMs !== null)
}
