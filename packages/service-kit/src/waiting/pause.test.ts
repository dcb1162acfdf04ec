import t from 'tap'
import { backoffMs, jittered } from './pause.ts'

t.test('given failures in a row, when the pause is asked for, then it doubles from the first up to the longest', (t) => {
  const pauses = [1, 2, 3, 4, 5, 1_000_000].map((failures) => backoffMs(failures, { first: 100, max: 1_000 }))
  t.same(pauses, [100, 200, 400, 800, 1_000, 1_000])
  t.end()
})

t.test('given a pause, when it is jittered, then chance picks a time between half and all of it', (t) => {
  t.same([jittered(100, 0), jittered(100, 0.5), jittered(100, 1)], [50, 75, 100])
  t.ok(jittered(100) >= 50 && jittered(100) <= 100)
  t.end()
})
