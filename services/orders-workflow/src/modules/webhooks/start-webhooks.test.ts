import { createLogger } from '@open-oms/service-kit/observability/logger'
import { createMetrics } from '@open-oms/service-kit/observability/metrics'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import { testReceiver } from '../../testing/webhooks/test-receiver.ts'
import { added, aSubscription, configured, deliveryRows, orderEvent } from '../../testing/webhooks/test-webhooks.ts'
import { startWebhooks } from './start-webhooks.ts'
import { tidyDeliveries } from './webhook-store.ts'

t.test('when deliveries wait, are given up and succeed, then the metrics count them', async (t) => {
  const database = await testDatabase(t, 'orders-workflow')
  const { url } = await testReceiver(t)
  const metrics = createMetrics('test')
  const log = createLogger({ service: 'test', level: 'silent' })
  const { query, inTransaction } = database
  const webhooks = startWebhooks({ query, inTransaction, subscribers: configured([aSubscription({ url })]), metrics, log })
  t.teardown(webhooks.stop)
  t.match(await metrics.page(), /^oms_webhooks_oldest_age_seconds\{[^}]*\} 0$/m)
  await added(database, [orderEvent('o', 1), orderEvent('o', 2)])
  await added(database, [orderEvent('o', 1)], ['off', 'lost'])
  await eventually(
    async () => (await deliveryRows(database)).filter(({ state }) => state === 'Delivered').length === 2,
    'the active one has all',
  )
  await query({ text: `update webhook_delivery set state = 'GivenUp' where subscription_id = 'lost'` })
  await query({ text: `update webhook_delivery set created = now() - interval '62 seconds' where subscription_id = 'off'` })
  const page = await eventually(async () => {
    const text = await metrics.page()
    return /^oms_webhooks_ended_total\{[^}]*\} 2$/m.test(text) && text
  }, 'both ends are counted')
  t.match(page, /^oms_webhooks_ended_total\{subscription="erp",outcome="delivered",service="test"\} 2$/m)
  t.match(page, /^oms_webhooks_waiting\{subscription="off",service="test"\} 1$/m)
  t.match(page, /^oms_webhooks_given_up\{subscription="lost",service="test"\} 1$/m)
  t.match(page, /^oms_webhooks_oldest_age_seconds\{service="test"\} 6\d(\.\d+)?$/m)
})

t.test(
  'when old deliveries are deleted, then waiting ones stay, and one without a subscription is given up after a day',
  async (t) => {
    const database = await testDatabase(t, 'orders-workflow')
    const old = (where: string) =>
      database.query({
        text: `update webhook_delivery set created = now() - interval '91 days', give_up = now() - interval '90 days' ${where}`,
      })
    await added(database, [orderEvent('a', 1), orderEvent('b', 1)], ['gone', 'erp'])
    await database.query({ text: `update webhook_delivery set state = 'Delivered' where subject = 'b'` })
    t.equal(await tidyDeliveries(database, ['erp']), 0)
    await old(`where subscription_id = 'erp'`)
    t.equal(await tidyDeliveries(database, ['erp']), 1)
    await database.query({
      text: `update webhook_delivery set give_up = now() - interval '1 second' where subscription_id = 'gone'`,
    })
    t.equal(await tidyDeliveries(database, ['erp']), 0)
    const rows = (await deliveryRows(database)).map(
      ({ subscription_id, subject, state }) => `${subscription_id} ${subject} ${state}`,
    )
    t.same(rows.sort(), ['erp a Waiting', 'gone a GivenUp', 'gone b Delivered'])
    const lanes = await database.query<{ subscription_id: string; subject: string }>({
      text: `select subscription_id, subject from webhook_lane where subject = 'a'`,
    })
    t.same(lanes, [{ subscription_id: 'erp', subject: 'a' }])
  },
)
