import { lossReplyPrefix, lossSubjects } from '@oms/contracts/event-losses'
import pino from 'pino'
import t from 'tap'
import { grown } from '../testing/counting-consumer.ts'
import { type TestDatabase, testDatabase } from '../testing/test-database.ts'
import { eventually, testEvents } from '../testing/test-events.ts'
import { publisherOf } from './ask-publisher.ts'
import { notePublishedPositions, readPublishedPage } from './published-positions.ts'
import { repeatPublished } from './repeat-published.ts'
import { serveLossRequests } from './serve-loss-requests.ts'

const source = '/orders/counter'

/** Published events of some aggregates, an hour ago, with data that PostgreSQL does not take as text. */
async function keep(database: TestDatabase, subjects: readonly string[], count: number): Promise<void> {
  await database.query({ text: `insert into kit.known_stream values ('ORDERS', 'made') on conflict do nothing` })
  let place = 0
  for (const subject of subjects)
    for (let sequence = 1; sequence <= count; sequence++) {
      const event = grown(subject, sequence, { data: { by: 1, text: '\0,"data":\ud800' } })
      await database.query({
        text: `insert into kit.published_event (stream, sequence, id, event_id, type, envelope, published)
          values ('ORDERS', $1, $1, $2, $3, $4, clock_timestamp() - interval '1 hour')`,
        values: [++place, event.id, event.type, JSON.stringify(event)],
      })
    }
}

const waiting = (database: TestDatabase) =>
  database.query<{ id: number }>({ text: 'select id from kit.outbox where is_repeated order by id' })

t.test('given kept events, when they are asked for several times, then each is sent once and others are missing', async (t) => {
  const database = await testDatabase(t)
  await keep(database, ['a', 'b'], 5)
  const gaps = [
    { source, subject: 'a', first: 4, last: 6 },
    { source, subject: 'b', first: 1, last: 1 },
    { source: '/x', subject: 'b', first: 1, last: 2 },
  ]
  const missing = [
    { source, subject: 'a', first: 6, last: 6 },
    { source: '/x', subject: 'b', first: 1, last: 2 },
  ]
  const [one, two] = await Promise.all([repeatPublished(database, 'ORDERS', gaps), repeatPublished(database, 'ORDERS', gaps)])
  t.same([one.missing, two.missing], [missing, missing])
  t.same(
    (await waiting(database)).map(({ id }) => id),
    [4, 5, 6],
  )
  t.same(await repeatPublished(database, 'ORDERS', gaps), { repeated: 0, onTheirWay: 3, missing })
  t.same((await repeatPublished(database, 'CATALOG', [gaps[1] as never])).onTheirWay, 1, 'it waits in the outbox')
  await database.query({
    text: `with back as (delete from kit.outbox returning *)
      insert into kit.published_event (stream, sequence, id, event_id, type, envelope) select 'ORDERS', id + 90, id, event_id, type, envelope from back`,
  })
  t.same(await repeatPublished(database, 'ORDERS', gaps), { repeated: 0, onTheirWay: 3, missing }, 'published a moment ago')
})

t.test('given a gap of more sequences than one statement reads, when it is repeated, then all are found', async (t) => {
  const database = await testDatabase(t)
  await keep(database, ['a'], 3)
  await database.query({ text: 'update kit.published_event set sequence = sequence * 15000' })
  const { repeated } = await repeatPublished(database, 'ORDERS', [{ source, subject: 'a', first: 1, last: 3 }])
  t.equal(repeated, 3)
})

t.test(
  'given published events, when positions are noted, then pages have the newest of each, placed in the same stream only',
  async (t) => {
    const database = await testDatabase(t)
    await keep(database, ['a', 'b'], 2)
    await notePublishedPositions(database)
    await notePublishedPositions(database)
    const page = {
      stream: 'ORDERS',
      typePrefix: 'orders.',
      after: { published: new Date(0).toISOString(), source: '', subject: '' },
      settleMs: 0,
    }
    const read = async () =>
      (await readPublishedPage(database, page)).aggregates.map(({ subject, lastSequence, streamSequence }) => [
        subject,
        lastSequence,
        streamSequence,
      ])
    t.same((await read()).sort(), [
      ['a', 2, 2],
      ['b', 2, 4],
    ])
    await database.query({ text: `update kit.known_stream set created = 'anew'` })
    t.same((await read()).sort(), [
      ['a', 2, null],
      ['b', 2, null],
    ])
    t.same((await readPublishedPage(database, { ...page, typePrefix: 'orders.other.' })).aggregates, [])
    t.same((await readPublishedPage(database, { ...page, settleMs: 7_200_000 })).aggregates, [])
  },
)

t.test('given a publisher of events, when a request is invalid or there are too many, then it refuses', async (t) => {
  const [database, { nats }] = await Promise.all([testDatabase(t), testEvents(t)])
  const stop = serveLossRequests({ streams: ['ORDERS'], database, nats, log: pino({ level: 'silent' }) })
  t.teardown(stop)
  const publisher = publisherOf('ORDERS', nats, { user: 'test' })
  const gap = { source, subject: 'a', first: 1, last: 5_001 }
  await t.rejects(publisher.repeat({ gaps: [gap] }), { message: /invalid/ })
  await t.rejects(publisher.published({ after: { published: 'never', source: '', subject: '' }, typePrefix: '' }), {
    message: /invalid/,
  })
  const { connection } = nats
  t.same((await connection.request(lossSubjects('ORDERS').repeat, 'no JSON', { timeout: 60_000 })).json(), { refused: 'invalid' })
  let refused = 0
  connection.subscribe(`${lossReplyPrefix('many')}.>`, {
    callback: (_error, message) => {
      if (message.string().includes('busy')) refused += 1
    },
  })
  const request = JSON.stringify({ gaps: [{ ...gap, last: 1 }] })
  for (let index = 0; index < 50; index++)
    connection.publish(lossSubjects('ORDERS').repeat, request, { reply: `${lossReplyPrefix('many')}.${index}` })
  await eventually(() => refused > 0, 'some are refused')
})
