import t from 'tap'
import { createMemoryBuckets } from './memory-buckets.ts'

const policy = { capacity: 2, refill: 2, periodMs: 1_000 }

t.test('given two keys, when tokens are taken, then each key has its own bucket', async (t) => {
  const buckets = createMemoryBuckets(() => 0)
  t.ok((await buckets.take('a', policy)).isAllowed)
  t.ok((await buckets.take('a', policy)).isAllowed)
  t.notOk((await buckets.take('a', policy)).isAllowed)
  t.ok((await buckets.take('b', policy)).isAllowed)
})

t.test('given a bucket, when its capacity changes, then a new one starts', async (t) => {
  const buckets = createMemoryBuckets(() => 0)
  await buckets.take('a', { ...policy, capacity: 1 })
  t.notOk((await buckets.take('a', { ...policy, capacity: 1 })).isAllowed)
  t.ok((await buckets.take('a', policy)).isAllowed)
})

t.test('given buckets that are full again, when another is used, then they are forgotten', async (t) => {
  let now = 0
  const buckets = createMemoryBuckets(() => now)
  for (let i = 0; i < 1_000; i++) buckets.take(`caller ${i}`, policy)
  now = 61_000
  buckets.take('another', policy)
  t.equal(buckets.size(), 1)
})
