import t from 'tap'
import { effects, grown, publish, setUpCounting } from '../testing/counting-consumer.ts'
import { waitUntilHandled } from './wait-until-handled.ts'

const counting = { name: 'counting', stream: 'ORDERS' } as const

t.test('an empty stream has nothing to wait for, even if the consumer never ran', async (t) => {
  const { events } = await setUpCounting(t)
  await t.resolves(waitUntilHandled(events.nats, counting, { timeoutMs: 500 }))
})

t.test('it ends when the events that were there are handled', async (t) => {
  const { database, events, start } = await setUpCounting(t)
  for (let sequence = 1; sequence <= 5; sequence++) await publish(events, grown('a', sequence))
  const waiting = waitUntilHandled(events.nats, counting, { timeoutMs: 240_000 })
  start()
  await waiting
  t.equal((await effects(database)).length, 5)
})

t.test('it says so when nobody handles them', async (t) => {
  const { events } = await setUpCounting(t)
  await publish(events, grown('a', 1), grown('a', 2))
  await t.rejects(waitUntilHandled(events.nats, counting, { timeoutMs: 200 }), {
    message: '2 events of the stream ORDERS are not handled yet by counting: is its service running?',
  })
})
