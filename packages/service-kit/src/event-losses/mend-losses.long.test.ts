import { lossSubjects } from '@open-oms/contracts/event-losses'
import pino from 'pino'
import t, { type Test } from 'tap'
import { countQuarantined, listDeadLetters, replayDeadLetters } from '../dead-letters/dead-letters.ts'
import { dropDeadLetters } from '../dead-letters/drop-dead-letters.ts'
import { startOutboxRelay } from '../events/outbox-relay.ts'
import { growCounter } from '../testing/counter-events.ts'
import {
  areAcknowledged,
  type CountingSetup,
  effects,
  grown,
  haveEffects,
  publish,
  setUpCounting,
} from '../testing/counting-consumer.ts'
import { damageBlock, damageMessage } from '../testing/damage-stream.ts'
import { eventually } from '../testing/test-events.ts'
import { countEventGaps } from './event-gaps.ts'
import { notePublishedPositions } from './published-positions.ts'
import { dueReconciliation, lastReconciliation, requestReconciliation } from './reconciliation-store.ts'
import { serveLossRequests } from './serve-loss-requests.ts'

const log = pino({ level: 'silent' })
const HOURS_MS = 3_600_000

type Setup = CountingSetup & {
  counted: Record<string, number>
  serve(): () => Promise<void>
  /** Publishes what is in the outbox; the relay does not compare, so that it notices no loss. */
  publishAll(): Promise<void>
  grow(count: number, ...subjects: string[]): Promise<void>
  consume(reconcileMs?: number): ReturnType<CountingSetup['start']>
  /** Makes published events old enough not to count as under way. */
  age(): Promise<void>
}

async function setUp(t: Test, compareMs = HOURS_MS): Promise<Setup> {
  // Requests that are under way when NATS is restarted get no response.
  const setup = await setUpCounting(t, 2_000)
  const { database, events } = setup
  const counted: Record<string, number> = {}
  const metrics = {
    count: (name: string, { outcome, reason }: Record<string, string>, by = 1) => {
      const key = `${name.replace(/^oms_events_|_total$/g, '')} ${outcome ?? reason}`
      counted[key] = (counted[key] ?? 0) + by
    },
  }
  const nats = compareMs === HOURS_MS ? { ...events.nats, reconnections: () => 0 } : events.nats
  const relay = startOutboxRelay({ databaseUrl: database.url, nats, log, compareMs, metrics })
  t.teardown(() => relay.stop())
  const serve = () => {
    const stop = serveLossRequests({ streams: ['ORDERS'], database, nats: events.nats, log, metrics, underWayMs: 0 })
    t.teardown(stop)
    return stop
  }
  const publishAll = async () =>
    void (await eventually(
      async () => (await database.query({ text: 'select from kit.outbox limit 1' })).length === 0,
      'the outbox is empty',
    ))
  const grow = async (count: number, ...subjects: string[]) => {
    for (let round = 0; round < count; round++) for (const subject of subjects) await growCounter(database.inTransaction, subject)
  }
  const consume = (reconcileMs = HOURS_MS) =>
    setup.start(undefined, {}, { user: 'test', metrics, gapWaitMs: 100, reconcileMs, recheckMs: 200, timeoutMs: 2_000 })
  const age = async () => {
    await database.query({ text: `update kit.event_place set published = published - interval '1 minute'` })
    await notePublishedPositions(database)
  }
  return { ...setup, counted, serve, publishAll, grow, consume, age }
}

const upTo = (count: number, subject: string) => Array.from({ length: count }, (_, index) => `${subject}:${index + 1}`)
const sorted = async ({ database }: Setup) => (await effects(database)).sort()

async function reconciled({ database }: Setup, from = new Date(0)) {
  await requestReconciliation(database, 'counting', from)
  return await eventually(async () => {
    const last = await lastReconciliation(database, 'counting')
    return last.isDone && last
  }, 'published and handled events are compared')
}

t.test(
  'given a message in the middle of a stream that is damaged on the disk, which the server still counts, then the consumer has it repeated',
  async (t) => {
    const setup = await setUp(t)
    const { events, database, counted } = setup
    await setup.grow(8, 'a', 'b')
    await setup.publishAll()
    await setup.age()
    await events.server.stop()
    await damageMessage(events.server, 'ORDERS', '"subject":"a","time"')
    await events.server.start()
    await eventually(() => events.nats.isConnected(), 'NATS is connected again')
    t.equal((await events.nats.manager.streams.info('ORDERS')).state.messages, 16, 'the server counts it')
    const stop = setup.serve()
    await stop()
    const running = setup.consume()
    await haveEffects(database, upTo(8, 'b'))
    await eventually(async () => (await countEventGaps(database, 'counting')) === 1, 'the consumer waits')
    t.same(counted, {}, 'while the publisher is unreachable')
    await eventually(() => setup.lines.length > 0, 'the consumer says so')
    t.match(JSON.parse(setup.lines[0] ?? ''), {
      consumer: 'counting',
      reason: /503|no responders|NoResponders/i,
      msg: 'the publisher cannot be asked; trying again',
    })
    t.notMatch(setup.lines.join(''), /"stack"/)
    setup.serve()
    await haveEffects(database, [...upTo(8, 'a'), ...upTo(8, 'b')])
    await areAcknowledged(running)
    t.same(await sorted(setup), [...upTo(8, 'a'), ...upTo(8, 'b')].sort())
    t.same(
      (await effects(database)).filter((effect) => effect.startsWith('a')),
      upTo(8, 'a'),
    )
    // Asked for by the gap, or by the comparison at the same time.
    t.equal(counted['republished request'], 1)
    t.same(await countQuarantined(database), {})
    t.equal(await countEventGaps(database, 'counting'), 0)
  },
)

