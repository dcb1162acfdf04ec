import { cp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { EventEnvelope } from '@open-oms/contracts/event'
import pino from 'pino'
import t, { type Test } from 'tap'
import { growCounter } from '../testing/counter-events.ts'
import { areAcknowledged, type CountingSetup, effects, haveEffects, setUpCounting } from '../testing/counting-consumer.ts'
import { eventually, type TestEvents } from '../testing/test-events.ts'
import { startOutboxRelay } from './outbox-relay.ts'
import { reusedSequence } from './published-events.ts'

type Setup = CountingSetup & {
  /** By reason, how many events were published again. */
  repeated: Record<string, number>
  /** Compares at its start and after reconnections; also in between, or at its start only. */
  startRelay(comparing?: 'often' | 'once'): { stop(): Promise<void> }
  /** Writes so many events of each aggregate. */
  grow(count: number, ...subjects: string[]): Promise<void>
  isPublished(): Promise<void>
}

async function setUp(t: Test): Promise<Setup> {
  const setup = await setUpCounting(t)
  const { database, events } = setup
  const repeated: Record<string, number> = {}
  const metrics = {
    count: (_name: string, { reason = '' }: Record<string, string>, by = 1) => {
      repeated[reason] = (repeated[reason] ?? 0) + by
    },
  }
  const startRelay = (comparing?: 'often' | 'once') => {
    const compareMs = comparing === 'often' ? 50 : 3_600_000
    const nats = comparing === 'once' ? { ...events.nats, reconnections: () => 0 } : events.nats
    const log = pino({ level: 'silent' })
    const relay = startOutboxRelay({ databaseUrl: database.url, nats, log, metrics, compareMs })
    t.teardown(() => relay.stop())
    return relay
  }
  const grow = async (count: number, ...subjects: string[]) => {
    for (let round = 0; round < count; round++) for (const subject of subjects) await growCounter(database.inTransaction, subject)
  }
  const isOutboxEmpty = async () => (await database.query({ text: 'select from kit.outbox limit 1' })).length === 0
  const isPublished = async () => void (await eventually(isOutboxEmpty, 'the outbox is empty'))
  return { ...setup, repeated, startRelay, grow, isPublished }
}

/** The events of the stream as `subject:sequence`, in its order. */
async function streamed({ nats }: TestEvents): Promise<string[]> {
  // A request while it is not would wait for its time-out.
  await eventually(() => nats.isConnected(), 'NATS is connected')
  const { state } = await nats.manager.streams.info('ORDERS', { deleted_details: true })
  const found: string[] = []
  for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
    if (state.deleted?.includes(seq)) continue
    const { subject, sequence } = (await nats.manager.streams.getMessage('ORDERS', { seq })).json<EventEnvelope>()
    found.push(`${subject}:${sequence}`)
  }
  return found
}

async function hasStreamed(events: TestEvents, count: number): Promise<void> {
  const hasAll = async () => (await streamed(events).catch(() => [])).length === count
  await eventually(hasAll, `the stream has ${count} events`)
}

/** What the effects of the events 1 to `count` of an aggregate are. */
function upTo(count: number, subject: string): string[] {
  return Array.from({ length: count }, (_, index) => `${subject}:${index + 1}`)
}

async function subjectEffects({ database }: Setup, subject: string): Promise<string[]> {
  return (await effects(database)).filter((effect) => effect.startsWith(`${subject}:`))
}

t.test(
  'given a stream that is deleted, then it is made again with everything that is kept, and each effect happened once',
  async (t) => {
    const setup = await setUp(t)
    const { events, database, repeated, grow } = setup
    setup.startRelay('often')
    const running = setup.start()
    await grow(5, 'a', 'b')
    await haveEffects(database, [...upTo(5, 'a'), ...upTo(5, 'b')])
    await setup.isPublished()
    const before = await streamed(events)
    await events.nats.manager.streams.delete('ORDERS')
    await hasStreamed(events, 10)
    t.same(await streamed(events), before)
    await grow(1, 'a', 'b')
    await haveEffects(database, [...upTo(6, 'a'), ...upTo(6, 'b')])
    await areAcknowledged(running)
    t.same(await subjectEffects(setup, 'a'), upTo(6, 'a'))
    t.same(await subjectEffects(setup, 'b'), upTo(6, 'b'))
    t.same(repeated, { new_stream: 10 })
  },
)

t.test(
  'given a NATS that is replaced by an empty one, then everything that is kept is published again before new events',
  async (t) => {
    const setup = await setUp(t)
    const { events, database, repeated, grow } = setup
    setup.startRelay()
    const running = setup.start()
    await grow(5, 'a', 'b')
    await haveEffects(database, [...upTo(5, 'a'), ...upTo(5, 'b')])
    await setup.isPublished()
    const before = await streamed(events)
    await events.server.kill()
    await rm(events.server.streamsFolder, { recursive: true })
    await grow(2, 'a')
    await events.server.start()
    await hasStreamed(events, 12)
    t.same(await streamed(events), [...before, 'a:6', 'a:7'])
    await haveEffects(database, [...upTo(7, 'a'), ...upTo(5, 'b')])
    await areAcknowledged(running)
    t.same(await subjectEffects(setup, 'a'), upTo(7, 'a'))
    t.same(await subjectEffects(setup, 'b'), upTo(5, 'b'))
    t.same(repeated, { new_stream: 10 })
  },
)

