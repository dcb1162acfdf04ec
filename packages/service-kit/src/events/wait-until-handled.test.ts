import t from 'tap'
import { effects, grown, publish, setUpCounting } from '../testing/counting-consumer.ts'
import { waitUntilHandled } from './wait-until-handled.ts'

const counting = { name: 'counting', stream: 'ORDERS' } as const

t.test('given an empty stream, when it is waited for, then the wait ends without the consumer', async (t) => {
  const { events } = await setUpCounting(t)
  await t.resolves(waitUntilHandled(events.nats, counting, { timeoutMs: 500 }))
})

t.test('given events in the stream, when they are waited for, then the wait ends once they are handled', async (t) => {
  const { database, events, start } = await setUpCounting(t)
  for (let sequence = 1; sequence <= 5; sequence++) await publish(events, grown('a', sequence))
  const waiting = waitUntilHandled(events.nats, counting, { timeoutMs: 240_000 })
  start()
  await waiting
  t.equal((await effects(database)).length, 5)
})

t.test('given events that nobody handles, when they are waited for, then the error says how many and by whom', async (t) => {
  const { events } = await setUpCounting(t)
  await publish(events, grown('a', 1), grown('a', 2))
  await t.rejects(waitUntilHandled(events.nats, counting, { timeoutMs: 200 }), {
    message: '2 events of the stream ORDERS are not handled yet by counting: is its service running?',
  })
})
