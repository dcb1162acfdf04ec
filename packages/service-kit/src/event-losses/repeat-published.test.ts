import { randomUUID } from 'node:crypto'
import { lossReplyPrefix, lossSubjects } from '@open-oms/contracts/event-losses'
import pino from 'pino'
import t from 'tap'
import { grown } from '../testing/counting-consumer.ts'
import { type TestDatabase, testDatabase } from '../testing/test-database.ts'
import { eventually, testEvents } from '../testing/test-events.ts'
import { publisherClient } from './ask-publisher.ts'
import { notePublishedPositions, readPublishedPage } from './published-positions.ts'
import { repeatPublished } from './repeat-published.ts'
import type { SearchProgress } from './search-published.ts'
import { serveLossRequests } from './serve-loss-requests.ts'

const source = '/orders/counter'

/**
 * Published events of some aggregates, an hour ago, with data that PostgreSQL does not take as
 * text.
 */
async function keep(database: TestDatabase, subjects: readonly string[], count: number): Promise<void> {
  await database.query({ text: `insert into kit.known_stream values ('ORDERS', 'made') on conflict do nothing` })
  let streamSequence = 0
  for (const subject of subjects)
    for (let sequence = 1; sequence <= count; sequence++) {
      const event = grown(subject, sequence, { data: { by: 1, text: '\0,"data":\ud800' } })
      await database.query({
        text: `with written as (insert into kit.event (id, event_id, type, envelope) values ($1, $2, $3, $4) returning id)
          insert into kit.event_place (stream, sequence, id, published)
          select 'ORDERS', id, id, clock_timestamp() - interval '1 hour' from written`,
        values: [++streamSequence, event.id, event.type, JSON.stringify(event)],
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
  const [one, two] = await Promise.all([
    repeatPublished(database, { stream: 'ORDERS' }, gaps),
    repeatPublished(database, { stream: 'ORDERS' }, gaps),
  ])
  t.same([one.missing, two.missing], [missing, missing])
  t.same(
    (await waiting(database)).map(({ id }) => id),
    [4, 5, 6],
  )
  t.same(await repeatPublished(database, { stream: 'ORDERS' }, gaps), { repeated: 0, onTheirWay: 3, missing })
  t.same((await repeatPublished(database, { stream: 'CATALOG' }, [gaps[1] as never])).onTheirWay, 1, 'it waits in the outbox')
  await database.query({
    text: `with back as (delete from kit.waiting_event returning id)
      insert into kit.event_place (stream, sequence, id) select 'ORDERS', id + 90, id from back`,
  })
  t.same(
    await repeatPublished(database, { stream: 'ORDERS' }, gaps),
    { repeated: 0, onTheirWay: 3, missing },
    'published a moment ago',
  )
})

t.test('given a gap of more sequences than one statement reads, when it is repeated, then all are found', async (t) => {
  const database = await testDatabase(t)
  await keep(database, ['a'], 3)
  await database.query({ text: 'update kit.event_place set sequence = sequence * 15000' })
  const { repeated } = await repeatPublished(database, { stream: 'ORDERS' }, [{ source, subject: 'a', first: 1, last: 3 }])
  t.equal(repeated, 3)
})

t.test(
  'given a search that takes too long, when the events are asked for again, then it continues, and only its end names missing ones',
  async (t) => {
    const database = await testDatabase(t)
    await keep(database, ['a'], 4)
    await database.query({ text: 'update kit.event_place set sequence = sequence * 15000' })
    const gaps = [{ source, subject: 'a', first: 1, last: 5 }]
    const searched: SearchProgress = new Map()
    const ask = () => repeatPublished(database, { stream: 'ORDERS', searched, searchMs: 0 }, gaps)
    const none = { repeated: 0, onTheirWay: 0, missing: [] }
    t.same(await ask(), { ...none, repeated: 1 }, 'one statement reads 10,000 sequences')
    // What is published meanwhile is searched too.
    await database.query({
      text: `with written as (insert into kit.event (id, event_id, type, envelope) values (5, $1, $2, $3) returning id)
        insert into kit.event_place (stream, sequence, id, published)
        select 'ORDERS', 70000, id, clock_timestamp() - interval '1 hour' from written`,
      values: [randomUUID(), grown('a', 5).type, JSON.stringify(grown('a', 5))],
    })
    const responses = [await ask()]
    while (responses.at(-1)?.missing.length === 0 && responses.length < 20) responses.push(await ask())
    t.equal(
      responses.reduce((sum, { repeated }) => sum + repeated, 0),
      4,
      'the others are found',
    )
    t.same(await repeatPublished(database, { stream: 'ORDERS' }, [{ source, subject: 'a', first: 1, last: 6 }]), {
      repeated: 0,
      onTheirWay: 5,
      missing: [{ source, subject: 'a', first: 6, last: 6 }],
    })
  },
)

t.test(
  'given more events than one statement notes, when their positions are noted, then in pieces, and the next call continues',
  async (t) => {
    const database = await testDatabase(t)
    await database.query({ text: `insert into kit.known_stream values ('ORDERS', 'made')` })
    await database.query({
      text: `with written as (
          insert into kit.event (id, event_id, type, envelope)
          select n, gen_random_uuid(), 'a', '{"source":"/s","subject":"' || n || '","sequence":1,"data":1}'
          from generate_series(1, 56000) n returning id as n
        )
        insert into kit.event_place (stream, sequence, id, published)
        select 'ORDERS', n, n, case when n > 45000 then timestamptz '2026-02-02Z' else timestamptz '2026-02-01Z' + n * interval '30 ms' end
        from written`,
    })
    const rows: number[] = []
    const noted = async () => (await database.query({ text: 'select from kit.published_position' })).length
    const counting: typeof database.query = async (statement) => {
      const result = await database.query(statement)
      if ('name' in statement && statement.name === 'kit-note-published-positions') rows.push(await noted())
      return result as never
    }
    t.equal(await notePublishedPositions({ query: counting }, 2), false)
    t.ok((await noted()) < 45_000)
    // Times have milliseconds: what has one and the same is noted together.
    while (!(await notePublishedPositions({ query: counting }, 2)));
    t.equal(await noted(), 56_000)
    const steps = rows.map((count, index) => count - (rows[index - 1] ?? 0))
    t.same(
      steps.filter((step) => step > 10_000),
      [11_000],
    )
  },
)

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
      underWayMs: 0,
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
    await database.query({ text: `update kit.known_stream set created = 'again'` })
    t.same((await read()).sort(), [
      ['a', 2, null],
      ['b', 2, null],
    ])
    t.same((await readPublishedPage(database, { ...page, typePrefix: 'orders.other.' })).aggregates, [])
    t.same((await readPublishedPage(database, { ...page, underWayMs: 7_200_000 })).aggregates, [])
  },
)

