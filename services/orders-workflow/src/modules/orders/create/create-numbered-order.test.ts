import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import type { OrdersConfig } from '../../../order/rules/context/orders-config.ts'
import { createdOrder, orderBody, orderFormBody, sampleConfig, testOrders } from '../../../testing/test-orders.ts'

const test = await testOrders(t)
const create = (body: unknown, { on = test, headers = {}, as = {} } = {}) =>
  on.send({ method: 'PUT', url: '/api/Orders', body, headers, as })
/** The body of an order that leaves number and id to the service. */
const unnumbered = (fields: Record<string, unknown> = {}) => {
  const { id: _id, orderNumber: _number, ...rest } = orderBody()
  return { ...rest, ...fields }
}
const lastDrawn = async (name: string) => {
  const [row] = await test.database.query<{ last_number: number }>({
    text: 'select last_number from number_sequence where name = $1',
    values: [name],
  })
  return row?.last_number ?? 0
}

t.test('given an order without number, when it is created, then it gets the next of its type, and its id from it', async (t) => {
  const first = await create(unnumbered())
  t.equal(first.status, 201)
  t.equal(first.body.orderNumber, 'O-100001')
  t.equal(first.body.id, 'O-100001')
  t.equal(first.headers.location, '/api/Orders/O-100001')
  t.equal(first.headers.etag, `"${first.body.versionId}"`)
  t.match((await create(unnumbered({ orderNumber: null }))).body, { id: 'O-100002', orderNumber: 'O-100002' })
  t.match((await create(unnumbered({ orderNumber: '' }))).body, { id: 'O-100003', orderNumber: 'O-100003' })
  t.match((await create(unnumbered({ orderType: 'ClickAndCollect' }))).body, { id: 'C-100001', orderNumber: 'C-100001' })
  t.equal((await test.send({ url: '/api/Orders/O-100002' })).status, 200)
})

t.test('given a sent id or number, when an order is created, then each is kept', async (t) => {
  const before = await lastDrawn('Online')
  const { body } = await create(unnumbered({ id: `own-${process.pid}` }))
  t.match(body, { id: `own-${process.pid}`, orderNumber: `O-${before + 1}` })
  const named = await create(unnumbered({ orderNumber: `N-${process.pid}` }))
  t.match(named.body, { id: `N-${process.pid}`, orderNumber: `N-${process.pid}` })
  t.equal(await lastDrawn('Online'), before + 1)
})

t.test('given no status, when an order is created, then it enters the first one of its type by order', async (t) => {
  const { body } = await create(unnumbered({ status: null }))
  t.match(body, { status: 'New', secretKey: /^\w{16}$/ })
  const config: OrdersConfig = structuredClone(await sampleConfig())
  const type = config.orderTypes.find(({ name }) => name === 'Online')
  Object.assign(type?.orderStatuses.find(({ name }) => name === 'Pending') ?? {}, { order: 1 })
  const other = await testOrders(t, { config, database: test.database })
  t.equal((await create(unnumbered({ status: null }), { on: other })).body.status, 'Pending')
  t.equal((await create(unnumbered({ status: 'OnHold' }), { on: other })).body.status, 'OnHold')
})

t.test('given a taken id, when an order is created, then it is 409, for a deleted one too', async (t) => {
  const { id } = await createdOrder(test)
  const deleted = await createdOrder(test, { status: 'Deleted' })
  for (const taken of [id, deleted.id]) {
    for (const body of [unnumbered({ id: taken }), unnumbered({ orderNumber: taken })]) {
      const response = await create(body)
      t.equal(response.status, 409)
      t.equal(response.body.error, 'OrderIdExists')
    }
  }
})

t.test('given a number that is taken as number or id, when an order is created, then it is stepped over', async (t) => {
  const next = (await lastDrawn('Online')) + 1
  await createdOrder(test, { id: `O-${next}`, orderNumber: 'something' })
  await createdOrder(test, { id: `other-${next}`, orderNumber: `O-${next + 1}` })
  t.match((await create(unnumbered())).body, { id: `O-${next + 2}`, orderNumber: `O-${next + 2}` })
})

