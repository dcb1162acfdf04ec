import { joinTransaction, type Transaction } from '@open-oms/service-kit/database/transaction'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import t from 'tap'
import {
  authorization,
  orderBody,
  orderFormBody,
  outboxEnvelopes,
  sampleConfig,
  testOrders,
} from '../../../testing/test-orders.ts'

const test = await testOrders(t)
const create = (body: unknown, headers: Record<string, string> = {}) =>
  test.send({ method: 'POST', url: '/api/Orders', body, headers })

t.test('given a valid order, when it is created, then the response is the whole order with Location and ETag', async (t) => {
  const body = orderBody()
  const created = await create(body)
  t.equal(created.status, 201)
  t.equal(created.headers.location, `/api/Orders/${body.id}`)
  t.equal(created.headers.etag, `"${created.body.versionId}"`)
  t.match(created.body, {
    id: body.id,
    total: 498.9,
    taxTotal: 99.78,
    netTotal: 498.9,
    remainingPayment: 0,
    modifiedBy: 'test-client',
    tags: { length: 0 },
    salesChannel: null,
    orderForm: { subTotal: 449.9, shippingTotal: 49, total: 498.9, authorizedPaymentTotal: 498.9 },
  })
  t.match(created.body.orderForm.payments[0], { id: String, created: String })
  const read = await test.send({ url: `/api/Orders/${body.id}` })
  t.equal(read.status, 200)
  t.equal(read.headers.etag, created.headers.etag)
  t.same(read.body, created.body)
})

t.test('given an order, when it is created, then it has one version and events from 1 without personal data', async (t) => {
  const { body } = await create(orderBody())
  await test.background.idle()
  const versions = await test.database.query({
    text: 'select version_number, version_id, operation, created_by from order_version where order_id = $1',
    values: [body.id],
  })
  t.same(versions, [{ version_number: 1, version_id: body.versionId, operation: 'Create', created_by: 'test-client' }])
  const events = await outboxEnvelopes(test, body.id)
  t.same(
    events.map(({ type, sequence }) => [type, sequence]),
    [
      ['orders.order.created.v1', 1],
      ['orders.payment.recorded.v1', 2],
      ['orders.workflow.completed.v1', 3],
    ],
  )
  t.match(events[0].data, {
    orderId: body.id,
    storeId: 'Oslo-01',
    status: 'New',
    total: 498.9,
    currency: 'NOK',
    previousStatus: null,
    operation: 'Create',
  })
  t.notMatch(JSON.stringify(events), /Kari|kari@example/)
})

t.test('given calculated values in the request, when an order is created, then they are ignored', async (t) => {
  const { body } = await create(
    orderBody({
      total: 1,
      netTotal: 2,
      versionId: 'mine',
      modifiedBy: 'me',
      modified: '2001-01-01',
      completed: '2001-01-01',
      isNewCustomer: true,
    }),
  )
  t.equal(body.total, 498.9)
  t.equal(body.netTotal, 498.9)
  t.not(body.versionId, 'mine')
  t.equal(body.modifiedBy, 'test-client')
  t.not(body.modified.slice(0, 4), '2001')
  t.equal(body.completed, null)
  t.equal(body.isNewCustomer, null)
})

t.test('given an order number and no id, when an order is created, then the number is its id', async (t) => {
  const { id, ...rest } = orderBody()
  const created = await create(rest)
  t.equal(created.status, 201)
  t.equal(created.body.id, id)
})

t.test(
  'given names in any letter case, nulls and unknown fields, when the order is created, then names match and the rest is ignored',
  async (t) => {
    const { id, storeId, ...rest } = orderBody()
    const created = await create({ ...rest, ID: id, StoreID: storeId, tags: null, salesChannel: null, colour: 'blue' })
    t.equal(created.status, 201)
    t.match(created.body, { id, storeId, tags: { length: 0 } })
  },
)

