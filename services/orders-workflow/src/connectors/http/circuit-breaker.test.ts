import t from 'tap'
import { createCircuitBreaker } from './circuit-breaker.ts'

function breakerAt(start: number) {
  const clock = { now: start }
  return { clock, breaker: createCircuitBreaker({ failuresMax: 3, openMs: 1_000, now: () => clock.now }) }
}

t.test('when a key fails several times in a row, then its circuit opens, and no other', async (t) => {
  const { breaker } = breakerAt(0)
  for (let i = 0; i < 2; i++) breaker.failed('a')
  t.ok(breaker.mayCall('a'))
  breaker.failed('a')
  t.notOk(breaker.mayCall('a'))
  t.ok(breaker.mayCall('b'))
})

t.test('given failures, when a response arrives, then the count starts again', async (t) => {
  const { breaker } = breakerAt(0)
  for (let i = 0; i < 10; i++) {
    breaker.failed('a')
    breaker.failed('a')
    breaker.responded('a')
  }
  t.ok(breaker.mayCall('a'))
})

t.test(
  'given an open circuit, when its time ends, then one caller tries: a failure keeps it open, a response closes it',
  async (t) => {
    const { breaker, clock } = breakerAt(0)
    for (let i = 0; i < 3; i++) breaker.failed('a')
    clock.now = 1_000
    t.same([breaker.mayCall('a'), breaker.mayCall('a')], [true, false])
    breaker.failed('a')
    clock.now = 1_999
    t.notOk(breaker.mayCall('a'))
    clock.now = 2_000
    t.ok(breaker.mayCall('a'))
    breaker.responded('a')
    t.same([breaker.mayCall('a'), breaker.mayCall('a')], [true, true])
  },
)

t.test('given a trial call that never ends, when its time ends, then another caller may try', async (t) => {
  const { breaker, clock } = breakerAt(0)
  for (let i = 0; i < 3; i++) breaker.failed('a')
  clock.now = 1_000
  t.ok(breaker.mayCall('a'))
  clock.now = 2_000
  t.ok(breaker.mayCall('a'))
})

t.test('when the capacity is read, then it is 0 while open, 1 for the trial, and all after a response', async (t) => {
  const { breaker, clock } = breakerAt(0)
  t.equal(breaker.capacity('a', 4), 4)
  for (let i = 0; i < 3; i++) breaker.failed('a')
  t.equal(breaker.capacity('a', 4), 0)
  clock.now = 1_000
  t.same([breaker.capacity('a', 4), breaker.capacity('a', 4), breaker.capacity('a', 0)], [1, 1, 0])
  t.ok(breaker.mayCall('a'))
  t.equal(breaker.capacity('a', 4), 0)
  breaker.responded('a')
  t.equal(breaker.capacity('a', 4), 4)
})
