import type { EventEnvelope } from '@open-oms/contracts/event'
import pino from 'pino'
import t from 'tap'
import { countQuarantined } from '../dead-letters/dead-letters.ts'
import { defineConsumer } from '../events/consumer.ts'
import { eventReader } from '../events/incoming-event.ts'
import { startOutboxRelay } from '../events/outbox-relay.ts'
import { counterGrown, growCounter } from '../testing/counter-events.ts'
import {
  applyEffect,
  areAcknowledged,
  effects,
  grown,
  haveEffects,
  publish,
  setUpCounting,
} from '../testing/counting-consumer.ts'
import { eventually } from '../testing/test-events.ts'

const silent = pino({ level: 'silent' })

t.test('given written events, when they are relayed and consumed, then each has its effect in order', async (t) => {
  const { database, events, start } = await setUpCounting(t)
  const relay = startOutboxRelay({ databaseUrl: database.url, nats: events.nats, log: silent })
  t.teardown(() => relay.stop())
  const running = start()
  for (let round = 0; round < 100; round++) await growCounter(database.inTransaction, round % 3 === 0 ? 'a' : 'b')
  await eventually(async () => (await effects(database)).length === 100, 'all effects are stored')
  const ofA = (await effects(database)).filter((effect) => effect.startsWith('a:'))
  t.same(
    ofA,
    Array.from({ length: 34 }, (_, index) => `a:${index + 1}`),
  )
  await areAcknowledged(running)
})

t.test('given an event, when it is delivered twice, then it has its effect once', async (t) => {
  const { database, events, start } = await setUpCounting(t)
  const first = grown('a', 1)
  const withoutSequence = grown('erp', undefined)
  await publish(events, first, first, withoutSequence, grown('a', 2), first, withoutSequence)
  await areAcknowledged(start())
  t.same((await effects(database)).sort(), ['a:1', 'a:2', 'erp:0'])
  t.same(await countQuarantined(database), {})
})

t.test('given a gap in the sequence, when it is filled, then the parked events are handled in order', async (t) => {
  const { database, events, start } = await setUpCounting(t)
  const [one, two, three, four] = [1, 2, 3, 4].map((sequence) => grown('a', sequence)) as [
    EventEnvelope,
    EventEnvelope,
    EventEnvelope,
    EventEnvelope,
  ]
  await publish(events, one, four, three, grown('b', 1))
  const running = start()
  await areAcknowledged(running)
  t.same((await effects(database)).sort(), ['a:1', 'b:1'])
  t.same(await countQuarantined(database), { counting: { deadLetters: 0, parked: 2 } })
  await publish(events, two)
  await haveEffects(database, ['a:1', 'b:1', 'a:2', 'a:3', 'a:4'])
  t.same((await effects(database)).slice(2), ['a:2', 'a:3', 'a:4'])
  t.same(await countQuarantined(database), {})
})

t.test('given an event type without a handler, when it is consumed, then only the position moves', async (t) => {
  const { database, events, start } = await setUpCounting(t)
  await publish(events, grown('a', 1), grown('a', 2, { type: 'orders.counter.renamed.v1', data: null }), grown('a', 3))
  await areAcknowledged(start())
  t.same(await effects(database), ['a:1', 'a:3'])
  const [inbox] = await database.query<{ count: number }>({ text: 'select count(*) as count from kit.inbox' })
  t.equal(inbox?.count, 2)
})

t.test('given an event that does not concern its handler, when it is read, then it has no handler', async (t) => {
  const consumer = defineConsumer({
    name: 'x',
    stream: 'ORDERS',
    handlers: { [counterGrown.type]: { contract: counterGrown, handle: applyEffect, concerns: ({ data }) => data.by > 1 } },
  })
  const readHandler = (by: number) => {
    const read = eventReader(consumer)(JSON.stringify(grown('a', 1, { data: { by } })), 'ORDERS:1')
    return 'incoming' in read ? read.incoming.handler : 'refused'
  }
  t.equal(readHandler(1), undefined)
  t.equal(readHandler(2), consumer.handlers.get(counterGrown.type))
})

t.test('given a handler under the wrong type, when the consumer is defined, then it is refused', async (t) => {
  t.throws(
    () =>
      defineConsumer({
        name: 'x',
        stream: 'ORDERS',
        handlers: { 'orders.other.v1': { contract: counterGrown, handle: applyEffect } },
      }),
    /has the contract of orders.counter.grown.v1/,
  )
})
