import t from 'tap'
import { authorization, createdOrder, orderFormBody, outboxEnvelopes, testOrders } from '../../../testing/test-orders.ts'

const test = await testOrders(t)
// biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape.
type Body = any
const newOrder = (fields: Record<string, unknown> = {}): Promise<Body> => createdOrder(test, fields)
type Options = {
  method?: 'POST' | 'PUT'
  query?: Record<string, string>
  headers?: Record<string, string>
  as?: { storeIds: string[] }
}
const update = (body: unknown, { method = 'POST', query = {}, headers = {}, as }: Options = {}) =>
  test.send({ method, url: '/api/Orders/Update', body, query, headers, ...(as === undefined ? {} : { as }) })
const read = async (id: string): Promise<Body> => (await test.send({ url: `/api/Orders/${id}` })).body
const findVersions = async (id: string) =>
  test.database.query<{ version_id: string; operation: string; changed_fields: string[] }>({
    text: 'select version_id, operation, changed_fields from order_version where order_id = $1 order by version_number',
    values: [id],
  })
const methods = ['POST', 'PUT'] as const

t.test('given an order, when it is replaced, then no workflow runs and the list of results is empty', async (t) => {
  for (const method of methods) {
    const order = await newOrder({ tags: ['old'], salesChannel: 'web' })
    const response = await update({ ...order, customerName: 'Ola', tags: ['new'], salesChannel: null }, { method })
    t.equal(response.status, 200)
    t.match(response.body, {
      isAborted: false,
      orderActionExecutionResults: { length: 0 },
      order: { id: order.id, customerName: 'Ola', tags: ['new'], salesChannel: null, total: order.total },
    })
    t.equal(response.headers.etag, `"${response.body.order.versionId}"`)
    t.equal(response.headers['overwrote-versions'], undefined)
    t.same(await read(order.id), response.body.order)
    const [, second, ...others] = await findVersions(order.id)
    t.match(second, { operation: 'Update', changed_fields: ['customerName', 'salesChannel', 'tags'] })
    t.equal(others.length, 0)
  }
})

t.test(
  'given fields that are not sent, when the order is replaced, then they are emptied except number, creation, key, market and calculated ones',
  async (t) => {
    for (const method of methods) {
      const order = await newOrder({ marketId: 'SWE', storeId: 'Stockholm-01', created: '2026-01-02T03:04:05Z', tags: ['a'] })
      t.ok(order.secretKey)
      const { id, storeId, orderType, status } = order
      const { body } = await update({ id, storeId, orderType, status, total: 99 }, { method })
      const { created, orderNumber, secretKey, marketId } = order
      t.match(body.order, { created, orderNumber, secretKey, marketId, tags: { length: 0 }, customerName: null, total: 0 })
      t.match(body.order.orderForm, { lineItems: { length: 0 }, shipments: { length: 0 }, payments: { length: 0 } })
      const own = { created: '2025-01-01T00:00:00.000Z', orderNumber: 'other', secretKey: 'own' }
      t.match((await update({ id, storeId, orderType, status, ...own }, { method })).body.order, own)
    }
  },
)

t.test('given an order, when it is sent back as it was read, then there is no version and no event', async (t) => {
  for (const method of methods) {
    const { id } = await newOrder({ orderNotes: [{ detail: 'call first' }], errors: [{ key: 'k', severity: 'Warning' }] })
    await test.background.idle()
    await test.send({ method: 'POST', url: `/api/Orders/${id}/UpdateStatus`, body: { status: 'Completed' } })
    await test.background.idle()
    const order = await read(id)
    const before = [(await findVersions(id)).length, (await outboxEnvelopes(test, id)).length]
    const response = await update(order, { method })
    t.equal(response.status, 200)
    t.same(response.body.order, order)
    t.same([(await findVersions(id)).length, (await outboxEnvelopes(test, id)).length], before)
  }
})

