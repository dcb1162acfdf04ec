import { type BucketPolicy, type BucketState, type Decision, fullBucket, isFull, takeToken } from './token-bucket.ts'

/**
 * Where the buckets are kept. `key` names the bucket; its policy comes with every call. With `cost`
 * 0 nothing is taken.
 */
export type Buckets = { take(key: string, policy: BucketPolicy, cost?: 0 | 1): Decision | Promise<Decision> }

const SWEEP_EVERY_MS = 60_000

/**
 * Buckets of this process alone, by a clock that never goes back. Full ones are forgotten once a
 * minute, so that the map holds active callers only.
 */
export function createMemoryBuckets(now: () => number = () => performance.now()): Buckets & { size(): number } {
  const buckets = new Map<string, { state: BucketState; policy: BucketPolicy }>()
  let sweptAt = now()

  function sweep(at: number): void {
    sweptAt = at
    for (const [key, { state, policy }] of buckets) if (isFull(state, policy, at)) buckets.delete(key)
  }

  return {
    take(key, policy, cost) {
      const at = now()
      if (at - sweptAt >= SWEEP_EVERY_MS) sweep(at)
      let bucket = buckets.get(key)
      if (bucket === undefined || bucket.policy.capacity !== policy.capacity) {
        bucket = { state: fullBucket(policy, at), policy }
        buckets.set(key, bucket)
      }
      return takeToken(bucket.state, policy, at, cost)
    },
    size: () => buckets.size,
  }
}
