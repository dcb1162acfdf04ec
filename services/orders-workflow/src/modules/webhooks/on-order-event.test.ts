import type { WebhookSubscription } from '@oms/contracts/config/connectors'
import type { EventEnvelope } from '@oms/contracts/event'
import { startConsumers } from '@oms/service-kit/consumers/consume'
import { createLogger } from '@oms/service-kit/observability/logger'
import { eventually, testEvents } from '@oms/service-kit/testing/test-events'
import t, { type Test } from 'tap'
import { createdOrder, outboxEnvelopes, sampleConfig, testOrders } from '../../testing/test-orders.ts'
import { aSubscription, deliveryRows } from '../../testing/webhooks/test-webhooks.ts'
import { webhookMatches } from './domain/webhook-matches.ts'
import { onOrderEvent } from './on-order-event.ts'

/** Orders whose events are published manually, and two processes that consume them. */
async function consuming(t: Test, subscriptions: WebhookSubscription[]) {
  const sample = await sampleConfig()
  const config = { ...sample, connectors: { ...sample.connectors, webhookSubscriptions: subscriptions } }
  const test = await testOrders(t, { config })
  const { nats } = await testEvents(t)
  const deps = {
    database: test.database,
    databaseUrl: test.database.url,
    nats,
    log: createLogger({ service: 'test', level: 'silent' }),
  }
  for (let processes = 0; processes < 2; processes++) {
    const running = startConsumers(deps, [onOrderEvent({ config: () => config, now: () => new Date() })])
    t.teardown(() => running.stop())
  }
  const publish = async (events: readonly EventEnvelope[]) => {
    for (const event of events) await nats.jetstream.publish(event.type, JSON.stringify(event))
  }
  return { test, publish }
}

t.test(
  'when events of an order are published, then each is stored for a subscription once, in order and unchanged',
  async (t) => {
    const { test, publish } = await consuming(t, [aSubscription()])
    const { id } = await createdOrder(test)
    await test.background.idle()
    const published = await outboxEnvelopes(test, id)
    await publish([...published.toReversed(), ...published])
    await eventually(async () => (await deliveryRows(test.database)).length === published.length, 'all are kept')
    const rows = await test.database.query<{ envelope: string; order_id: string }>({
      text: 'select envelope, order_id from webhook_delivery order by id',
    })
    t.same(
      rows.map(({ envelope }) => JSON.parse(envelope)),
      published,
    )
    t.same(new Set(rows.map(({ order_id }) => order_id)), new Set([id]))
    t.match(await test.database.query({ text: 'select * from webhook_lane' }), [{ subscription_id: 'erp', subject: id }])
  },
)

t.test("given filters, when an event lacks a field, then the order's value counts", async (t) => {
  const { test, publish } = await consuming(t, [
    aSubscription({ id: 'payments', eventTypes: ['orders.payment.recorded.v1'], markets: ['NOR'], statuses: ['New'] }),
    aSubscription({ id: 'sweden', markets: ['SWE'] }),
    aSubscription({ id: 'oslo', stores: ['Oslo-01'], orderTypes: ['Online'], eventTypes: ['orders.order.created.v1'] }),
    aSubscription({ id: 'off', active: false }),
    aSubscription({ id: 'last', eventTypes: ['orders.workflow.completed.v1'] }),
  ])
  const { id } = await createdOrder(test)
  await test.background.idle()
  await publish(await outboxEnvelopes(test, id))
  await eventually(
    async () => (await deliveryRows(test.database)).some(({ subscription_id }) => subscription_id === 'last'),
    'the last event is handled',
  )
  const kept = (await deliveryRows(test.database)).map(({ subscription_id }) => subscription_id)
  t.same(kept.filter((one) => one !== 'last').sort(), ['oslo', 'payments'])
})

t.test('given a filter, when its field is unknown, then the event does not match; without filters all do', async (t) => {
  const facts = { eventType: 'x', orderType: null, status: null, storeId: null, marketId: null }
  t.ok(webhookMatches(aSubscription(), facts))
  t.notOk(webhookMatches(aSubscription({ active: false }), facts))
  t.notOk(webhookMatches(aSubscription({ eventTypes: ['y'] }), facts))
  for (const filter of ['orderTypes', 'statuses', 'stores', 'markets'] as const)
    t.notOk(webhookMatches(aSubscription({ [filter]: ['a'] }), facts), filter)
  const known = { eventType: 'x', orderType: 'a', status: 'a', storeId: 'a', marketId: 'a' }
  t.ok(webhookMatches(aSubscription({ orderTypes: ['a'], statuses: ['b', 'a'], stores: ['a'], markets: ['a'] }), known))
})

t.test(
  'given a stream that is consumed for the first time, when it has events older than a day, then these are not sent',
  async (t) => {
    const { test, publish } = await consuming(t, [aSubscription()])
    const { id } = await createdOrder(test)
    await test.background.idle()
    const published = await outboxEnvelopes(test, id)
    const aged = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    const [first, second, ...others] = published as [EventEnvelope, EventEnvelope, ...EventEnvelope[]]
    await publish([{ ...first, time: aged(25) }, { ...second, time: aged(23) }, ...others])
    await eventually(async () => (await deliveryRows(test.database)).length === published.length - 1, 'the younger ones are kept')
    const rows = await test.database.query<{ event_id: string }>({ text: 'select event_id from webhook_delivery' })
    t.notOk(rows.some(({ event_id }) => event_id === first.id))
  },
)