t.test('given wrong values or an unknown order, when an order is updated, then it is refused with the path', async (t) => {
  const order = await newOrder()
  const bad: [Record<string, unknown>, string][] = [
    [{ id: null }, 'id'],
    [{ storeId: null }, 'storeId'],
    [{ storeId: 'Nowhere' }, 'storeId'],
    [{ marketId: 'MARS' }, 'marketId'],
    [{ billingCurrency: 'ZZZ' }, 'billingCurrency'],
    [{ orderType: 'Lottery' }, 'orderType'],
    [{ status: null }, 'status'],
    [{ status: 'PickedUp' }, 'status'],
    [{ orderForm: { lineItems: [{ quantity: 0 }] } }, 'orderForm.lineItems[0].quantity'],
    [{ orderForm: { lineItems: [{ quantity: 1, placedPrice: -1 }] } }, 'orderForm.lineItems[0].placedPrice'],
    [
      { orderForm: { lineItems: [{ quantity: 2 }], shipments: [{ lineItems: [{ lineItemId: '1', quantity: 1 }] }] } },
      'orderForm.lineItems[0].quantity',
    ],
    [{ orderForm: { payments: [authorization({ amount: 0 })] } }, 'orderForm.payments[0].amount'],
  ]
  for (const method of methods) {
    for (const [fields, path] of bad) {
      const response = await update({ ...order, ...fields }, { method })
      t.equal(response.status, 400, path)
      t.ok(response.body.errors[path], JSON.stringify(response.body.errors))
    }
    const unknown = await update({ ...order, id: 'nobody' }, { method })
    t.match([unknown.status, unknown.body.error], [404, 'NotFound'])
    const over = { ...order, orderForm: { lineItems: [{ quantity: 1, deliveredQuantity: 2 }] } }
    t.equal((await update(over, { method })).body.error, 'QuantityNotAvailable')
  }
  t.equal((await findVersions(order.id)).length, 1)
})

t.test('given a read-only or deleted order, when it is updated, then it is refused, also with isReadOnly false', async (t) => {
  for (const method of methods) {
    const locked = await newOrder({ isReadOnly: true })
    t.equal((await update({ ...locked, isReadOnly: false }, { method })).body.error, 'OrderIsReadOnly')
    const deleted = await newOrder({ status: 'Deleted' })
    t.equal((await update({ ...deleted, status: 'New' }, { method })).body.error, 'OrderIsDeleted')
    const open = await newOrder()
    t.equal((await update({ ...open, isReadOnly: true }, { method })).status, 200)
    t.equal((await update(await read(open.id), { method })).status, 400)
  }
})

t.test('given a queued order, when it is updated with runWorkflow, then it must leave Queued', async (t) => {
  const order = await newOrder({ status: 'Queued' })
  const query = { runWorkflow: 'true' }
  const refused = await update({ ...order, customerName: 'never' }, { query })
  t.match([refused.status, refused.body.error], [400, 'OrderIsQueued'])
  t.equal((await read(order.id)).versionId, order.versionId)
  const moved = await update({ ...order, status: 'Completed' }, { query })
  t.match(moved.body, { isAborted: false, order: { status: 'Completed', orderForm: { capturedPaymentTotal: 498.9 } } })
  const other = await newOrder({ status: 'Queued' })
  t.match((await update({ ...other, status: 'InProgress' })).body, { order: { status: 'InProgress' } })
})