// Found by the simulation (docs/explanation/simulation.md), seed 1218.
t.test(
  'given a stream that gave the place of a lost event to a later one, when positions are noted, then the later one counts',
  async (t) => {
    const database = await testDatabase(t)
    await keep(database, ['a'], 1)
    await notePublishedPositions(database)
    const page = { stream: 'ORDERS', typePrefix: '', underWayMs: 0 }
    const read = async (from: Date) => {
      const after = { published: from.toISOString(), source: '', subject: '' }
      return (await readPublishedPage(database, { ...page, after })).aggregates.map((row) => [
        row.lastSequence,
        row.streamSequence,
      ])
    }
    t.same(await read(new Date(0)), [[1, 1]])
    const later = JSON.stringify(grown('a', 2))
    await database.query({
      text: `with lost as (update kit.event_place set sequence = 2, published = clock_timestamp() - interval '1 second'),
        written as (
          insert into kit.event (id, event_id, type, envelope)
          values (2, gen_random_uuid(), 'orders.counter.grown.v1', $1) returning id
        )
        insert into kit.event_place (stream, sequence, id, published)
        select 'ORDERS', 1, id, clock_timestamp() - interval '1 second' from written`,
      values: [later],
    })
    await notePublishedPositions(database)
    t.same(await read(new Date(0)), [[2, 1]])

    const before = new Date()
    await database.query({ text: 'update kit.event_place set published = clock_timestamp() where sequence = 1' })
    await notePublishedPositions(database)
    t.same(await read(before), [[2, 1]], 'nor is it passed over when it gets its own place again')
  },
)

// Found by the simulation, seed 25856.
t.test('given an event that is put back and published again while it is searched for, then it is not missing', async (t) => {
  const database = await testDatabase(t)
  await keep(database, ['a'], 3)
  const move = {
    'kit-find-published-ends': `with lost as (delete from kit.event_place where id = 2 returning id)
      insert into kit.waiting_event (id, is_repeated) select id, true from lost`,
    'kit-find-published-events': `with sent as (delete from kit.waiting_event where id = 2 returning id)
      insert into kit.event_place (stream, sequence, id) select 'ORDERS', 4, id from sent`,
  }
  const query: typeof database.query = async (statement) => {
    const rows = await database.query(statement)
    const text = 'name' in statement ? move[statement.name as keyof typeof move] : undefined
    if (text !== undefined) await database.query({ text })
    return rows as never
  }
  const gaps = [{ source, subject: 'a', first: 2, last: 2 }]
  t.same(await repeatPublished({ query }, { stream: 'ORDERS' }, gaps), { repeated: 0, onTheirWay: 1, missing: [] })
})

t.test('given a publisher of events, when a request is invalid or there are too many, then it refuses', async (t) => {
  const [database, { nats }] = await Promise.all([testDatabase(t), testEvents(t)])
  const stop = serveLossRequests({ streams: ['ORDERS'], database, nats, log: pino({ level: 'silent' }) })
  t.teardown(stop)
  const publisher = publisherClient('ORDERS', nats, { user: 'test' })
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
