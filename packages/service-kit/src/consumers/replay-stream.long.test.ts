import pino from 'pino'
import t from 'tap'
import { counterTables } from '../testing/counter-events.ts'
import { areAcknowledged, counting, effects, grown, publish, setUpCounting } from '../testing/counting-consumer.ts'
import { testDatabase } from '../testing/test-database.ts'
import { replayStream } from './replay-stream.ts'

const log = pino({ level: 'silent' })

t.test('given an empty database, when a stream is replayed, then it gets every effect and the consumer stays', async (t) => {
  const { database, events, start } = await setUpCounting(t)
  for (let sequence = 1; sequence <= 120; sequence++) await publish(events, grown('a', sequence), grown(`b${sequence}`, 1))
  await publish(events, grown('a', 5))
  const running = start()
  await areAcknowledged(running)
  const fresh = await testDatabase(t)
  await fresh.query(counterTables)
  const replayed = await replayStream({ nats: events.nats, database: fresh, log }, counting())
  t.same(replayed, { events: 241, hasExpired: false, deadLetters: 0, parked: 0 })
  t.same((await effects(fresh)).sort(), (await effects(database)).sort())
  await publish(events, grown('c', 1))
  await areAcknowledged(running)
  t.equal((await effects(fresh)).includes('c:1'), false, 'what came later is not replayed')
})

t.test(
  'given events out of order, when the stream is replayed, then they are handled in order, and what cannot be handled, and what follows it, is counted',
  async (t) => {
    const { events } = await setUpCounting(t)
    await publish(events, grown('a', 2), grown('a', 1), 'no JSON', grown('b', 1), grown('b', 3))
    const fresh = await testDatabase(t)
    await fresh.query(counterTables)
    t.same(await replayStream({ nats: events.nats, database: fresh, log }, counting()), {
      events: 5,
      hasExpired: false,
      deadLetters: 1,
      parked: 1,
    })
    t.same(await effects(fresh), ['a:1', 'a:2', 'b:1'])
  },
)

t.test('given a stream without its oldest events, when it is replayed, then it begins where the stream does', async (t) => {
  const { events } = await setUpCounting(t)
  await publish(events, grown('a', 1), grown('a', 2), grown('a', 3))
  await events.nats.manager.streams.purge('ORDERS', { seq: 3 })
  const fresh = await testDatabase(t)
  await fresh.query(counterTables)
  const replayed = await replayStream({ nats: events.nats, database: fresh, log }, counting())
  t.match(replayed, { events: 1, hasExpired: true, deadLetters: 0, parked: 0 })
  t.same(await effects(fresh), ['a:3'])
})

t.test('given an empty stream, when it is replayed, then nothing happens', async (t) => {
  const { database, events } = await setUpCounting(t)
  t.same(await replayStream({ nats: events.nats, database, log }, counting()), {
    events: 0,
    hasExpired: false,
    deadLetters: 0,
    parked: 0,
  })
})