t.test(
  'given runWorkflow=true, when the order is replaced, then it enters the status and the response has each result',
  async (t) => {
    const order = await newOrder()
    await test.background.idle()
    const response = await update(
      { ...(await read(order.id)), status: 'Completed', customerName: 'Ola' },
      { query: { runWorkflow: 'true' } },
    )
    t.equal(response.status, 200)
    t.equal(response.body.isAborted, false)
    t.match(response.body.orderActionExecutionResults, [
      { actionType: 'CapturePayments', actionStatus: 'Success', runId: String },
    ])
    t.match(response.body.order, { status: 'Completed', customerName: 'Ola', completed: String })
    t.match(response.body.order.orderForm.shipments, [
      { orderStatus: 'Completed', status: 'Shipped', lineItems: [{ deliveredQuantity: 2 }, { deliveredQuantity: 1 }] },
    ])
    t.match(
      response.body.order.orderForm.payments.filter((payment: Body) => payment.transactionType === 'Capture'),
      [{ amount: 498.9, status: 'Processed' }],
    )
    const again = await update(await read(order.id), { query: { runWorkflow: 'true' } })
    t.match(again.body.orderActionExecutionResults, [{ actionType: 'CapturePayments', actionStatus: 'Warning' }])
    t.same(
      (await read(order.id)).orderForm.payments.length,
      response.body.order.orderForm.payments.length,
      'the steps are idempotent by their keys',
    )
  },
)

t.test('given PUT with runWorkflow, when an order is updated, then no workflow runs', async (t) => {
  const order = await newOrder()
  const { body } = await update({ ...order, status: 'Completed' }, { method: 'PUT', query: { runWorkflow: 'true' } })
  t.match(body, { isAborted: false, orderActionExecutionResults: { length: 0 }, order: { status: 'Completed', completed: null } })
})

t.test('given a store out of scope, when an order is updated from, to or returned to it, then it is 403', async (t) => {
  const order = await newOrder({ storeId: 'Bergen-01' })
  for (const method of methods) {
    t.equal((await update(order, { method, as: { storeIds: ['Oslo-01'] } })).status, 403)
    t.equal((await update({ ...order, storeId: 'Oslo-01' }, { method, as: { storeIds: ['Bergen-01'] } })).status, 403)
    t.equal((await update(order, { method, as: { storeIds: ['Bergen-01'] } })).status, 200)
    const returnOrderForms = [{ returnId: '1', storeId: 'Oslo-01' }]
    t.equal((await update({ ...order, returnOrderForms }, { method, as: { storeIds: ['Bergen-01'] } })).status, 403)
  }
})

t.test('given sent payments, when the order is replaced, then they keep their ids and only new ones are published', async (t) => {
  const order = await newOrder()
  const { id: _id, created: _created, ...payment } = order.orderForm.payments[0]
  const orderForm = { ...order.orderForm, payments: [{ ...payment, comment: 'checked' }] }
  const { body } = await update({ ...order, orderForm })
  t.match(body.order.orderForm.payments, [{ ...order.orderForm.payments[0], comment: 'checked' }])
  const recorded = (await outboxEnvelopes(test, order.id)).filter(({ type }) => type === 'orders.payment.recorded.v1')
  t.equal(recorded.length, 1)
})

t.test(
  'given an Idempotency-Key, when the replacement is repeated, then it happens once and the first response is returned',
  async (t) => {
    for (const method of methods) {
      const order = await newOrder()
      const headers = { 'idempotency-key': `update-${method}-${order.id}` }
      const body = { ...order, customerName: 'Ola' }
      const first = await update(body, { method, headers })
      await update({ ...order, customerName: 'Per' }, { method })
      const again = await update(body, { method, headers })
      t.equal(again.headers['idempotent-replayed'], 'true')
      t.same(again.body, first.body)
      t.equal((await read(order.id)).customerName, 'Per')
      t.equal((await update({ ...body, tags: ['x'] }, { method, headers })).status, 422)
    }
  },
)

t.test('given the same update, when it is sent twice concurrently, then one version is written', async (t) => {
  const order = await newOrder()
  const body = { ...order, orderForm: orderFormBody(), publicOrderNotes: [{ detail: 'hello' }] }
  const responses = await Promise.all([update(body), update(body)])
  t.same(
    responses.map(({ status }) => status),
    [200, 200],
  )
  t.equal((await findVersions(order.id)).length, 2)
})
