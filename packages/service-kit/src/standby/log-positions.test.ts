import t from 'tap'
import { follows } from './log-positions.ts'

const primary = { position: 100, timeline: 2, system: '7', database: 'orders_workflow' }

t.test('given a server of the same cluster and history that replays, then it follows, however far it is', async (t) => {
  t.equal(follows({ ...primary, isStandby: true, position: 1 }, primary), true)
})

t.test(
  'given a promoted server, another database or cluster, or one of the time before a promotion, then it does not follow',
  async (t) => {
    t.equal(follows({ ...primary, isStandby: false }, primary), false)
    t.equal(follows({ ...primary, isStandby: true, system: '8' }, primary), false)
    t.equal(follows({ ...primary, isStandby: true, database: 'catalog_assets' }, primary), false)
    t.equal(follows({ ...primary, isStandby: true, timeline: 1, position: 200 }, primary), false)
  },
)
