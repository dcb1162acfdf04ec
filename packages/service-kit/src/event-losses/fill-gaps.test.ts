import { type EventGap, LOSS_EVENTS_MAX } from '@open-oms/contracts/event-losses'
import pino from 'pino'
import t, { type Test } from 'tap'
import { parkEvent } from '../events/parked-events.ts'
import { counting, grown } from '../testing/counting-consumer.ts'
import { testDatabase } from '../testing/test-database.ts'
import { type AskedGaps, fillGaps } from './fill-gaps.ts'

/**
 * A consumer that waits behind two gaps of which one request has room for the first only, with a
 * publisher that may fail.
 */
async function setUp(t: Test) {
  const database = await testDatabase(t)
  for (const event of [grown('long', LOSS_EVENTS_MAX + 1), grown('short', 3)])
    await parkEvent(database, 'counting', { event, envelope: JSON.stringify(event) })
  const requests: string[][] = []
  const publisher = {
    isAway: false,
    published: async () => ({ aggregates: [], isLast: true }),
    repeat: async ({ gaps }: { gaps: readonly EventGap[] }) => {
      requests.push(gaps.map(({ subject }) => subject))
      if (publisher.isAway) throw new Error('away')
      return { repeated: gaps.length, onTheirWay: 0, missing: [] }
    },
  }
  const asked: AskedGaps = new Map()
  const handling = { consumer: counting(), database, log: pino({ level: 'silent' }), hasExpired: async () => true }
  const fill = () => fillGaps({ handling, publisher, waitMs: 0 }, asked)
  const longWait = { at: Number.POSITIVE_INFINITY, waitMs: 1 }
  /** From now on what was asked for once is not due again. */
  const wait = () => {
    for (const key of asked.keys()) asked.set(key, longWait)
  }
  return { publisher, requests, fill, wait }
}

t.test('given more gaps than one request may have, then the others are asked for by the next one', async (t) => {
  const { requests, fill, wait } = await setUp(t)
  await fill()
  wait()
  await fill()
  wait()
  await fill()
  t.same(requests, [['long'], ['short']])
})

t.test(
  'given a publisher that is unreachable, then a gap is asked for again, and those asked for before still wait',
  async (t) => {
    const { publisher, requests, fill, wait } = await setUp(t)
    await fill()
    wait()
    publisher.isAway = true
    await t.rejects(fill(), { message: 'away' })
    publisher.isAway = false
    await fill()
    t.same(requests, [['long'], ['short'], ['short']])
  },
)
