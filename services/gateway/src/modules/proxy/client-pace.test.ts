import { mock } from 'node:test'
import t, { type Test } from 'tap'
import { clientPace, GRACE_MS } from './client-pace.ts'

/** A pace whose clock and timers continue by `pass` alone. */
function testPace(t: Test, bytesPerSecondMin: number) {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  let nowMs = 0
  let isTooSlow = false
  const pace = clientPace({ bytesPerSecondMin, now: () => nowMs }, () => {
    isTooSlow = true
  })
  const pass = (ms: number) => {
    nowMs += ms
    mock.timers.tick(ms)
  }
  return { ...pace, pass, isTooSlow: () => isTooSlow }
}

t.test(
  'given a client that takes nothing, when the grace and the time for what it was given are over, then it is too slow',
  async (t) => {
    const pace = testPace(t, 1_000)
    pace.gave(2_000)
    pace.hold()
    pace.pass(GRACE_MS + 1_999)
    t.equal(pace.isTooSlow(), false)
    pace.pass(1)
    t.equal(pace.isTooSlow(), true)
  },
)

t.test('given a client that takes pieces just below the rate, when the grace is used up, then it is too slow', async (t) => {
  const pace = testPace(t, 1_000)
  let pieces = 0
  while (!pace.isTooSlow()) {
    pace.gave(1_000)
    pace.hold()
    pace.pass(1_100)
    pace.release()
    pieces++
  }
  t.equal(pieces, GRACE_MS / 100)
})

t.test('given a client that takes pieces at the rate, when it continues for an hour, then it is not too slow', async (t) => {
  const pace = testPace(t, 1_000)
  for (let second = 0; second < 3_600; second++) {
    pace.gave(1_000)
    pace.hold()
    pace.pass(1_000)
    pace.release()
  }
  t.equal(pace.isTooSlow(), false)
})

t.test('given a service that is slow, when the client waits for it, then the time does not count', async (t) => {
  const pace = testPace(t, 1_000)
  pace.gave(10)
  pace.hold()
  pace.release()
  pace.pass(10 * GRACE_MS)
  pace.gave(10)
  pace.hold()
  pace.pass(GRACE_MS)
  t.equal(pace.isTooSlow(), false)
})

t.test('given no lowest rate, when a client takes nothing, then it is never too slow', async (t) => {
  const pace = testPace(t, 0)
  pace.hold()
  pace.pass(100 * GRACE_MS)
  t.equal(pace.isTooSlow(), false)
})
