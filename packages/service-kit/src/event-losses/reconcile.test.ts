import { type EventGap, LOSS_EVENTS_MAX, type PublishedAggregate } from '@open-oms/contracts/event-losses'
import t from 'tap'
import { listDeadLetters } from '../dead-letters/dead-letters.ts'
import { claimEvents } from '../events/event-position.ts'
import { parkEvent } from '../events/parked-events.ts'
import { counting, grown } from '../testing/counting-consumer.ts'
import { testDatabase } from '../testing/test-database.ts'
import { withinLimit } from './fill-gaps.ts'
import { addMissingEvents } from './missing-events.ts'
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

t.test('given published events, when they are compared, then only those not handled, parked or dead are asked for', async (t) => {
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

t.test(
  'given an aggregate that is met in its middle and waits, then it is left to the question about its gap, as pending',
  async (t) => {
    const database = await testDatabase(t)
    const parked = grown('old', 7)
    await parkEvent(database, 'counting', { event: parked, envelope: JSON.stringify(parked) })
    const asking = publisher([[published('never-met', 2, 1), published('old', 7, 2)]], 8)
    const reconciling = { consumer: counting(), database, publisher: asking, deliveredUntil: 10 }
    const { days, until } = await reconcile(reconciling, new Date(0))
    t.match(days, [{ aggregates: 1, missing: 2, pending: 1 }])
    t.equal(until.toISOString(), '2026-03-01T11:59:59.999Z', 'it is compared next time')
    const letters = async () => (await listDeadLetters(database)).map(({ subject, sequence }) => `${subject}:${sequence}`)
    t.same(await letters(), ['never-met:1', 'never-met:2'])

    await addMissingEvents(database, 'counting', [{ source, subject: 'old', first: 1, last: 5 }])
    t.match((await reconcile(reconciling, new Date(0))).days, [{ aggregates: 2, missing: 1, pending: 0 }])
    t.equal((await letters()).length, 8, 'once its gap is a dead letter the comparison names the rest')
  },
)

t.test(
  'given an aggregate with more missing events than one comparison asks for, then its rest is left for the next one',
  async (t) => {
    const database = await testDatabase(t)
    const later = { ...published('later', 1, 2), published: '2026-03-02T00:00:00.000Z' }
    const pages = [[published('long', 1_500, 1), later]]
    const compare = async () => {
      const asking = publisher(pages, 10_000)
      const { days, until } = await reconcile(
        { consumer: counting(), database, publisher: asking, deliveredUntil: 10 },
        new Date(0),
      )
      return [days.map(({ missing, pending }) => [missing, pending]), until.toISOString()]
    }
    const first = [
      [
        [1_000, 1],
        [1, 0],
      ],
      '2026-03-01T11:59:59.999Z',
    ]
    t.same(await compare(), first, 'the rest is pending')
    t.same(await compare(), [
      [
        [500, 0],
        [0, 0],
      ],
      '2026-03-01T23:59:59.999Z',
    ])
  },
)

t.test('given more gaps in one aggregate than one request may have, then the rest is pending', async (t) => {
  const database = await testDatabase(t)
  for (let sequence = 2; sequence <= 600; sequence += 2) {
    const event = grown('holes', sequence)
    await parkEvent(database, 'counting', { event, envelope: JSON.stringify(event) })
  }
  await addMissingEvents(database, 'counting', [{ source, subject: 'holes', first: 1, last: 1 }])
  const asking = publisher([[published('holes', 600, 1)]], 10_000)
  const { days } = await reconcile({ consumer: counting(), database, publisher: asking, deliveredUntil: 10 }, new Date(0))
  t.match(days, [{ missing: 200, pending: 1 }])
})

t.test(
  'given aggregates with the longest names, then each of their missing events is a dead letter, with an id no longer than others',
  async (t) => {
    const database = await testDatabase(t)
    const long = { source: 's'.repeat(255), subject: 't'.repeat(255), first: 1, last: 3 }
    await addMissingEvents(database, 'counting', [long, { ...long, source: 's'.repeat(254) }])
    await addMissingEvents(database, 'counting', [long])
    const ids = (await listDeadLetters(database)).map(({ eventId }) => eventId)
    t.equal(new Set(ids).size, 6)
    t.ok(ids.every((id) => id.startsWith('missing:') && id.length <= 255))
  },
)

t.test('given a request for gaps, when it exceeds the limit, then it is cut, and a single large gap is shortened', async (t) => {
  const gap = (subject: string, last: number) => ({ source, subject, first: 1, last })
  t.same(withinLimit([gap('a', 10 * LOSS_EVENTS_MAX), gap('b', 1)]), [gap('a', LOSS_EVENTS_MAX)])
  t.same(withinLimit([gap('a', 1), gap('b', LOSS_EVENTS_MAX)]), [gap('a', 1), gap('b', LOSS_EVENTS_MAX - 1)])
})
