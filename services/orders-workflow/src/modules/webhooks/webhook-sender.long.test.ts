import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { type TestDatabase, testDatabase } from '@open-oms/service-kit/testing/test-database'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import t, { type Test } from 'tap'
import type { WaitingSender } from '../../connectors/sending/send-waiting.ts'
import { type Reply, respond, testReceiver } from '../../testing/webhooks/test-receiver.ts'
import { added, aSubscription, configured, deliveryRows, expireLanes, orderEvent } from '../../testing/webhooks/test-webhooks.ts'
import { startWebhookSender, type WebhookSenderDeps } from './webhook-sender.ts'

type Surroundings = { database: TestDatabase; url: string }

function startSender(t: Test, { database, url }: Surroundings, deps: Partial<WebhookSenderDeps> = {}): WaitingSender {
  const sender = startWebhookSender({
    query: database.query,
    inTransaction: database.inTransaction,
    log: createLogger({ service: 'test', level: 'silent' }),
    subscribers: configured([aSubscription({ url })]).look,
    pollMs: 20,
    pauseMs: () => 20,
    restMs: 100,
    ...deps,
  })
  t.teardown(() => sender.stop())
  return sender
}

async function surroundings(t: Test, reply: Reply = respond(204)) {
  const receiver = await testReceiver(t, reply)
  return { database: await testDatabase(t, 'orders-workflow'), receiver, url: receiver.url }
}

const states = async (database: TestDatabase) => (await deliveryRows(database)).map(({ state }) => state)
const allDelivered = (database: TestDatabase) =>
  eventually(async () => (await states(database)).every((state) => state === 'Delivered'), 'every event is delivered')
const taken = (calls: readonly { text: string }[]) => calls.map(({ text }) => JSON.parse(text))
const buildEvents = (orders: number, each: number) =>
  Array.from({ length: orders * each }, (_, index) => orderEvent(`o${index % orders}`, Math.floor(index / orders) + 1))

t.test('when events are committed, then they are sent soon, those of an order in sequence', async (t) => {
  const test = await surroundings(t, (response) => void setTimeout(() => response.writeHead(204).end(), Math.random() * 10))
  startSender(t, test, { pollMs: 60_000 })
  const events = buildEvents(6, 8)
  await added(test.database, events)
  await allDelivered(test.database)
  t.equal(test.receiver.calls.length, events.length)
  for (let order = 0; order < 6; order++) {
    const sequences = taken(test.receiver.calls).filter(({ subject }) => subject === `o${order}`)
    t.same(
      sequences.map(({ sequence }) => sequence),
      [1, 2, 3, 4, 5, 6, 7, 8],
    )
  }
  t.same(await test.database.query({ text: 'select * from webhook_lane' }), [])
})

t.test('when a receiver refuses, then the log says so without its text', async (t) => {
  const lines: string[] = []
  const log = createLogger({ service: 'test', level: 'info' }, { write: (line: string) => void lines.push(line) })
  const test = await surroundings(t, (response) => response.writeHead(422).end('no such customer: Kari Nordmann'))
  startSender(t, test, { log })
  await added(test.database, buildEvents(1, 1))
  await eventually(async () => lines.length > 0, 'it is logged')
  t.match(JSON.parse(lines[0] as string), { subscription: 'erp', responded: 422, msg: /tried again/ })
  t.notMatch(lines.join(), /Kari/)
  t.match(await deliveryRows(test.database), [{ failure_reason: /Kari/ }])
})

t.test('when an event fails, then only later events of its order wait, and it is sent again with the same id', async (t) => {
  let isBroken = true
  const test = await surroundings(t, (response, { text }) => {
    const { subject, sequence } = JSON.parse(text)
    response.writeHead(isBroken && subject === 'o0' && sequence === 1 ? 422 : 204).end()
  })
  startSender(t, test)
  await added(test.database, buildEvents(2, 3))
  await eventually(
    async () => (await deliveryRows(test.database)).some(({ attempts }) => attempts > 2),
    'one is tried several times',
  )
  const rows = await deliveryRows(test.database)
  t.same(
    rows.map(({ subject, state }) => `${subject} ${state}`),
    ['o0 Waiting', 'o1 Delivered', 'o0 Waiting', 'o1 Delivered', 'o0 Waiting', 'o1 Delivered'],
  )
  t.match(rows[0], { last_status: 422, failure_reason: /422/ })
  isBroken = false
  await allDelivered(test.database)
  const ofBroken = taken(test.receiver.calls).filter(({ subject }) => subject === 'o0')
  t.equal(new Set(ofBroken.map(({ id }) => id)).size, 3)
  t.same(
    ofBroken.slice(-3).map(({ sequence }) => sequence),
    [1, 2, 3],
  )
})

t.test('when a receiver sends Retry-After, then the next try waits for it', async (t) => {
  const test = await surroundings(
    t,
    (response, _call, index) =>
      void (index === 0 ? response.writeHead(429, { 'retry-after': '2' }).end() : response.writeHead(204).end()),
  )
  startSender(t, test)
  await added(test.database, [orderEvent('o', 1)])
  await allDelivered(test.database)
  const [first, second] = test.receiver.calls
  t.ok((second?.at ?? 0) - (first?.at ?? 0) >= 1_900)
})

