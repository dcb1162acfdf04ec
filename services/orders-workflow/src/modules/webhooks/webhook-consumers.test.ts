import { randomUUIDv7 } from 'node:crypto'
import type { WebhookSubscription } from '@open-oms/contracts/config/connectors'
import type { EventEnvelope } from '@open-oms/contracts/event'
import { startConsumers } from '@open-oms/service-kit/consumers/consume'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { eventually, testEvents } from '@open-oms/service-kit/testing/test-events'
import t, { type Test } from 'tap'
import { createdOrder, outboxEnvelopes, testOrders } from '../../testing/test-orders.ts'
import { aSubscription, configured, deliveryRows, orderEvent } from '../../testing/webhooks/test-webhooks.ts'
import { webhookMatches } from './domain/webhook-matches.ts'
import { webhookConsumers } from './webhook-consumers.ts'

/** Orders whose events are published manually, and two processes that consume them. */
async function consuming(t: Test, subscriptions: WebhookSubscription[]) {
  const test = await testOrders(t)
  const { nats } = await testEvents(t)
  const deps = {
    database: test.database,
    databaseUrl: test.database.url,
    nats,
    log: createLogger({ service: 'test', level: 'silent' }),
  }
  for (let processes = 0; processes < 2; processes++) {
    const running = startConsumers(deps, webhookConsumers({ subscribers: configured(subscriptions), now: () => new Date() }))
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
  const facts = { eventType: 'orders.x', orderType: null, status: null, storeIds: [], marketId: null }
  t.ok(webhookMatches(aSubscription(), facts))
  t.notOk(webhookMatches(aSubscription({ active: false }), facts))
  t.notOk(webhookMatches(aSubscription({ eventTypes: ['orders.y'] }), facts))
  t.notOk(webhookMatches(aSubscription(), { ...facts, eventType: 'catalog.x' }), 'without types it gets those of orders')
  t.ok(webhookMatches(aSubscription({ eventTypes: ['>'] }), { ...facts, eventType: 'catalog.x' }))
  for (const filter of ['orderTypes', 'statuses', 'stores', 'markets'] as const)
    t.notOk(webhookMatches(aSubscription({ [filter]: ['a'] }), facts), filter)
  const known = { eventType: 'orders.x', orderType: 'a', status: 'a', storeIds: ['a'], marketId: 'a' }
  t.ok(webhookMatches(aSubscription({ orderTypes: ['a'], statuses: ['b', 'a'], stores: ['a'], markets: ['a'] }), known))
  const ofTwo = { ...known, storeIds: ['a', 'b'] }
  t.notOk(webhookMatches(aSubscription({ stores: ['a'] }), ofTwo), 'it would tell of the other store')
  t.ok(webhookMatches(aSubscription({ stores: ['a', 'b', 'c'] }), ofTwo))
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

t.test('given subscriptions by patterns, when events of all streams come, then each gets its own', async (t) => {
  const { test, publish } = await consuming(t, [
    aSubscription({ id: 'all', eventTypes: ['>'] }),
    aSubscription({ id: 'products', eventTypes: ['catalog.product.*.v1'] }),
    aSubscription({ id: 'oslo', eventTypes: ['accounting.>'], stores: ['Oslo-01'] }),
  ])
  const posting = {
    postingId: 'p',
    source: 'WebFulfillment',
    postingDate: '2026-01-01T00:00:00Z',
    hash: 'h',
    externalReference: null,
  }
  const assetId = randomUUIDv7()
  const envelopes = [
    { type: 'accounting.posting.posted.v1', subject: 'p', data: { ...posting, storeIds: ['Oslo-01', 'Bergen-01'] } },
    { type: 'accounting.posting.exported.v1', subject: 'q', data: { ...posting, storeIds: ['Oslo-01'] } },
    { type: 'erp.posting.reconciled.v1', subject: 'r', data: { postingId: assetId } },
    {
      type: 'catalog.asset.deleted.v1',
      subject: assetId,
      data: { assetId, productIds: [], url: null, contentType: 'image/png', length: 1 },
    },
  ]
  await publish(envelopes.map((fields) => orderEvent(fields.subject, 1, { source: '/x', ...fields })))
  await eventually(async () => (await deliveryRows(test.database)).length === 5, 'five are kept')
  const kept = (await deliveryRows(test.database)).map((row) => `${row.subscription_id} ${row.subject}`)
  t.same(kept.sort(), [`all ${assetId}`, 'all p', 'all q', 'all r', 'oslo q'])
})
