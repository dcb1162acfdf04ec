import fc from 'fast-check'
import t from 'tap'
import { retryPauseMs } from './retry-pause.ts'

t.test('when tries fail, then pauses double from 5 seconds to 10 minutes', async (t) => {
  t.same(
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 1_000_000].map((tries) => retryPauseMs(tries, 1)),
    [5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 320_000, 600_000, 600_000, 600_000],
  )
})

t.test('when a pause is drawn, then it is between half and all of it', async (t) => {
  const chance = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), chance, (tries, chance) => {
      const whole = retryPauseMs(tries, 1)
      const pause = retryPauseMs(tries, chance)
      return pause >= whole / 2 && pause <= whole
    }),
  )
  t.pass('it held')
})

t.test('when a message fails for a day, then it is tried over a hundred times, at least every ten minutes', async (t) => {
  let [elapsed, tries] = [0, 0]
  while (elapsed < 24 * 3_600_000) elapsed += retryPauseMs(++tries, 1)
  t.ok(tries > 100 && tries < 200, String(tries))
})
