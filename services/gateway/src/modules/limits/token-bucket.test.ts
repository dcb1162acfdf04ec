import fc from 'fast-check'
import t from 'tap'
import { type BucketPolicy, fullBucket, isFull, takeToken } from './token-bucket.ts'

const standard: BucketPolicy = { capacity: 12_000, refill: 1_000, periodMs: 10_000 }

function takeMany(count: number, state: { tokens: number; since: number }, now: number) {
  let allowed = 0
  for (let i = 0; i < count; i++) if (takeToken(state, standard, now).isAllowed) allowed += 1
  return allowed
}

t.test('given a full bucket, when its whole capacity is taken, then the next request is refused', async (t) => {
  const state = fullBucket(standard, 0)
  t.equal(takeMany(12_000, state, 0), 12_000)
  t.strictSame(takeToken(state, standard, 5), { isAllowed: false, limit: 12_000, remaining: 0, refillInMs: 9_995 })
})

t.test('given a cost of 0, when a bucket is asked, then it says whether a token is left and keeps it', async (t) => {
  const state = fullBucket(standard, 0)
  takeMany(11_999, state, 0)
  t.match(takeToken(state, standard, 0, 0), { isAllowed: true, remaining: 1 })
  t.match(takeToken(state, standard, 0), { isAllowed: true, remaining: 0 })
  t.match(takeToken(state, standard, 0, 0), { isAllowed: false, remaining: 0 })
})

t.test('given an empty bucket, when ten seconds have passed, then a thousand tokens are added and not before', async (t) => {
  const state = fullBucket(standard, 0)
  takeMany(12_000, state, 0)
  t.equal(takeMany(10, state, 9_999), 0)
  t.equal(takeMany(2_000, state, 10_000), 1_000)
  t.equal(takeMany(5_000, state, 35_000), 2_000, 'two periods have passed since, the third is under way')
  t.equal(takeToken(state, standard, 35_000).refillInMs, 5_000)
})

t.test('given a bucket, when a long time passes, then it never holds more than its capacity', async (t) => {
  const state = fullBucket(standard, 0)
  takeMany(1, state, 0)
  t.equal(takeToken(state, standard, 10_000_000).remaining, 11_999)
})

t.test('given a full bucket, when the first request comes, then its period begins', async (t) => {
  const state = fullBucket(standard, 0)
  t.equal(takeMany(12_000, state, 9_999), 12_000)
  t.equal(takeMany(1, state, 10_001), 0, 'the refill comes ten seconds after the first request')
  t.equal(takeMany(1_000, state, 19_999), 1_000)
})

t.test('given a bucket, when it is full again, then it may be dropped', async (t) => {
  const state = fullBucket(standard, 0)
  takeMany(1_500, state, 0)
  t.notOk(isFull(state, standard, 19_999))
  t.ok(isFull(state, standard, 20_000))
})

t.test('given any policy and waits, when tokens are taken, then no more than capacity and refills are allowed', async (t) => {
  const policies = fc.record({
    capacity: fc.integer({ min: 1, max: 50 }),
    refill: fc.integer({ min: 1, max: 50 }),
    periodMs: fc.integer({ min: 1, max: 1_000 }),
  })
  fc.assert(
    fc.property(policies, fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 300 }), (policy, waits) => {
      const state = fullBucket(policy, 0)
      let now = 0
      let allowed = 0
      for (const wait of waits) {
        now += wait
        const decision = takeToken(state, policy, now)
        if (decision.isAllowed) allowed += 1
        if (decision.remaining < 0 || decision.remaining > policy.capacity) return false
        if (decision.refillInMs <= 0 || decision.refillInMs > policy.periodMs) return false
      }
      return allowed <= policy.capacity + Math.floor(now / policy.periodMs) * policy.refill
    }),
  )
  t.pass('held for every run')
})
