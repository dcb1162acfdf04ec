import { type EventGap, LOSS_EVENTS_MAX, type PublishedAggregate } from '@oms/contracts/event-losses'
import t from 'tap'
import { listDeadLetters } from '../events/dead-letters.ts'
import { claimEvents } from '../events/event-position.ts'
import { parkEvent } from '../events/parked-events.ts'
import { counting, grown } from '../testing/counting-consumer.ts'
import { testDatabase } from '../testing/test-database.ts'
import { withinLimit } from './fill-gaps.ts'
import { reconcile } from './reconcile.ts'

const source = '/orders/counter'
const published = (subject: string, lastSequence: number, streamSequence: number | null) =>
  ({ source, subject, lastSequence, streamSequence, published: '2026-03-01T12:00:00.000Z' }) satisfies PublishedAggregate

/** A publisher that keeps the events from a sequence on. */
function publisher(pages: readonly PublishedAggregate[][], keptFrom = 1) {
  const asked: EventGap[] = []
  return {
    asked,
    published: async ({ after }: { after: { subject: string } }) => {
      const next = pages.findIndex((page) => page.at(-1)?.subject === after.subject) + 1
      return { aggregates: pages[next] ?? [], isLast: next >= pages.length - 1 }
    },
    repeat: async ({ gaps }: { gaps: readonly EventGap[] }) => {
      asked.push(...gaps)
      const missing = gaps.filter(({ first }) => first < keptFrom)
      return { repeated: 0, onTheirWay: 0, missing }
    },
  }
}

t.test('what is published and neither handled nor parked nor given up is asked for, and only that', async (t) => {
  const database = await testDatabase(t)
  const claim = (...events: ReturnType<typeof grown>[]) =>
    database.inTransaction((tx) =>
      claimEvents(
        tx,
        'counting',
        events.map((event) => ({ event, isHandled: true })),
      ),
    )
  await claim(grown('handled', 1), grown('handled', 2), grown('tail', 1), grown('waiting', 1))
  const parked = grown('waiting', 3)
  await parkEvent(database, 'counting', { event: parked, envelope: JSON.stringify(parked) })
  const asking = publisher(
    [
      [published('handled', 2, 4), published('tail', 3, 6)],
      [
        { ...published('waiting', 4, null), published: '2026-03-02T00:00:00.000Z' },
        { ...published('under-way', 2, 11), published: '2026-03-02T00:00:01.000Z' },
      ],
    ],
    3,
  )
  const { days, until } = await reconcile({ consumer: counting(), database, publisher: asking, deliveredUntil: 10 }, new Date(0))
  t.same(asking.asked, [
    { source, subject: 'tail', first: 2, last: 3 },
    { source, subject: 'waiting', first: 2, last: 2 },
    { source, subject: 'waiting', first: 4, last: 4 },
  ])
  t.same(days, [
    { source, day: '2026-03-01', aggregates: 2, repeated: 0, missing: 2, pending: 0 },
    { source, day: '2026-03-02', aggregates: 1, repeated: 1, missing: 1, pending: 1 },
  ])
  t.equal(until.toISOString(), '2026-03-02T00:00:00.999Z', 'what is under way is compared next time')
  t.same(
    (await listDeadLetters(database)).map(({ subject, sequence }) => `${subject}:${sequence}`),
    ['tail:2', 'tail:3', 'waiting:2'],
  )
})

t.test('given more missing events than one request may have, then all of them are asked for', async (t) => {
  const database = await testDatabase(t)
  const aggregates = Array.from({ length: 300 }, (_, index) => published(`a${String(index).padStart(3, '0')}`, 5, index))
  const asking = publisher([aggregates])
  const { days } = await reconcile({ consumer: counting(), database, publisher: asking, deliveredUntil: 1_000 }, new Date(0))
  t.same(new Set(asking.asked.map(({ subject }) => subject)).size, 300)
  t.equal(days[0]?.aggregates, 300)
})

t.test('a request is cut to its limits, and a gap that alone is too large is shortened', async (t) => {
  const gap = (subject: string, last: number) => ({ source, subject, first: 1, last })
  t.same(withinLimit([gap('a', 10 * LOSS_EVENTS_MAX), gap('b', 1)]), [gap('a', LOSS_EVENTS_MAX)])
  t.same(withinLimit([gap('a', 1), gap('b', LOSS_EVENTS_MAX)]), [gap('a', 1), gap('b', LOSS_EVENTS_MAX - 1)])
})
