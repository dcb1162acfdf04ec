import { orderDeadLetters } from '@open-oms/contracts/dead-letters/routes'
import t, { type Test } from 'tap'
import {
  applyEffect,
  areAcknowledged,
  effects,
  grown,
  haveEffects,
  publish,
  setUpCounting,
} from '../testing/counting-consumer.ts'
import { type TestDatabase, testDatabase } from '../testing/test-database.ts'
import { eventually } from '../testing/test-events.ts'
import { type TestRequest, testServer } from '../testing/test-server.ts'
import { registerDeadLetters } from './register-dead-letters.ts'

const url = orderDeadLetters.list.url
const malformed = { data: { by: 'many' } }

async function serving(t: Test, database: TestDatabase) {
  const { app, send } = await testServer(t, { database })
  const { inTransaction, query } = database
  registerDeadLetters(app, { inTransaction, query, reading: database }, orderDeadLetters)
  const list = async (queried: Record<string, string> = {}) => (await send({ url, query: queried })).body
  const act = (action: 'Replay' | 'Drop', id: string, given: Partial<TestRequest> = {}) =>
    send({ method: 'POST', url: `${url}/${id}/${action}`, ...given })
  return { send, list, act }
}

/** A running consumer, its dead letters' routes, and what was published to it. */
async function setUp(t: Test) {
  const setup = await setUpCounting(t)
  return { ...setup, ...(await serving(t, setup.database)) }
}

async function addLetters(t: Test, letters: readonly [consumer: string, eventId: string][]) {
  const database = await testDatabase(t)
  for (const [consumer, eventId] of letters)
    await database.query({
      text: `insert into kit.dead_letter (consumer, event_id, type, source, subject, sequence, envelope, tries, reason)
        values ($1, $2, 'orders.order.created.v1', '/orders/order', $2, 1, '{"id":1}', 8, 'Error: no account')`,
      values: [consumer, eventId],
    })
  return { database, ...(await serving(t, database)) }
}

const eventIds = ({ result }: { result: { eventId: string }[] }) => result.map(({ eventId }) => eventId)

t.test('given dead letters, when they are listed, then oldest first, by consumer, page by page', async (t) => {
  const { list, send } = await addLetters(t, [
    ['mail', 'a'],
    ['stock', 'b'],
    ['mail', 'c'],
    ['mail', 'd'],
  ])
  const whole = await list()
  t.same([eventIds(whole), whole.next], [['a', 'b', 'c', 'd'], null])
  t.same(whole.consumers, [
    { consumer: 'mail', deadLetters: 3, waiting: 0 },
    { consumer: 'stock', deadLetters: 1, waiting: 0 },
  ])
  const first = await list({ consumer: 'mail', take: '2' })
  t.same(eventIds(first), ['a', 'c'])
  const last = await list({ consumer: 'mail', take: '2', after: first.next })
  t.same([eventIds(last), last.next], [['d'], null])
  for (const query of [{ after: 'page 2' }, { take: '0' }, { take: '251' }])
    t.equal((await send({ url, query })).status, 400, JSON.stringify(query))
})

t.test('given a dead letter, when it is read, then its event is there, as it came', async (t) => {
  const { send, list } = await addLetters(t, [['mail', 'a']])
  const [letter] = (await list()).result
  t.match(letter, { eventId: 'a', type: 'orders.order.created.v1', sequence: 1, tries: 8, reason: 'Error: no account' })
  t.notOk('event' in letter, 'a list has no events')
  t.same((await send({ url: `${url}/${letter.id}` })).body, { ...letter, event: '{"id":1}' })
  for (const id of ['4711', '0', 'a', '99999999999999999999']) t.equal((await send({ url: `${url}/${id}` })).status, 404, id)
})

