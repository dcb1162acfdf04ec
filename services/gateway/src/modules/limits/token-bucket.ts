/**
 * A limit: at most `capacity` requests saved up, `refill` more after every `periodMs`
 * (security.md#rate-limits).
 */
export type BucketPolicy = { capacity: number; refill: number; periodMs: number }

/**
 * A bucket between two requests. `since` is the instant (ms) from which the running period counts.
 */
export type BucketState = { tokens: number; since: number }

export type Decision = {
  isAllowed: boolean
  /** The capacity of the bucket that decided. */
  limit: number
  remaining: number
  /** Milliseconds until the bucket is filled up by one period's refill. */
  refillInMs: number
}

/**
 * Takes one token out of `state` and changes it in place. The refill comes in steps, at the end of
 * each period. A full bucket starts its period with the request that breaks into it, so that a
 * client that was idle cannot use up a whole bucket right before a refill that would have come
 * anyway. With `cost` 0 nothing is taken: the decision says whether a token is left.
 */
// biome-ignore lint/complexity/useMaxParams: a bucket, its policy, the time, and how much is taken of it.
export function takeToken(state: BucketState, policy: BucketPolicy, now: number, cost: 0 | 1 = 1): Decision {
  const periods = Math.floor((now - state.since) / policy.periodMs)
  if (periods > 0) {
    state.tokens = Math.min(policy.capacity, state.tokens + periods * policy.refill)
    state.since += periods * policy.periodMs
  }
  if (state.tokens >= policy.capacity) state.since = now
  const isAllowed = state.tokens >= 1
  if (isAllowed) state.tokens -= cost
  return { isAllowed, limit: policy.capacity, remaining: state.tokens, refillInMs: state.since + policy.periodMs - now }
}

export function fullBucket(policy: BucketPolicy, now: number): BucketState {
  return { tokens: policy.capacity, since: now }
}

/** Whether the bucket has filled up again: forgetting it changes nothing. */
export function isFull(state: BucketState, policy: BucketPolicy, now: number): boolean {
  const periods = Math.floor((now - state.since) / policy.periodMs)
  return state.tokens + periods * policy.refill >= policy.capacity
}