t.test('given a range of taken numbers, when an order is created, then it is stepped over in a few tries', async (t) => {
  const next = (await lastDrawn('Replacement')) || 100_000
  const rows = Array.from({ length: 2_000 }, (_, index) => `R-${next + 1 + index}`)
  await test.database.query({
    text: `insert into "order" (id, store_id, version_number, version_id, event_sequence, document)
      select id, 'Oslo-01', 1, gen_random_uuid(), 1, '{}' from unnest($1::text[]) as taken (id)`,
    values: [rows],
  })
  const { status, body } = await create(unnumbered({ orderType: 'Replacement' }))
  t.equal(status, 201)
  t.ok(Number(body.orderNumber.slice(2)) > next + 2_000)
})

/**
 * Another transaction takes the next number as an id: not to be seen when the number is drawn, and
 * there when the order is written.
 */
async function takeMeanwhile(send: () => ReturnType<typeof create>) {
  const taken = `O-${(await lastDrawn('Online')) + 1}`
  const other = await test.database.pool.connect()
  await other.query('begin')
  await other.query(
    `insert into "order" (id, store_id, version_number, version_id, event_sequence, document)
      values ($1, 'Oslo-01', 1, gen_random_uuid(), 1, '{}')`,
    [taken],
  )
  const sending = send()
  for (;;) {
    const waiting = await test.database.query({
      text: `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    })
    if (waiting.length > 0) break
    await sleep(10)
  }
  await other.query('commit')
  other.release()
  return { taken, response: await sending }
}

t.test('given a number that another order takes meanwhile, when an order is created, then it is stepped over', async (t) => {
  const { taken, response } = await takeMeanwhile(() => create(unnumbered()))
  t.equal(response.status, 201)
  t.equal(response.body.id, `O-${Number(taken.slice(2)) + 1}`)
})

t.test('given an Idempotency-Key, when the number is taken meanwhile, then it is stepped over all the same', async (t) => {
  const headers = { 'idempotency-key': `meanwhile-${process.pid}` }
  const body = unnumbered()
  const { taken, response } = await takeMeanwhile(() => create(body, { headers }))
  t.equal(response.status, 201)
  t.equal(response.body.id, `O-${Number(taken.slice(2)) + 1}`)
  t.match(await create(body, { headers }), { status: 201, body: { id: response.body.id } })
})

t.test('given concurrent creations, when all have ended, then each order has a number of its own', async (t) => {
  const responses = await Promise.all(Array.from({ length: 40 }, () => create(unnumbered())))
  t.same(new Set(responses.map(({ status }) => status)), new Set([201]))
  t.equal(new Set(responses.map(({ body }) => body.orderNumber)).size, 40)
})

t.test('given a repeated Idempotency-Key, when an order without number is created, then it has the first number', async (t) => {
  const body = unnumbered()
  const headers = { 'idempotency-key': `numbered-${process.pid}` }
  const first = await create(body, { headers })
  const again = await create(body, { headers })
  t.equal(first.status, 201)
  t.equal(again.headers['idempotent-replayed'], 'true')
  t.same(again.body, first.body)
})

t.test('given wrong input, when an order is created, then it is refused with its path and takes no number', async (t) => {
  const before = await lastDrawn('Online')
  const bad: [Record<string, unknown>, string][] = [
    [{ storeId: null }, 'storeId'],
    [{ storeId: 'Nowhere' }, 'storeId'],
    [{ marketId: 'MARS' }, 'marketId'],
    [{ orderType: null }, 'orderType'],
    [{ orderType: 'Lottery', status: null }, 'orderType'],
    [{ status: 'PickedUp' }, 'status'],
    [{ id: 'Search' }, 'id'],
    [{ orderNumber: 'x'.repeat(101) }, 'orderNumber'],
    [{ orderForm: orderFormBody({ lineItems: [{ quantity: 0 }] }) }, 'orderForm.lineItems[0].quantity'],
  ]
  for (const [fields, path] of bad) {
    const response = await create(unnumbered(fields))
    t.equal(response.status, 400, path)
    t.ok(response.body.errors[path], JSON.stringify(response.body.errors))
  }
  t.equal((await create(unnumbered(), { as: { storeIds: ['142'] } })).status, 403)
  t.equal(await lastDrawn('Online'), before)
})

t.test('given no market, when an order is created, then it has the default one and a warning', async (t) => {
  const { body } = await create(unnumbered({ marketId: null }))
  t.match(body, { marketId: 'NOR', errors: [{ key: 'MarketIdMissing', severity: 'Warning' }] })
})
