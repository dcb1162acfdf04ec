import { eventually } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import type { OrdersConfig } from '../../../order/rules/context/orders-config.ts'
import { createdOrder, orderBody, sampleConfig, testOrders } from '../../../testing/test-orders.ts'

const test = await testOrders(t)
const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
// biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape.
type Body = any
const newOrder = (fields: Record<string, unknown> = {}): Promise<Body> => createdOrder(test, fields)
type Options = { on?: typeof test; query?: Record<string, string>; headers?: Record<string, string>; as?: { storeIds: string[] } }
const updateMany = (body: unknown, { on = test, query = {}, headers = {}, as }: Options = {}) =>
  on.send({ method: 'POST', url: '/api/Orders/UpdateMany', body, query, headers, ...(as === undefined ? {} : { as }) })
const representation = { prefer: 'return=representation' }
const continueOnError = { 'error-policy': 'continue' }
const read = async (id: string): Promise<Body> => (await test.send({ url: `/api/Orders/${id}` })).body

t.test('given known and new orders, when a batch is updated, then they are replaced or created', async (t) => {
  const known = await newOrder({ tags: ['old'] })
  const fresh: Body = orderBody()
  const response = await updateMany([{ ...known, customerName: 'Ola', tags: [] }, fresh])
  t.equal(response.status, 204)
  t.equal(response.text, '')
  const replaced = await read(known.id)
  t.match(replaced, { customerName: 'Ola', tags: { length: 0 }, secretKey: known.secretKey, total: 498.9 })
  t.not(replaced.versionId, known.versionId)
  t.match(await read(fresh.id), { id: fresh.id, total: 498.9 })
  const versions = await test.database.query<{ operation: string }>({
    text: 'select operation from order_version where order_id = any($1) order by version_number',
    values: [[known.id, fresh.id]],
  })
  t.same(versions.map(({ operation }) => operation).sort(), ['Create', 'UpdateMany', 'UpdateMany'])
})

t.test(
  'given Prefer: return=representation, when a batch is written, then each row is reported as created, updated or unchanged',
  async (t) => {
    const [changed, same] = [await newOrder(), await newOrder()]
    const fresh: Body = { ...orderBody(), id: null }
    const response = await updateMany([fresh, { ...changed, customerName: 'Ola' }, same], { headers: representation })
    t.same(response.body.results, [
      { index: 0, id: fresh.orderNumber, status: 'created', message: null },
      { index: 1, id: changed.id, status: 'updated', message: null },
      { index: 2, id: same.id, status: 'updated', message: 'The order is as it was sent already.' },
    ])
    t.equal((await read(same.id)).versionId, same.versionId)
  },
)

t.test('given an update that is not allowed, when a batch is updated, then it is refused and nothing is written', async (t) => {
  const good = await newOrder()
  const readOnly = await newOrder({ isReadOnly: true })
  const deleted = await newOrder({ status: 'Deleted' })
  const batches: [Body[], string, string[]][] = [
    [[{ ...readOnly, isReadOnly: false }], 'OrderIsReadOnly', ['[1]']],
    [[{ ...deleted, status: 'New' }], 'OrderIsDeleted', ['[1]']],
    [[readOnly, deleted], 'ValidationFailed', ['[1]', '[2]']],
    [[{ ...(await newOrder()), status: 'PickedUp' }], 'ValidationFailed', ['[1].status']],
    [
      [{ ...(await newOrder()), orderForm: { lineItems: [{ quantity: 1, placedPrice: -1 }] } }],
      'ValidationFailed',
      ['[1].orderForm.lineItems[0].placedPrice'],
    ],
    [[orderBody({ storeId: 'Nowhere' })], 'ValidationFailed', ['[1].storeId']],
  ]
  for (const [rows, code, paths] of batches) {
    const response = await updateMany([{ ...good, customerName: 'Ola' }, ...rows])
    t.equal(response.status, 400)
    t.equal(response.body.error, code)
    t.same(Object.keys(response.body.errors), paths)
  }
  t.equal((await read(good.id)).versionId, good.versionId)
})

t.test(
  'given Error-Policy: continue, when some rows fail, then the good ones are written and the failures reported',
  async (t) => {
    const [good, readOnly] = [await newOrder(), await newOrder({ isReadOnly: true })]
    const response = await updateMany([readOnly, { ...good, customerName: 'Ola' }, { id: 'x' }], { headers: continueOnError })
    t.equal(response.status, 200)
    t.match(response.body.results, [
      { index: 0, id: readOnly.id, status: 'failed', message: /read-only/ },
      { index: 1, id: good.id, status: 'updated' },
      { index: 2, status: 'failed', message: /is required/ },
    ])
    t.equal((await read(good.id)).customerName, 'Ola')
  },
)

t.test('given an id twice, when a batch is updated, then it is refused', async (t) => {
  const order = await newOrder()
  const response = await updateMany(
    [
      { ...order, customerName: 'A' },
      { ...order, customerName: 'B' },
    ],
    { headers: continueOnError },
  )
  t.equal(response.status, 400)
  t.same(Object.keys(response.body.errors), ['[1].id'])
  t.equal((await read(order.id)).versionId, order.versionId)
})

