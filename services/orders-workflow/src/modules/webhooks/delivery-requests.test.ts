import { createLogger } from '@open-oms/service-kit/observability/logger'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import t, { type Test } from 'tap'
import { createdOrder, type OrdersTest, testOrders } from '../../testing/test-orders.ts'
import { respond, testReceiver } from '../../testing/webhooks/test-receiver.ts'
import { added, aSubscription, configured, deliveryRows, orderEvent } from '../../testing/webhooks/test-webhooks.ts'
import { startWebhookSender } from './webhook-sender.ts'

const url = '/api/WebhookDeliveries'
const listed = (test: OrdersTest, query: Record<string, string> = {}, as: object = {}) => test.send({ url, query, as })
const listedSubjects = async (...call: Parameters<typeof listed>) =>
  (await listed(...call)).body.result.map(({ subject }: { subject: string }) => subject)
const replay = (test: OrdersTest, id: number | string, given: { query?: Record<string, string>; as?: object } = {}) =>
  test.send({ method: 'POST', url: `${url}/${id}/Replay`, ...given })
/** Gives deliveries up as their last attempt does: a lane with nothing that waits has ended. */
async function giveUp({ database }: OrdersTest, where: string): Promise<void> {
  await database.query({
    text: `update webhook_delivery set state = 'GivenUp', attempts = 7, last_attempt = now(), last_status = 422,
      failure_reason = 'It responded with 422: no such customer' where ${where}`,
  })
  await database.query({
    text: `delete from webhook_lane as lane where not exists (
      select from webhook_delivery as d
      where d.subscription_id = lane.subscription_id and d.subject = lane.subject and d.state = 'Waiting')`,
  })
}

/** A receiver to whom deliveries are sent from now on. */
async function sending(t: Test, { database }: OrdersTest) {
  const receiver = await testReceiver(t, respond(204))
  const { query, inTransaction } = database
  const sender = startWebhookSender({
    ...{ query, inTransaction, pollMs: 20 },
    log: createLogger({ service: 'test', level: 'silent' }),
    subscribers: configured([aSubscription({ url: receiver.url })]).look,
  })
  t.teardown(() => sender.stop())
  return receiver
}

t.test('given deliveries, when they are listed, then by state and subscription, newest first, page by page', async (t) => {
  const test = await testOrders(t)
  await added(test.database, [orderEvent('a', 1), orderEvent('b', 1), orderEvent('b', 2)])
  await added(test.database, [orderEvent('c', 1)], ['crm'])
  await giveUp(test, `subject = 'a'`)
  t.same(await listedSubjects(test), ['c', 'b', 'b', 'a'])
  t.same(await listedSubjects(test, { state: 'GivenUp' }), ['a'])
  t.same(await listedSubjects(test, { state: 'Waiting', subscriptionId: 'erp' }), ['b', 'b'])
  t.same(await listedSubjects(test, { state: 'Delivered' }), [])
  const { next } = (await listed(test, { take: '3' })).body
  t.match((await listed(test, { take: '3', after: next })).body, { result: [{ subject: 'a' }], next: null })
  for (const query of [{ after: 'page 2' }, { take: '251' }, { state: 'Lost' }])
    t.equal((await listed(test, query)).status, 400, JSON.stringify(query))
})

t.test('given deliveries, when one is read, then it has its reason and next attempt, and no event or secret', async (t) => {
  const test = await testOrders(t)
  await added(test.database, [orderEvent('a', 1), orderEvent('b', 1), orderEvent('b', 2)])
  await giveUp(test, `subject = 'a'`)
  const [later, first, failed] = (await listed(test)).body.result
  const [{ event_id: eventId } = { event_id: '' }] = await deliveryRows(test.database)
  t.same(Object.keys(failed).sort(), [
    ...['attempts', 'createdAt', 'eventId', 'eventType', 'id', 'lastAttemptAt', 'lastStatus'],
    ...['nextAttemptAt', 'orderId', 'reason', 'state', 'subject', 'subscriptionId'],
  ])
  t.match(failed, { eventId, attempts: 7, lastStatus: 422, reason: /no such customer/, nextAttemptAt: null })
  t.match(first, { state: 'Waiting', nextAttemptAt: /^20/, reason: null, lastAttemptAt: null })
  t.match(later, { state: 'Waiting', nextAttemptAt: null }, 'it waits for the earlier event')
})

t.test('given a delivery that was given up, when several people replay it together, then it is sent once', async (t) => {
  const test = await testOrders(t)
  await added(test.database, [orderEvent('a', 1)])
  await giveUp(test, 'true')
  const [row] = await deliveryRows(test.database)
  const { calls } = await sending(t, test)
  const id = row?.id ?? 0
  const responses = await Promise.all([1, 2, 3, 4, 5].map(() => replay(test, id, { query: { state: 'GivenUp' } })))
  t.same(
    responses.map(({ status }) => status),
    [200, 200, 200, 200, 200],
  )
  const delivered = async () => (await listed(test, { state: 'Delivered' })).body.result.length === 1
  await eventually(delivered, 'it is delivered')
  t.match(
    (await replay(test, id, { query: { state: 'GivenUp' } })).body,
    { state: 'Delivered', attempts: 1 },
    'a late one has no effect',
  )
  t.equal(calls.length, 1)
  t.equal(JSON.parse(calls[0]?.text ?? '{}').id, row?.event_id, 'with the same event id')
  t.match((await replay(test, id)).body, { state: 'Waiting', attempts: 0, reason: null })
  await eventually(async () => calls.length === 2, 'without a state it is sent once more')
})

t.test('given the deliveries of two stores, when a client of one store asks, then the others are not there', async (t) => {
  const test = await testOrders(t)
  for (const [id, storeId] of [
    ['mine', 'Bergen-01'],
    ['theirs', 'Oslo-01'],
  ] as const)
    await createdOrder(test, { id, storeId })
  await added(test.database, [orderEvent('mine', 1), orderEvent('theirs', 1), orderEvent('stock-of-nobody', 1)])
  const as = { storeIds: ['Bergen-01'] }
  const rows = await deliveryRows(test.database)
  const findId = (subject: string) => rows.find((row) => row.subject === subject)?.id ?? 0
  await giveUp(test, 'true')
  t.same(await listedSubjects(test, {}, as), ['mine'])
  for (const subject of ['theirs', 'stock-of-nobody']) t.equal((await replay(test, findId(subject), { as })).status, 404, subject)
  t.equal((await replay(test, findId('mine'), { as })).status, 200)
  t.same(
    (await deliveryRows(test.database)).map(({ state }) => state),
    ['Waiting', 'GivenUp', 'GivenUp'],
  )
})

t.test('given a reader or an unknown id, when a delivery is replayed, then it is refused', async (t) => {
  const test = await testOrders(t)
  await added(test.database, [orderEvent('a', 1)])
  const [row] = await deliveryRows(test.database)
  const as = { roles: ['OrderRead'] }
  t.equal((await listed(test, {}, as)).status, 403)
  t.equal((await replay(test, row?.id ?? 0, { as })).status, 403)
  for (const id of ['4711', '0', 'nonsense', '99999999999999999999']) t.equal((await replay(test, id)).status, 404, id)
})