t.test('given a dead letter whose cause is fixed, when five people replay it together, then it has one effect', async (t) => {
  const { database, events, start, list, act } = await setUp(t)
  let isRepaired = false
  await publish(events, grown('a', 1), grown('a', 2))
  start(async (tx, event) => {
    if (!isRepaired && event.sequence === 1) throw new TypeError('cannot be done')
    await applyEffect(tx, event)
  })
  const page = await eventually(async () => {
    const found = await list()
    return found.result.length > 0 && found.consumers[0].waiting === 1 && found
  }, 'there is a dead letter, and an event behind it')
  t.same(page.consumers, [{ consumer: 'counting', deadLetters: 1, waiting: 1 }])
  isRepaired = true
  const responses = await Promise.all([1, 2, 3, 4, 5].map(() => act('Replay', page.result[0].id)))
  t.same(responses.map(({ status }) => status).sort(), [200, 404, 404, 404, 404])
  t.match(responses.find(({ status }) => status === 200)?.body, { subject: 'a', reason: 'TypeError: cannot be done' })
  await haveEffects(database, ['a:1', 'a:2'])
  t.same(await effects(database), ['a:1', 'a:2'])
  t.same(await list(), { consumers: [], result: [], next: null })
})

t.test('given a replay with a key, when it is repeated, then the response is the same and nothing else happens', async (t) => {
  const { database, act } = await addLetters(t, [
    ['mail', 'a'],
    ['mail', 'b'],
  ])
  const keyed = { headers: { 'idempotency-key': 'replay-1' } }
  const first = await act('Replay', '1', keyed)
  t.equal(first.status, 200)
  t.same((await act('Replay', '1', keyed)).body, first.body)
  t.same(await database.query({ text: 'select event_id from kit.parked_event' }), [{ event_id: 'a' }])
})

t.test('given a dead letter, when it is dropped, then those behind it are handled and it is not', async (t) => {
  const { database, events, start, list, act } = await setUp(t)
  await publish(events, grown('a', 1, malformed), grown('a', 2))
  await areAcknowledged(start())
  const [{ id }] = (await list()).result
  t.match((await act('Drop', id)).body, { id, tries: 1, reason: /breaks the contract at \/by/ })
  await haveEffects(database, ['a:2'])
  t.same(await effects(database), ['a:2'])
  t.equal((await act('Drop', id)).status, 404)
  t.equal((await act('Replay', id)).status, 404)
})

t.test('given a replayed event that fails again, when its old number is dropped, then the new dead letter stays', async (t) => {
  const { events, start, list, act } = await setUp(t)
  await publish(events, grown('a', 1, malformed))
  await areAcknowledged(start())
  const [{ id }] = (await list()).result
  t.equal((await act('Replay', id)).status, 200)
  const [again] = await eventually(async () => {
    const { result } = await list()
    return result.length > 0 && result
  }, 'it fails again')
  t.not(again.id, id)
  t.equal((await act('Drop', id)).status, 404)
  t.same(eventIds(await list()), [again.eventId])
})

t.test('given an event that is no JSON, when its dead letter is read, then what is unknown is null', async (t) => {
  const { events, start, send, list } = await setUp(t)
  await publish(events, 'no json')
  await areAcknowledged(start())
  const [{ id }] = (await list()).result
  t.match((await send({ url: `${url}/${id}` })).body, {
    type: null,
    source: null,
    subject: null,
    sequence: null,
    event: 'no json',
  })
})

t.test('given a reader, or a client of some stores, when it asks for dead letters, then it is refused', async (t) => {
  const { database, send, act } = await addLetters(t, [['mail', 'a']])
  for (const as of [{ roles: ['OrderRead'] }, { storeIds: ['Oslo-01'] }]) {
    const statuses = [
      (await send({ url, as })).status,
      (await send({ url: `${url}/1`, as })).status,
      (await act('Replay', '1', { as })).status,
      (await act('Drop', '1', { as })).status,
    ]
    t.same(statuses, [403, 403, 403, 403], JSON.stringify(as))
  }
  t.same(await database.query({ text: 'select id from kit.dead_letter' }), [{ id: 1 }])
})