t.test('given a foreign store of any kind, when a batch is updated, then it is 403 with the row', async (t) => {
  const as = { storeIds: ['Bergen-01'] }
  const mine = await newOrder({ storeId: 'Bergen-01' })
  const other = await newOrder({ storeId: 'Oslo-01' })
  const returning = { ...mine, returnOrderForms: [{ returnId: '1', storeId: 'Oslo-01' }] }
  for (const row of [other, { ...other, storeId: 'Bergen-01' }, { ...mine, storeId: 'Oslo-01' }, orderBody(), returning]) {
    const response = await updateMany([orderBody({ storeId: 'Bergen-01' }), row], { as })
    t.equal(response.status, 403)
    t.same(Object.keys(response.body.errors), ['[1]'])
  }
  t.equal((await updateMany([{ ...mine, customerName: 'Ola' }], { as })).status, 204)
})

t.test('given rejectStaleVersions, when a batch has a stale row, then it is a conflict', async (t) => {
  const config: OrdersConfig = structuredClone(await sampleConfig())
  const settings = { ...config.settings, rejectStaleVersions: true }
  const strict = await testOrders(t, { config: { ...config, settings }, database: test.database })
  const [stale, current] = [await newOrder(), await newOrder()]
  await updateMany([{ ...stale, customerName: 'A' }])
  const rows = [
    { ...stale, customerName: 'B' },
    { ...current, customerName: 'B' },
  ]
  const refused = await updateMany(rows, { on: strict })
  t.match([refused.status, refused.body.error], [412, 'VersionConflict'])
  t.same(Object.keys(refused.body.errors), ['[0]'])
  const response = await updateMany(rows, { on: strict, headers: continueOnError })
  t.match(response.body.results, [{ status: 'failed' }, { status: 'updated' }])
})

t.test('given runWorkflow=true, when a batch is updated, then each order enters its status in the background', async (t) => {
  const known = await newOrder()
  await test.background.idle()
  const fresh: Body = orderBody({ status: 'Completed' })
  const rows = [{ ...(await read(known.id)), status: 'Completed' }, fresh]
  t.equal((await updateMany(rows, { query: { runWorkflow: 'true' } })).status, 204)
  await test.background.idle()
  for (const id of [known.id, fresh.id])
    t.match(await read(id), { status: 'Completed', completed: String, orderForm: { capturedPaymentTotal: 498.9 } })
  const queued = await newOrder({ status: 'Queued' })
  t.equal((await updateMany([queued], { query: { runWorkflow: 'true' } })).body.error, 'OrderIsQueued')
  t.equal((await updateMany([{ ...queued, status: 'New' }], { query: { runWorkflow: 'true' } })).status, 204)
})

t.test('given no runWorkflow, when a batch is updated, then no workflow runs', async (t) => {
  const order = await newOrder()
  await test.background.idle()
  await updateMany([{ ...(await read(order.id)), status: 'Completed' }])
  await test.background.idle()
  t.match(await read(order.id), { status: 'Completed', completed: null, orderForm: { capturedPaymentTotal: 0 } })
})

t.test('given concurrent batches over the same orders, when all have ended, then they were serialised', async (t) => {
  const orders = await Promise.all(Array.from({ length: 12 }, () => newOrder()))
  const named = (customerName: string) => orders.map((order) => ({ ...order, customerName }))
  const responses = await Promise.all([
    updateMany(named('A')),
    updateMany(named('B').toReversed()),
    updateMany([...named('C').slice(6), ...named('C').slice(0, 6)]),
  ])
  t.same(
    responses.map(({ status }) => status),
    [204, 204, 204],
  )
  const names = await Promise.all(orders.map(async ({ id }) => (await read(id)).customerName))
  t.equal(new Set(names).size, 1, 'the last batch won as a whole')
})

t.test(
  'given a row that fails only on write, when the batch is sent, then the batch is refused or the row left out',
  async (t) => {
    for (const headers of [{}, continueOnError] as Record<string, string>[]) {
      const [first, second] = [await newOrder(), await newOrder()]
      const rows = [first, second].map((order) => ({ ...order, customerName: 'Ola' }))
      // Another makes the first order read-only after the rows were tried out: its row is held
      // until the batch waits for it.
      const lock = await test.database.pool.connect()
      await lock.query('begin')
      await lock.query(
        `update "order" set document = jsonb_set(jsonb_set(document::jsonb, '{isReadOnly}', 'true'), '{versionId}', to_jsonb(gen_random_uuid()::text))::json where id = $1`,
        [first.id],
      )
      const pending = updateMany(rows, { headers })
      await eventually(async () => (await test.database.query({ text: waiting })).length > 0, 'the batch waits for the row')
      await lock.query('commit')
      lock.release()
      const response = await pending
      if (headers === continueOnError)
        t.match(response.body.results, [{ status: 'failed', message: /read-only/ }, { status: 'updated' }])
      else
        t.match([response.status, response.body.error, response.body.errors], [400, 'OrderIsReadOnly', { '[0]': [/read-only/] }])
      t.equal((await read(second.id)).customerName, headers === continueOnError ? 'Ola' : 'Kari Nordmann')
    }
  },
)

t.test('given a repeated Idempotency-Key, when a batch is updated, then it is written once', async (t) => {
  const order = await newOrder()
  const headers = { 'idempotency-key': `update-many-${order.id}`, ...representation }
  const rows = [{ ...order, customerName: 'Ola' }]
  const first = await updateMany(rows, { headers })
  await updateMany([{ ...order, customerName: 'Per' }])
  const again = await updateMany(rows, { headers })
  t.equal(again.headers['idempotent-replayed'], 'true')
  t.same(again.body, first.body)
  t.equal((await read(order.id)).customerName, 'Per')
})
