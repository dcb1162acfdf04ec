import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { manualPayments } from '../../connectors/payment/manual.ts'
import type { PaymentConnector } from '../../connectors/payment/payment-connector.ts'
import { authorization, createdOrder, type OrdersTest, orderBody, testOrders, updateStatus } from '../../testing/test-orders.ts'
import { configWithSteps } from '../../testing/workflow/stepped-config.ts'

const steps = [{ name: 'CapturePayments', id: 'capture' }]
const config = await configWithSteps(steps)
const locking = { ...config, settings: { ...config.settings, orderLock: true } }

/** A provider that responds when the test says so. */
function slowProvider() {
  const called = Promise.withResolvers<void>()
  const mayRespond = Promise.withResolvers<void>()
  const capture: PaymentConnector['capture'] = async (request) => {
    called.resolve()
    await mayRespond.promise
    return manualPayments.capture(request)
  }
  return {
    called: called.promise,
    respond: () => mayRespond.resolve(),
    connectors: { payment: (): PaymentConnector => ({ ...manualPayments, capture }) },
  }
}

const enter = (test: OrdersTest, id: string) => updateStatus(test, id, { body: { status: 'InProgress' } })
const pay = (test: OrdersTest, id: string) =>
  test.send({
    method: 'POST',
    url: `/api/Orders/${id}/AddPayments`,
    body: [authorization({ transactionId: 'second', amount: 1 })],
  })
const isLocked = { status: 409, headers: { 'retry-after': '1' }, body: { error: 'ResourceLocked', message: /modifying/ } }

t.test('given orderLock and a status in progress, when other writes come, then they are refused until its end', async (t) => {
  const outside = slowProvider()
  const test = await testOrders(t, { config: locking, connectors: outside.connectors })
  const { id } = await createdOrder(test)
  const other = await createdOrder(test)
  const updating = enter(test, id)
  await outside.called
  const url = `/api/Orders/${id}`
  const writes = [
    () => pay(test, id),
    () => enter(test, id),
    () => test.send({ method: 'PUT', url: `${url}/PutPayments`, body: [] }),
    () => test.send({ method: 'PATCH', url: `${url}/PatchOrder`, body: { customerName: 'Ola' } }),
    () => test.send({ method: 'PUT', url: '/api/Orders/Update', body: orderBody({ id }) }),
    () =>
      test.send({
        method: 'POST',
        url: `${url}/OrderLines`,
        body: { lineItemId: '9', code: 'NEW', quantity: 1, placedPrice: 1 },
      }),
    () => test.send({ method: 'DELETE', url }),
    () => test.send({ method: 'DELETE', url: `${url}?deletePermanently=true` }),
  ]
  for (const write of writes) t.match(await write(), isLocked)
  t.equal((await test.send({ url })).status, 200, 'reads go on')
  t.equal((await pay(test, other.id)).status, 200, 'so do writes to other orders')
  outside.respond()
  t.equal((await updating).status, 200)
  t.equal((await pay(test, id)).status, 200)
  t.same(await test.database.query({ text: 'select from order_lock' }), [])
})

t.test('given orderLock, when writes are concurrent, then one succeeds and the others follow or are refused', async (t) => {
  const test = await testOrders(t, { config: locking })
  const { id } = await createdOrder(test)
  const responses = await Promise.all(Array.from({ length: 5 }, () => enter(test, id)))
  const statuses = responses.map(({ status }) => status)
  t.ok(statuses.includes(200))
  for (const status of statuses) t.ok(status === 200 || status === 409, String(status))
  t.match(await pay(test, id), { status: 200 })
})

t.test('given a locked order, when a batch updates it, then its row fails', async (t) => {
  const outside = slowProvider()
  const test = await testOrders(t, { config: locking, connectors: outside.connectors })
  const { id } = await createdOrder(test)
  const other = await createdOrder(test)
  const updating = enter(test, id)
  await outside.called
  const send = (headers: Record<string, string>) =>
    test.send({ method: 'POST', url: '/api/Orders/UpdateMany', body: [orderBody({ id: other.id }), orderBody({ id })], headers })
  t.match(await send({}), isLocked)
  t.match(await send({ 'error-policy': 'continue' }), {
    status: 200,
    body: {
      results: [
        { id: other.id, status: 'updated' },
        { id, status: 'failed', message: /modifying/ },
      ],
    },
  })
  outside.respond()
  await updating
})

t.test('given the lock of a process that ended, when its time is over, then the order can be written to', async (t) => {
  const outside = slowProvider()
  const test = await testOrders(t, { config: locking, connectors: outside.connectors })
  const { id } = await createdOrder(test)
  const updating = enter(test, id)
  await outside.called
  const [row] = await test.database.query<{ seconds: string }>({
    text: 'select extract(epoch from expires - now())::text as seconds from order_lock',
  })
  t.ok(Number(row?.seconds) <= 30)
  await test.database.query({ text: `update order_lock set expires = now() - interval '1 second'` })
  t.equal((await pay(test, id)).status, 200)
  outside.respond()
  await updating
})

t.test('given running work, when its lock would expire, then it is renewed', async (t) => {
  const outside = slowProvider()
  const test = await testOrders(t, { config: locking, connectors: outside.connectors })
  test.deps.lockRenewalMs = 5
  const { id } = await createdOrder(test)
  const updating = enter(test, id)
  await outside.called
  const expired = () => test.database.query({ text: 'select from order_lock where expires <= now()' })
  for (let times = 0; times < 2; times++) {
    await test.database.query({ text: `update order_lock set expires = now() - interval '1 second'` })
    // Only the holder renews it.
    while ((await expired()).length > 0) await setImmediate()
  }
  t.match(await pay(test, id), isLocked)
  outside.respond()
  t.equal((await updating).status, 200)
  t.equal((await pay(test, id)).status, 200)
})

t.test('given no orderLock or a dry run, when a status is in progress, then no write is refused', async (t) => {
  const outside = slowProvider()
  const test = await testOrders(t, { config, connectors: outside.connectors })
  const { id } = await createdOrder(test)
  const updating = enter(test, id)
  await outside.called
  t.equal((await pay(test, id)).status, 200)
  const strict = await testOrders(t, { config: locking, database: test.database })
  t.equal(
    (await strict.send({ method: 'POST', url: `/api/Orders/${id}/UpdateStatus?dryRun=true`, body: { status: 'OnHold' } })).status,
    200,
  )
  outside.respond()
  t.equal((await updating).status, 200)
})