t.test(
  'given a block of a stream that is overwritten with noise, when NATS starts after a crash, then every effect happened once',
  async (t) => {
    const setup = await setUp(t, 200)
    const { events, database } = setup
    await setup.grow(20, 'a', 'b', 'c')
    await setup.publishAll()
    await setup.age()
    await events.server.kill()
    await damageBlock(events.server, 'ORDERS')
    await events.server.start()
    await eventually(() => events.nats.isConnected(), 'NATS is connected again')
    setup.serve()
    setup.consume(500)
    await setup.grow(1, 'a', 'b', 'c')
    const expected = [...upTo(21, 'a'), ...upTo(21, 'b'), ...upTo(21, 'c')]
    await haveEffects(database, expected)
    t.same(await sorted(setup), expected.sort())
    t.same(await countQuarantined(database), {})
  },
)

t.test(
  'given the last event of an aggregate that is lost, when published and handled events are compared, then it is repeated',
  async (t) => {
    const setup = await setUp(t)
    const { events, database, counted } = setup
    await setup.grow(3, 'a', 'b')
    await setup.publishAll()
    await events.nats.manager.streams.deleteMessage('ORDERS', 5)
    setup.serve()
    const running = setup.consume()
    await haveEffects(database, [...upTo(2, 'a'), ...upTo(3, 'b')])
    await areAcknowledged(running)
    await setup.age()
    const { days } = await reconciled(setup)
    t.match(days, [{ source: '/orders/counter', aggregates: 2, missing: 0, pending: 0 }])
    // By this comparison, or by one under way when it was asked for.
    t.ok(counted['reconciled repeated'])
    await haveEffects(database, [...upTo(3, 'a'), ...upTo(3, 'b')])
    t.equal(counted['republished request'], 1)
    await setup.publishAll()
    const again = await reconciled(setup)
    t.equal(
      again.days.reduce((sum, { repeated, missing }) => sum + repeated + missing, 0),
      0,
      'nothing is left',
    )
    t.same(await sorted(setup), [...upTo(3, 'a'), ...upTo(3, 'b')].sort())
  },
)

t.test('given two processes, when the time has come, then published and handled events are compared once', async (t) => {
  const setup = await setUp(t)
  const { database, events } = setup
  await setup.grow(2, 'a')
  await setup.publishAll()
  await setup.age()
  let asked = 0
  events.nats.connection.subscribe(lossSubjects('ORDERS').published, {
    callback: () => {
      asked += 1
    },
  })
  t.ok(await dueReconciliation(database, 'counting', HOURS_MS), 'it has never been done')
  setup.serve()
  const processes = [setup.consume(), setup.consume()]
  await eventually(async () => (await lastReconciliation(database, 'counting')).age !== null, 'they are compared')
  t.equal(await dueReconciliation(database, 'counting', HOURS_MS), null, 'nothing is due')
  t.ok(await dueReconciliation(database, 'counting', 0), 'it is due again later')
  for (const running of processes) await running.stop()
  t.equal(asked, 1)
})

t.test(
  'given a lost event that is not kept any more, then it is a dead letter, and its aggregate waits for a person',
  async (t) => {
    const setup = await setUp(t)
    const { events, database, counted } = setup
    setup.serve()
    await publish(events, grown('a', 1), grown('a', 3), grown('b', 1), grown('b', 4))
    setup.consume()
    const letters = async () =>
      (await listDeadLetters(database)).map(({ type, subject, sequence }) => `${type} ${subject}:${sequence}`)
    await eventually(async () => (await letters()).length === 3, 'three events are missing')
    t.same((await letters()).sort(), ['missing a:2', 'missing b:2', 'missing b:3'])
    t.equal(counted['requested missing'], 3)
    t.equal(await countEventGaps(database, 'counting'), 0, 'nobody is asked any more')
    const ofA = (await listDeadLetters(database)).find(({ subject }) => subject === 'a')
    await database.inTransaction((tx) => dropDeadLetters(tx, { id: ofA?.eventId ?? '' }))
    await haveEffects(database, ['a:1', 'a:3', 'b:1'])

    await replayDeadLetters(database, 'all')
    await eventually(async () => (await letters()).length === 2, 'the publisher was asked again')
    await publish(events, grown('b', 2), grown('b', 3))
    await haveEffects(database, ['a:1', 'a:3', ...upTo(4, 'b')])
    await eventually(async () => (await letters()).length === 0, 'what has come is no dead letter')
  },
)

t.test(
  'given an aggregate that is met in its middle on a stream whose head has expired, then it begins there if the publisher has no more',
  async (t) => {
    const setup = await setUp(t)
    const { events, database } = setup
    await setup.grow(2, 'kept')
    await setup.publishAll()
    await setup.age()
    await publish(events, grown('old', 7))
    await events.nats.manager.streams.purge('ORDERS', { seq: 2 })
    setup.serve()
    setup.consume()
    await haveEffects(database, ['kept:1', 'kept:2', 'old:7'])
    t.same(await sorted(setup), ['kept:1', 'kept:2', 'old:7'])
    t.same(await countQuarantined(database), {})
  },
)