t.test(
  'given a relay that starts when NATS has become an empty one, then everything that is kept is published again',
  async (t) => {
    const setup = await setUp(t)
    const { events, grow } = setup
    const first = setup.startRelay()
    await grow(3, 'a')
    await setup.isPublished()
    await first.stop()
    await events.nats.manager.streams.delete('ORDERS')
    await events.nats.ensureStreams()
    await grow(1, 'a')
    setup.startRelay()
    await hasStreamed(events, 4)
    t.same(await streamed(events), upTo(4, 'a'))
    t.same(setup.repeated, { new_stream: 3 })
  },
)

const positions = [
  { kept: 'those of the consumers too', isAhead: false },
  { kept: 'but those of the consumers are the newest', isAhead: true },
  { kept: 'but those of the consumers are the newest, and new events get lost sequences', isAhead: true, comparing: 'once' },
] as const
for (const { kept, isAhead, ...relay } of positions) {
  t.test(
    `given files of NATS that are put back to an earlier copy, ${kept}, then the lost events are published again`,
    async (t) => {
      const setup = await setUp(t)
      const { events, database, repeated, grow } = setup
      const { server } = events
      setup.startRelay('comparing' in relay ? relay.comparing : undefined)
      const running = setup.start()
      await grow(10, 'a', 'b')
      await haveEffects(database, [...upTo(10, 'a'), ...upTo(10, 'b')])
      await areAcknowledged(running)
      await setup.isPublished()
      const copy = `${server.streamsFolder}-copy`
      await server.stop()
      await cp(server.streamsFolder, copy, { recursive: true })
      await server.start()
      await grow(5, 'a', 'b')
      await haveEffects(database, [...upTo(15, 'a'), ...upTo(15, 'b')])
      await areAcknowledged(running)
      await setup.isPublished()
      if (isAhead) await server.stop()
      else await server.kill()
      const consumers = join('jetstream', '$G', 'streams', 'ORDERS', 'obs')
      if (isAhead) {
        await rm(join(copy, consumers), { recursive: true })
        await rename(join(server.streamsFolder, consumers), join(copy, consumers))
      }
      await rm(server.streamsFolder, { recursive: true })
      await rename(copy, server.streamsFolder)
      await grow(2, 'a')
      await server.start()
      await grow(2, 'b')
      await haveEffects(database, [...upTo(17, 'a'), ...upTo(17, 'b')])
      await hasStreamed(events, 34)
      await areAcknowledged(running)
      t.same((await streamed(events)).sort(), [...upTo(17, 'a'), ...upTo(17, 'b')].sort())
      t.same(await subjectEffects(setup, 'a'), upTo(17, 'a'))
      t.same(await subjectEffects(setup, 'b'), upTo(17, 'b'))
      t.same(repeated, { end: 10 })
    },
  )
}

t.test('given events that are lost from the beginning and the middle of a stream, then they are published again', async (t) => {
  const setup = await setUp(t)
  const { events, database, repeated, grow } = setup
  setup.startRelay('often')
  await grow(8, 'a')
  await setup.isPublished()
  await events.nats.manager.streams.deleteMessage('ORDERS', 5)
  await hasStreamed(events, 8)
  t.same(await streamed(events), ['a:1', 'a:2', 'a:3', 'a:4', 'a:6', 'a:7', 'a:8', 'a:5'])
  await events.nats.manager.streams.purge('ORDERS', { seq: 3 })
  await hasStreamed(events, 8)
  await events.nats.manager.streams.deleteMessage('ORDERS', 7)
  await hasStreamed(events, 8)
  t.same(await streamed(events), ['a:3', 'a:4', 'a:6', 'a:8', 'a:5', 'a:1', 'a:2', 'a:7'])
  t.same(repeated, { gap: 4 })
  const running = setup.start()
  await haveEffects(database, upTo(8, 'a'))
  await areAcknowledged(running)
  t.same(await effects(database), upTo(8, 'a'))
})

t.test('given a stream that was made again between two comparisons, then the sequence of the next event shows it', async (t) => {
  const setup = await setUp(t)
  const { events, grow } = setup
  setup.startRelay()
  await grow(5, 'a')
  await setup.isPublished()
  await events.nats.manager.streams.delete('ORDERS')
  await events.nats.ensureStreams()
  await grow(1, 'a')
  await hasStreamed(events, 6)
  t.same(await streamed(events), ['a:6', ...upTo(5, 'a')])
  t.same(setup.repeated, { new_stream: 5 })
})

t.test('given restarts of relay and NATS without a loss, then nothing is published again', async (t) => {
  const setup = await setUp(t)
  const { events, repeated, grow } = setup
  const first = setup.startRelay()
  await grow(5, 'a')
  await setup.isPublished()
  await first.stop()
  setup.startRelay()
  await grow(5, 'a')
  await setup.isPublished()
  await events.server.stop()
  await events.server.start()
  // It is published after the streams were compared.
  await grow(1, 'a')
  await setup.isPublished()
  t.same(await streamed(events), upTo(11, 'a'))
  t.same(repeated, {})
})

t.test('given a published sequence, when another event was recorded there or the event is new, then it is reused', async (t) => {
  const { database } = await setUpCounting(t)
  await database.query({
    text: `insert into kit.event_place (stream, sequence, id) values ('ORDERS', 5, 1)`,
  })
  const reused = (sequence: number, isDuplicate: boolean, stream = 'ORDERS') =>
    reusedSequence(database, stream, [{ id: 2, stream, sequence, isDuplicate }])
  t.equal(await reused(5, true), 5)
  t.equal(await reused(4, true), null)
  t.equal(await reused(5, true, 'CATALOG'), null)
  t.equal(await reused(4, false), 4)
})
