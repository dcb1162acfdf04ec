import t from 'tap'
import { BATCHES_VERSION, obstacleOf } from './kept-import.ts'

const now = Date.parse('2026-11-26T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now - hours * 60 * 60 * 1_000).toISOString()

t.test('given a stopped import, when its keys may have expired, then it cannot go on', async (t) => {
  t.equal(obstacleOf({ begun: hoursAgo(46.9), batches: BATCHES_VERSION }, now), null)
  t.equal(obstacleOf({ begun: hoursAgo(47.1), batches: BATCHES_VERSION }, now), 'tooLate')
})

t.test('given a stopped import, when its batches would be other rows by now, then it cannot go on', async (t) => {
  t.equal(obstacleOf({ begun: hoursAgo(1), batches: BATCHES_VERSION - 1 }, now), 'otherBatches')
})
