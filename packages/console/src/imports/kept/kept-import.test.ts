import t from 'tap'
import { BATCHES_VERSION, KEPT_DAYS, KEPT_MAX, outdated, resumeObstacle } from './kept-import.ts'

const now = Date.parse('2026-11-26T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now - hours * 60 * 60 * 1_000).toISOString()

t.test('given a stopped import, when its keys may have expired, then it cannot go on', async (t) => {
  t.equal(resumeObstacle({ begun: hoursAgo(46.9), batches: BATCHES_VERSION }, now), null)
  t.equal(resumeObstacle({ begun: hoursAgo(47.1), batches: BATCHES_VERSION }, now), 'tooLate')
})

t.test('given a stopped import, when its batches would be other rows by now, then it cannot go on', async (t) => {
  t.equal(resumeObstacle({ begun: hoursAgo(1), batches: BATCHES_VERSION - 1 }, now), 'otherBatches')
})

t.test(
  'given many imports, when a person opens the page, then old ones of anybody are forgotten, and their own over the maximum',
  async (t) => {
    const kept = (id: number, changes: object = {}) => ({
      id,
      userName: 'kari',
      begun: hoursAgo(id),
      ended: hoursAgo(id),
      ...changes,
    })
    const forgotten = (imports: ReturnType<typeof kept>[]) => outdated(imports, { userName: 'kari', now }).map(({ id }) => id)
    const own = Array.from({ length: KEPT_MAX }, (_, id) => kept(id))
    t.same(forgotten(own), [])
    t.same(forgotten([...own, kept(50), kept(51)]), [50, 51])
    t.same(forgotten([...own, kept(50, { userName: 'ola' })]), [], 'those of another person count for the other')
    t.same(forgotten([kept(0, { ended: null }), ...own, kept(50, { ended: null })]), [], 'one with rows left stays')
    const tooOld = hoursAgo(KEPT_DAYS * 24 + 1)
    t.same(forgotten([kept(1), kept(2, { begun: tooOld, userName: 'ola' }), kept(3, { begun: tooOld, ended: null })]), [2, 3])
  },
)
