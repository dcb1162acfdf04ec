import t from 'tap'
import type { OrdersConfig } from '../../../order/rules/context/orders-config.ts'
import { createdOrder, sampleConfig, testOrders } from '../../../testing/test-orders.ts'

const test = await testOrders(t)
// biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape.
type Body = any
const newOrder = (): Promise<Body> => createdOrder(test)
type Options = { on?: typeof test; method?: 'POST' | 'PUT'; headers?: Record<string, string> }
const update = (body: unknown, { on = test, method = 'PUT', headers = {} }: Options = {}) =>
  on.send({ method, url: '/api/Orders/Update', body, headers })

const config: OrdersConfig = structuredClone(await sampleConfig())
const strict = await testOrders(t, {
  config: { ...config, settings: { ...config.settings, rejectStaleVersions: true } },
  database: test.database,
})

t.test('given later versions, when an older one is written back, then it wins and names them, oldest first', async (t) => {
  for (const method of ['POST', 'PUT'] as const) {
    const order = await newOrder()
    const second = (await update({ ...order, customerName: 'B' }, { method })).body.order
    const third = (await update({ ...second, customerName: 'C' }, { method })).body.order
    const response = await update({ ...order, customerName: 'D' }, { method })
    t.equal(response.status, 200)
    t.equal(response.headers['overwrote-versions'], `${second.versionId}, ${third.versionId}`)
    t.equal(response.body.order.customerName, 'D')
    const next = await update({ ...response.body.order, customerName: 'E' }, { method })
    t.equal(next.headers['overwrote-versions'], undefined, 'nothing came in between')
  }
})

t.test('given no or an unknown version or no change, when an order is updated, then no overwritten one is named', async (t) => {
  const order = await newOrder()
  const second = (await update({ ...order, customerName: 'B' })).body.order
  for (const versionId of [null, 'mine', '00000000-0000-4000-8000-000000000000']) {
    const response = await update({ ...second, versionId, customerName: `C ${versionId}` })
    t.equal(response.status, 200)
    t.equal(response.headers['overwrote-versions'], undefined)
  }
  const { body } = await test.send({ url: `/api/Orders/${order.id}` })
  const same = await update({ ...body, versionId: order.versionId })
  t.equal(same.headers['overwrote-versions'], undefined)
  t.equal(same.body.order.versionId, body.versionId)
})

t.test('given a repeated Idempotency-Key, when an update overwrote versions, then they are named again', async (t) => {
  const order = await newOrder()
  const second = (await update({ ...order, customerName: 'B' })).body.order
  const headers = { 'idempotency-key': `overwrite-${order.id}` }
  const stale = { ...order, customerName: 'C' }
  t.equal((await update(stale, { headers })).headers['overwrote-versions'], second.versionId)
  t.equal((await update(stale, { headers })).headers['overwrote-versions'], second.versionId)
})

t.test('given rejectStaleVersions, when the body has a stale version, then it is 412 with the changed fields', async (t) => {
  const order = await newOrder()
  const second = (await update({ ...order, customerName: 'B', tags: ['x'] }, { on: strict })).body.order
  for (const method of ['POST', 'PUT'] as const) {
    const response = await update({ ...order, customerName: 'C' }, { on: strict, method })
    t.equal(response.status, 412)
    t.match(response.body, {
      error: 'VersionConflict',
      currentVersionId: second.versionId,
      changedFields: ['customerName', 'tags'],
    })
    t.equal((await update({ ...order, versionId: 'mine' }, { on: strict, method })).status, 412)
  }
  t.equal((await update({ ...second, customerName: 'D' }, { on: strict })).status, 200)
  t.equal((await update({ ...second, versionId: null, customerName: 'E' }, { on: strict })).status, 200)
})

t.test('given If-Match and a version in the body, when an order is updated, then both must be current', async (t) => {
  const order = await newOrder()
  const current = { 'if-match': `"${order.versionId}"` }
  for (const on of [test, strict]) {
    const stale = await update({ ...order, versionId: null, customerName: 'B' }, { on, headers: { 'if-match': '"other"' } })
    t.equal(stale.status, 412)
    t.equal(stale.body.currentVersionId, order.versionId)
  }
  const unequal = await update({ ...order, versionId: 'mine', customerName: 'B' }, { on: strict, headers: current })
  t.equal(unequal.status, 412)
  t.equal((await update({ ...order, customerName: 'B' }, { on: strict, headers: current })).status, 200)
})

t.test(
  'given concurrent updates, when all have ended, then the last one is stored whole and names the versions it overwrote',
  async (t) => {
    const order = await newOrder()
    const names = ['A', 'B', 'C', 'D']
    const responses = await Promise.all(names.map((customerName) => update({ ...order, customerName })))
    const overwrote = responses.map(({ headers }) => (headers['overwrote-versions'] ?? '').split(', ').filter(Boolean))
    t.same(overwrote.map(({ length }) => length).sort(), [0, 1, 2, 3])
    const last = responses[overwrote.findIndex(({ length }) => length === 3)]
    t.equal((await test.send({ url: `/api/Orders/${order.id}` })).body.customerName, last?.body.order.customerName)
  },
)