t.test('given a delivery that fails for a day, when it is given up, then the next of its order is sent', async (t) => {
  const test = await surroundings(
    t,
    (response, { text }) => void response.writeHead(JSON.parse(text).sequence === 1 ? 500 : 204).end(),
  )
  const ended: string[] = []
  await added(test.database, buildEvents(1, 2))
  await test.database.query({ text: `update webhook_delivery set give_up = now() + interval '1 second'` })
  startSender(t, test, { onEnded: (_id, became) => ended.push(became) })
  await eventually(async () => ended.length === 2, 'both have ended')
  t.same(ended, ['GivenUp', 'Delivered'])
  t.match(await deliveryRows(test.database), [
    { state: 'GivenUp', last_status: 500 },
    { state: 'Delivered', failure_reason: null },
  ])
})

t.test(
  'given a receiver that is down, when deliveries wait, then one try at a time is made, and all are sent once it is back',
  async (t) => {
    const test = await surroundings(t, respond(503))
    const restMs = 400
    startSender(t, test, { restMs })
    await added(test.database, buildEvents(30, 1))
    const began = performance.now()
    await eventually(() => test.receiver.calls.length >= 10, 'it is tried now and then')
    const { length } = test.receiver.calls
    const rests = Math.ceil((performance.now() - began) / restMs)
    t.ok(length <= 4 + 4 + rests, `${length} calls in ${rests} rests`)
    test.receiver.mood.reply = respond(204)
    await allDelivered(test.database)
  },
)

t.test('given a slow receiver, when deliveries are sent, then other subscriptions do not wait', async (t) => {
  const test = await surroundings(t)
  const slow = await testReceiver(t, () => undefined)
  const subscribers = configured([aSubscription({ url: test.url }), aSubscription({ id: 'slow', url: slow.url })]).look
  startSender(t, test, { subscribers, tryMs: 60_000, stopMs: 50 })
  await added(test.database, buildEvents(20, 1), ['slow', 'erp'])
  const ofErp = async () => (await deliveryRows(test.database)).filter(({ subscription_id }) => subscription_id === 'erp')
  await eventually(async () => (await ofErp()).every(({ state }) => state === 'Delivered'), 'the other one has all')
  await eventually(() => slow.calls.length >= 4, 'the slow one is tried')
  t.equal(slow.calls.length, 4)
})

t.test('given an inactive subscription, when it has deliveries, then they are not sent', async (t) => {
  const test = await surroundings(t)
  startSender(t, test, { subscribers: configured([aSubscription({ url: test.url, active: false })]).look })
  await added(test.database, buildEvents(2, 1))
  await sleep(200)
  t.same(test.receiver.calls, [])
  t.same(await states(test.database), ['Waiting', 'Waiting'])
})

t.test('given several senders, when they send, then every event goes once and each order in sequence', async (t) => {
  const test = await surroundings(t)
  for (let senders = 0; senders < 3; senders++) startSender(t, test)
  const events = buildEvents(20, 10)
  for (let from = 0; from < events.length; from += 20) await added(test.database, events.slice(from, from + 20))
  await allDelivered(test.database)
  const calls = taken(test.receiver.calls)
  t.equal(calls.length, events.length)
  for (let order = 0; order < 20; order++) {
    const sequences = calls.filter(({ subject }) => subject === `o${order}`).map(({ sequence }) => sequence)
    t.same(
      sequences,
      sequences.toSorted((a, b) => a - b),
    )
  }
})

const program = fileURLToPath(new URL('../../testing/webhooks/dies-sending-webhooks.ts', import.meta.url))

t.test(
  'given a process killed between delivery and its record, when another continues, then the same id is sent again first',
  async (t) => {
    const test = await surroundings(t)
    const [first, second] = [orderEvent('o', 1), orderEvent('o', 2)]
    await added(test.database, [first, second])
    const dying = fork(program, [test.database.url, test.url], { execArgv: ['--conditions=development'] })
    t.same(await once(dying, 'exit'), [null, 'SIGKILL'])
    t.same(await states(test.database), ['Waiting', 'Waiting'])
    startSender(t, test)
    await sleep(300)
    t.equal(test.receiver.calls.length, 1, 'the lease of the dead one holds')
    await expireLanes(test.database)
    await allDelivered(test.database)
    t.same(
      taken(test.receiver.calls).map(({ id }) => id),
      [first.id, first.id, second.id],
    )
  },
)

t.test('given a sender that was paused beyond its lease, when it continues, then it records nothing', async (t) => {
  const test = await surroundings(t)
  let release: (() => void) | undefined
  test.receiver.mood.reply = (response) => {
    release = () => void response.writeHead(500).end()
  }
  startSender(t, test, { pollMs: 60_000 })
  await added(test.database, [orderEvent('o', 1)])
  await eventually(() => release !== undefined, 'it is under way')
  await expireLanes(test.database)
  test.receiver.mood.reply = respond(204)
  startSender(t, test)
  await allDelivered(test.database)
  release?.()
  await sleep(200)
  t.match(await deliveryRows(test.database), [{ state: 'Delivered', attempts: 1, last_status: 204 }])
})

t.test('when a sender is stopped, then tries under way end', async (t) => {
  const test = await surroundings(t, (response) => void setTimeout(() => response.writeHead(204).end(), 200))
  const sender = startSender(t, test, { stopMs: 240_000 })
  await added(test.database, buildEvents(3, 1))
  await eventually(() => test.receiver.calls.length === 3, 'all are under way')
  await sender.stop()
  t.same(await states(test.database), ['Delivered', 'Delivered', 'Delivered'])
})
