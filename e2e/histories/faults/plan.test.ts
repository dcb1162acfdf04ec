import t from 'tap'
import { randomFrom } from '../random.ts'
import { planFaults } from './plan.ts'

const planned = (seed: string) => planFaults(randomFrom(seed).fork('faults'), { durationMs: 600_000, pauseMs: 5_000 })

t.test('given a seed, then the faults are the same ones every time, in the order of their times', async (t) => {
  t.same(planned('a'), planned('a'))
  t.not(JSON.stringify(planned('a')), JSON.stringify(planned('b')))
  const faults = planned('a')
  t.ok(faults.length > 80 && faults.length < 160)
  t.same(
    faults.map(({ at }) => at),
    faults.map(({ at }) => at).sort((a, b) => a - b),
  )
  t.equal(new Set(faults.map(({ kind }) => kind)).size, 13)
})
