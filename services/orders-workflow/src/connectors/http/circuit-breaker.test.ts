import t from 'tap'
import { createCircuitBreaker } from './circuit-breaker.ts'

function breakerAt(start: number) {
  const clock = { now: start }
  return { clock, breaker: createCircuitBreaker({ failuresMax: 3, openMs: 1_000, now: () => clock.now }) }
}

t.test('it opens after so many failures in a row, for its key alone', async (t) => {
  const { breaker } = breakerAt(0)
  for (let i = 0; i < 2; i++) breaker.failed('a')
  t.ok(breaker.mayCall('a'))
  breaker.failed('a')
  t.notOk(breaker.mayCall('a'))
  t.ok(breaker.mayCall('b'))
})

t.test('an answer in between starts the count anew', async (t) => {
  const { breaker } = breakerAt(0)
  for (let i = 0; i < 10; i++) {
    breaker.failed('a')
    breaker.failed('a')
    breaker.answered('a')
  }
  t.ok(breaker.mayCall('a'))
})

t.test('after its time one caller tries; failing closes the door again, an answer opens it', async (t) => {
  const { breaker, clock } = breakerAt(0)
  for (let i = 0; i < 3; i++) breaker.failed('a')
  clock.now = 1_000
  t.same([breaker.mayCall('a'), breaker.mayCall('a')], [true, false])
  breaker.failed('a')
  clock.now = 1_999
  t.notOk(breaker.mayCall('a'))
  clock.now = 2_000
  t.ok(breaker.mayCall('a'))
  breaker.answered('a')
  t.same([breaker.mayCall('a'), breaker.mayCall('a')], [true, true])
})

t.test('a caller that is never heard of again does not block the key for ever', async (t) => {
  const { breaker, clock } = breakerAt(0)
  for (let i = 0; i < 3; i++) breaker.failed('a')
  clock.now = 1_000
  t.ok(breaker.mayCall('a'))
  clock.now = 2_000
  t.ok(breaker.mayCall('a'))
})

t.test('room asks without taking: none while it is open, one afterwards, all once there is an answer', async (t) => {
  const { breaker, clock } = breakerAt(0)
  t.equal(breaker.room('a', 4), 4)
  for (let i = 0; i < 3; i++) breaker.failed('a')
  t.equal(breaker.room('a', 4), 0)
  clock.now = 1_000
  t.same([breaker.room('a', 4), breaker.room('a', 4), breaker.room('a', 0)], [1, 1, 0])
  t.ok(breaker.mayCall('a'))
  t.equal(breaker.room('a', 4), 0)
  breaker.answered('a')
  t.equal(breaker.room('a', 4), 4)
})