t.test('given no market, when an order is created, then it has the default one and a warning', async (t) => {
  const { body } = await create(orderBody({ marketId: null }))
  t.equal(body.marketId, 'NOR')
  t.match(body.errors, [{ key: 'MarketIdMissing', severity: 'Warning' }])
})

t.test('given 250 errors, when the default market is taken, then its warning is among the errors', async (t) => {
  const errors = Array.from({ length: 250 }, (_, index) => ({ key: `e${index}`, severity: 'Warning' }))
  const { status, body } = await create(orderBody({ marketId: null, errors }))
  t.equal(status, 201)
  t.equal(body.errors.length, 250)
  t.equal(body.errors.at(-1).key, 'MarketIdMissing')
})

t.test('given lines without ids, when an order is created, then they get the highest number + 1', async (t) => {
  const line = { code: 'X', quantity: 1, placedPrice: 10 }
  const lineItems = [{ ...line, lineItemId: '7' }, line, { ...line, lineItemId: 'abc' }, line]
  const { body } = await create(orderBody({ orderForm: { lineItems } }))
  t.same(
    body.orderForm.lineItems.map((item: { lineItemId: string }) => item.lineItemId),
    ['7', '8', 'abc', '9'],
  )
})

t.test('given one shipment without lines, when an order is created, then it takes all lines', async (t) => {
  const { body } = await create(orderBody())
  t.match(body.orderForm.shipments[0].lineItems, [
    { lineItemId: '1', quantity: 2, displayName: 'Cup' },
    { lineItemId: '2', quantity: 1, displayName: 'Pot' },
  ])
})

t.test('given the same payment twice, when an order is created, then it is stored once', async (t) => {
  const { body } = await create(orderBody({ orderForm: orderFormBody({ payments: [authorization(), authorization()] }) }))
  t.equal(body.orderForm.payments.length, 1)
})

t.test('given an id with slashes, spaces and any script, when an order is created, then it is read by it', async (t) => {
  for (const id of [
    `a/b c ${process.pid}`,
    `ordre-æøå-${process.pid}`,
    `注文/一 ${process.pid}`,
    `100%25-${process.pid}`,
    `'; drop table "order"; --${process.pid}`,
  ]) {
    const created = await create(orderBody({ id }))
    t.equal(created.status, 201, id)
    const read = await test.send({ url: created.headers.location as string })
    t.equal(read.status, 200, id)
    t.equal(read.body.id, id)
  }
})

t.test('given a taken id, when an order is created, then it is 409', async (t) => {
  const body = orderBody()
  await create(body)
  const response = await create(body)
  t.equal(response.status, 409)
  t.equal(response.body.error, 'OrderIdExists')
})

t.test('given two concurrent creations of one id, when both have ended, then one succeeded and one was refused', async (t) => {
  const body = orderBody()
  const responses = await Promise.all([create(body), create(body)])
  t.same(responses.map((response) => response.status).sort(), [201, 409])
  t.equal((await outboxEnvelopes(test, body.id as string)).filter((event) => event.type === 'orders.order.created.v1').length, 1)
})

t.test(
  'given one Idempotency-Key, when it is sent twice concurrently, then one order is created and the response is the same',
  async (t) => {
    const body = orderBody()
    const headers = { 'idempotency-key': `key-${body.id}` }
    const responses = await Promise.all([create(body, headers), create(body, headers)])
    // The second comes while the first is under way, or just after it.
    const isReplay = (response: (typeof responses)[number]) => response.headers['idempotent-replayed'] === 'true'
    const isInFlight = (response: (typeof responses)[number]) => response.body.error === 'IdempotencyInFlight'
    t.equal(responses.filter((response) => response.status === 201 && !isReplay(response)).length, 1)
    t.equal(responses.filter((response) => isReplay(response) || isInFlight(response)).length, 1)
    const replay = await create(body, headers)
    t.equal(replay.status, 201)
    t.equal(replay.headers['idempotent-replayed'], 'true')
    t.equal(replay.body.id, body.id)
    const other = await create({ ...body, status: 'Pending' }, headers)
    t.equal(other.status, 422)
    t.equal(other.body.error, 'IdempotencyKeyReused')
  },
)

