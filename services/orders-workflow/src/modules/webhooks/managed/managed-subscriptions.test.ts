import { startConsumers } from '@open-oms/service-kit/consumers/consume'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { eventually, testEvents } from '@open-oms/service-kit/testing/test-events'
import { Webhook } from 'standardwebhooks'
import t, { type Test } from 'tap'
import { type OrdersTest, sampleConfig, testOrders } from '../../../testing/test-orders.ts'
import { testReceiver } from '../../../testing/webhooks/test-receiver.ts'
import { aSubscription, deliveryRows, orderEvent } from '../../../testing/webhooks/test-webhooks.ts'
import { webhookConsumers } from '../webhook-consumers.ts'
import { startWebhookSender } from '../webhook-sender.ts'

const url = '/api/WebhookSubscriptions'
const log = createLogger({ service: 'test', level: 'silent' })
const ofConfiguration = aSubscription({ id: 'erp', url: 'https://erp.example/in?key=hidden', active: false })

/** The app with receivers on loopback, and a subscription of the configuration. */
async function managing(t: Test) {
  const config = await sampleConfig()
  config.connectors = { ...config.connectors, webhookSubscriptions: [ofConfiguration], privateWebhookHosts: ['127.0.0.1'] }
  const test = await testOrders(t, { config })
  const receiver = await testReceiver(t)
  const body = (fields: object = {}) => ({ name: 'Data warehouse', url: receiver.url, ...fields })
  return { test, receiver, body }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

const send = (test: OrdersTest, request: `${Method} ${string}`, given: object = {}) => {
  const [method, path] = request.split(' ') as [Method, string]
  return test.send({ method, url: `${url}${path}`, ...given })
}
const created = async (test: OrdersTest, body: object) => {
  const response = await send(test, `POST `, { body })
  t.equal(response.status, 201, JSON.stringify(response.body))
  return response.body
}

t.test('given a subscription by the API, when events happen, then it gets all from the response on, signed', async (t) => {
  const { test, receiver, body } = await managing(t)
  const { nats } = await testEvents(t)
  const { database } = test
  const { subscribers } = test.deps
  const consuming = startConsumers(
    { database, databaseUrl: database.url, nats, log },
    webhookConsumers({ subscribers, now: () => new Date() }),
  )
  t.teardown(() => consuming.stop())
  const { query, inTransaction } = database
  const sender = startWebhookSender({ query, inTransaction, log, subscribers: subscribers.look, pollMs: 20, pauseMs: () => 20 })
  t.teardown(() => sender.stop())
  const publish = async (...events: ReturnType<typeof orderEvent>[]) => {
    for (const event of events) await nats.jetstream.publish(event.type, JSON.stringify(event))
  }
  const order = (sequence: number, type = 'orders.workflow.completed.v1') =>
    orderEvent('o', sequence, { type, data: { orderId: 'o', runId: 'r', status: 'New', isAborted: false, results: [] } })
  await publish(order(1, 'orders.hold.nothing.v1'))
  const { id, secret, versionId } = await created(test, body({ eventTypes: ['orders.hold.*.v1', 'orders.workflow.>'] }))
  const [second, third] = [order(2), order(3)]
  await publish(second)
  await eventually(() => receiver.calls.length === 1, 'it is delivered')
  const [call] = receiver.calls
  t.match(new Webhook(secret).verify(call?.text ?? '', call?.headers as Record<string, string>), { id: second.id })

  const renewed = (await send(test, `POST /${id}/Secret`)).body
  t.not(renewed.secret, secret)
  t.not(renewed.versionId, versionId)
  await publish(third)
  await eventually(() => receiver.calls.length === 2, 'the next one is delivered')
  const { text = '', headers } = receiver.calls[1] ?? {}
  for (const one of [secret, renewed.secret])
    t.match(new Webhook(one).verify(text, headers as Record<string, string>), { id: third.id })

  t.equal((await send(test, `PUT /${id}`, { body: body({ active: false }) })).status, 200)
  await publish(order(4))
  const position = { text: `select next_sequence from kit.event_position where consumer = 'orders-webhooks' and subject = 'o'` }
  const isPassed = async () => Number((await database.query<{ next_sequence: string }>(position))[0]?.next_sequence) === 5
  await eventually(isPassed, 'what happens while it is paused is passed over')
  t.equal((await send(test, `PUT /${id}`, { body: body({ eventTypes: ['>'] }) })).status, 200)
  await publish(order(5))
  await eventually(() => receiver.calls.length === 3, 'it gets events again')
  t.same(
    receiver.calls.map((one) => JSON.parse(one.text).sequence),
    [2, 3, 5],
  )
  receiver.mood.reply = (response) => response.writeHead(500).end()
  await publish(order(6))
  await eventually(
    async () => (await deliveryRows(database)).some(({ attempts, state }) => state === 'Waiting' && attempts > 0),
    'it fails',
  )
  t.equal((await send(test, `DELETE /${id}`)).status, 204)
  t.same(
    (await deliveryRows(database)).filter(({ state }) => state !== 'Delivered'),
    [],
  )
  t.same(await database.query({ text: 'select * from webhook_lane' }), [])
})

t.test('given subscriptions, when they are listed, then with those of the configuration, and no secret', async (t) => {
  const { test, body } = await managing(t)
  const { secret, ...kept } = await created(test, body())
  t.match(secret, /^whsec_/)
  const { result, eventTypes } = (await send(test, `GET `)).body
  t.same(result[0], kept)
  t.match(result[1], { id: 'erp', source: 'Configuration', url: 'https://erp.example/in', active: false, versionId: null })
  t.equal(result.length, 2)
  t.ok(eventTypes.includes('catalog.product.created.v1'))
  const read = await send(test, `GET /${kept.id}`)
  t.same([read.status, read.body], [200, kept])
  t.notMatch(JSON.stringify([result, read.body]), /whsec_|hidden/)
  const [record] = await test.database.query<{ secret: string }>({ text: 'select secret from webhook_subscription' })
  t.equal(record?.secret, secret)
})

t.test('given two who change a subscription, when the second has the former version, then it is refused', async (t) => {
  const { test, body } = await managing(t)
  const { id, versionId } = await created(test, body())
  const headers = { 'if-match': `"${versionId}"` }
  t.equal((await send(test, `PUT /${id}`, { body: body({ name: 'First' }), headers })).status, 200)
  t.equal((await send(test, `PUT /${id}`, { body: body({ name: 'Second' }), headers })).status, 412)
  t.equal((await send(test, `DELETE /${id}`, { headers })).status, 412)
  t.match((await send(test, `GET /${id}`)).body, { name: 'First', createdBy: String, modifiedBy: String })
})

t.test('given a request that cannot be carried out, then it is refused with its path, and nothing is written', async (t) => {
  const { test, body } = await managing(t)
  for (const [fields, path] of [
    [{ url: 'ftp://x' }, 'url'],
    [{ url: 'https://kari:pw@x.example/' }, 'url'],
    [{ url: 'https://erp.example:99999/in' }, 'url'],
    [{ url: 'https://erp.example:99999/in', active: false }, 'url'],
    [{ url: 'https://[::g]/in' }, 'url'],
    [{ url: 'https://10.0.0.1/in' }, 'url'],
    [{ url: 'http://[::1]:8080/' }, 'url'],
    [{ url: 'http://0x7f000002/' }, 'url'],
    [{ name: ' ' }, 'name'],
    [{ eventTypes: ['orders.order.craeted.v1'] }, 'eventTypes[0]'],
    [{ stores: ['Nowhere'] }, 'stores[0]'],
    [{ statuses: ['New', 'Lost'] }, 'statuses[1]'],
  ] as const) {
    const response = await send(test, `POST `, { body: body(fields) })
    t.match([response.status, Object.keys(response.body.errors ?? {})], [400, [path]], path)
  }
  t.equal((await send(test, `GET `)).body.result.length, 1)
  for (const method of ['PUT', 'DELETE'] as const)
    t.equal((await send(test, `${method} /erp`, method === 'PUT' ? { body: body() } : {})).status, 400, 'of the configuration')
  for (const id of ['nothing', '018f0000-0000-7000-8000-000000000000']) t.equal((await send(test, `DELETE /${id}`)).status, 404)
})

t.test('given rights, when someone subscribes, then only to what they may read, of their stores', async (t) => {
  const { test, body } = await managing(t)
  const create = (as: object, fields: object = {}) => send(test, `POST `, { body: body(fields), as })
  t.equal((await create({ roles: ['OrderRead'] })).status, 403)
  const admin = { roles: ['OrderAdmin'] }
  t.match((await create(admin, { eventTypes: ['accounting.>'] })).body, { message: /AccountingRead/ })
  t.match((await create(admin, { eventTypes: ['>'] })).status, 403)
  t.equal((await create({ roles: ['OrderAdmin', 'ProductAdmin'] }, { eventTypes: ['catalog.>'] })).status, 201)
  const bergen = { roles: ['OrderAdmin'], storeIds: ['Bergen-01'] }
  for (const stores of [[], ['Oslo-01'], ['Bergen-01', 'Oslo-01']]) t.equal((await create(bergen, { stores })).status, 403)
  const { id } = (await create(bergen, { stores: ['Bergen-01'] })).body
  const { id: other } = await created(test, body())
  const seen = (await send(test, `GET `, { as: bergen })).body.result
  t.same(
    seen.map((one: { id: string }) => one.id),
    [id],
  )
  for (const path of [`/${other}/Secret`, `/${other}/Test`])
    t.equal((await send(test, `POST ${path}`, { as: bergen })).status, 404)
  t.equal((await send(test, `DELETE /${other}`, { as: bergen })).status, 404)
  t.equal((await send(test, `PUT /${id}`, { as: bergen, body: body({ stores: ['Oslo-01'] }) })).status, 403)
  t.equal((await send(test, `DELETE /${id}`, { as: bergen })).status, 204)
})

t.test(
  'when a subscription is tested, then its receiver gets one signed event, and the response says what came of it',
  async (t) => {
    const { test, receiver, body } = await managing(t)
    const { id, secret } = await created(test, body({ active: false }))
    t.match((await send(test, `POST /${id}/Test`)).body, { isDelivered: true, status: 204, reason: null })
    const [call] = receiver.calls
    t.match(new Webhook(secret).verify(call?.text ?? '', call?.headers as Record<string, string>), {
      type: 'oms.webhook.test.v1',
      subject: id,
    })
    receiver.mood.reply = (response) => response.writeHead(422).end('who are you?')
    t.match((await send(test, `POST /${id}/Test`)).body, { isDelivered: false, status: 422, reason: /who are you/ })
    const hidden = await created(test, body({ url: receiver.url.replace('127.0.0.1', 'localhost') }))
    const refused = (await send(test, `POST /${hidden.id}/Test`)).body
    t.match(refused, { isDelivered: false, status: null, reason: /not a global one/ }, 'its host is not named in connectors.json')
    t.same(await deliveryRows(test.database), [])
  },
)