t.test('given Prefer: return=minimal, when an order is created, then the response is 204 with ETag and Location', async (t) => {
  const response = await create(orderBody(), { prefer: 'return=minimal' })
  t.equal(response.status, 204)
  t.ok(response.headers.etag)
  t.ok(response.headers.location)
  t.equal(response.headers['preference-applied'], 'return=minimal')
})

t.test('given a client limited to stores, when it creates orders, then only those of its stores are created', async (t) => {
  const as = { storeIds: ['Bergen-01'] }
  t.equal((await test.send({ method: 'POST', url: '/api/Orders', body: orderBody(), as })).status, 403)
  t.equal((await test.send({ method: 'POST', url: '/api/Orders', body: orderBody({ storeId: 'Bergen-01' }), as })).status, 201)
  const returning = orderBody({ storeId: 'Bergen-01', returnOrderForms: [{ returnId: '1', storeId: 'Oslo-01' }] })
  t.equal((await test.send({ method: 'POST', url: '/api/Orders', body: returning, as })).status, 403)
})

t.test('given a Pos order, when it is created, then it is delivered and dated, and not with runWorkflow=false', async (t) => {
  const pos = {
    orderType: 'Pos',
    status: 'Completed',
    orderForm: { lineItems: [{ lineItemId: '1', quantity: 3, placedPrice: 10 }] },
  }
  const { body } = await create(orderBody(pos))
  t.match(body, { status: 'Completed', completed: String })
  t.match(body.orderForm.lineItems[0], { quantity: 3, deliveredQuantity: 3, deliveredDate: String })
  t.match(body.orderForm.shipments, [{ shipmentId: '1', orderStatus: 'Completed' }])
  const left = await test.send({ method: 'POST', url: '/api/Orders', query: { runWorkflow: 'false' }, body: orderBody(pos) })
  t.match(left.body, { status: 'Completed', completed: null, orderForm: { shipments: { length: 0 } } })
})

t.test('given first steps that need the catalogue, when an order is created, then its products are read once', async (t) => {
  const database = await testDatabase(t, 'orders-workflow')
  let reads = 0
  const counted = <Reader extends Pick<Transaction, 'query'>>(reader: Reader): Reader => ({
    ...reader,
    query: (statement: Parameters<Transaction['query']>[0]) => {
      if (statement.name === 'product-copy-find') reads++
      return reader.query(statement)
    },
  })
  const inTransaction: typeof database.inTransaction = (work) =>
    database.inTransaction((tx) => work(counted(joinTransaction(tx))))
  const config = await sampleConfig()
  const steps = config.orderTypes.find(({ name }) => name === 'Online')?.orderStatuses[0]?.workflowSteps ?? []
  const [first] = steps
  if (first !== undefined) steps.push({ ...first, id: 'breakdown', index: 999, name: 'ProductPackageBreakDown' })
  const other = await testOrders(t, { config, database: { ...counted(database), inTransaction } })
  const { id: _id, orderNumber: _number, ...unnumbered } = orderBody({ orderType: 'Online' })
  for (const request of [
    { method: 'POST', body: orderBody({ orderType: 'Online' }) },
    { method: 'PUT', body: orderBody({ orderType: 'Online' }) },
    { method: 'PUT', body: unnumbered },
  ] as const) {
    reads = 0
    const { status, body } = await other.send({ url: '/api/Orders', ...request })
    t.equal(status, 201)
    const attempts = await database.query<{ action_type: string }>({
      text: 'select action_type from workflow_step_attempt where order_id = $1',
      values: [body.id],
    })
    const names = new Set(attempts.map(({ action_type }) => action_type))
    t.ok(names.has('EnrichOrderFromProducts') && names.has('ProductPackageBreakDown'))
    t.equal(reads, 1)
  }
})
