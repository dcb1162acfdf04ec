import t from 'tap'
import { createdOrder, orderFormBody, outboxEnvelopes, paymentsByType, testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)
const newOrder = (fields: Record<string, unknown> = {}) => createdOrder(test, fields)
type Options = { headers?: Record<string, string>; query?: string; as?: object }
const send = (id: string, body: unknown, { headers = {}, query = '', as }: Options = {}) =>
  test.send({
    method: 'POST',
    url: `/api/Orders/${encodeURIComponent(id)}/OrderLinesUpdate${query}`,
    body,
    headers,
    ...(as === undefined ? {} : { as }),
  })
const read = async (id: string) => (await test.send({ url: `/api/Orders/${id}` })).body

const everything = {
  status: 'Completed',
  lineItemUpdates: [
    { lineItemId: '1', deliveredQuantity: 2 },
    { lineItemId: '2', deliveredQuantity: 1 },
  ],
}

t.test(
  'given open lines, when all are delivered, then the order is completed, the amount due captured and the response is a WorkflowExecutionResult',
  async (t) => {
    const { id } = await newOrder()
    const response = await send(id, { ...everything, userId: 'kari' })
    t.equal(response.status, 200)
    t.equal(response.headers.etag, `"${response.body.order.versionId}"`)
    t.equal(response.body.isAborted, false)
    t.match(response.body.orderActionExecutionResults[0], {
      actionType: 'CapturePayments',
      actionStatus: 'Success',
      runId: String,
    })
    const { order } = response.body
    t.match(order, { status: 'Completed', modifiedBy: 'kari', remainingPayment: 0, completed: String })
    t.match(order.orderForm.shipments, [{ shipmentId: '1', orderStatus: 'Completed', status: 'Shipped', completed: String }])
    t.match(order.orderForm.lineItems, [{ deliveredQuantity: 2, deliveredDate: String }, { deliveredQuantity: 1 }])
    t.equal(order.orderForm.capturedPaymentTotal, 498.9)
  },
)

t.test('given partial deliveries, when they are made, then each is captured once and the last completes the order', async (t) => {
  const { id } = await newOrder()
  const deliver = (shipmentId: string, lineItemId: string, deliveredQuantity: number) =>
    send(id, { status: 'Completed', shipmentInfo: { shipmentId }, lineItemUpdates: [{ lineItemId, deliveredQuantity }] })
  const first = (await deliver('S2', '1', 1)).body.order
  t.equal(first.status, 'PartiallyShipped')
  t.equal(first.completed, null)
  t.match(first.orderForm.shipments, [
    { shipmentId: '1', shippingTotal: 0, orderStatus: 'New' },
    { shipmentId: 'S2', shippingTotal: 49 },
  ])
  t.equal(first.orderForm.capturedPaymentTotal, 149)
  const second = (await deliver('S3', '1', 1)).body.order
  t.equal(second.orderForm.capturedPaymentTotal, 249)
  const last = (await deliver('1', '2', 1)).body.order
  t.match(last, { status: 'Completed', completed: String, remainingPayment: 0 })
  t.equal(last.orderForm.capturedPaymentTotal, 498.9)
  t.equal(last.total, 498.9)
})

t.test('given a delivery, when it is repeated, then nothing changes and nothing is captured', async (t) => {
  const { id } = await newOrder()
  const body = { ...everything, shipmentInfo: { shipmentId: 'S2' } }
  const first = (await send(id, body)).body
  const second = (await send(id, body)).body
  t.equal(second.order.versionId, first.order.versionId)
  t.equal(paymentsByType(second.order, 'Capture').length, 1)
})

t.test('given five identical concurrent deliveries, when all have ended, then they have one effect', async (t) => {
  for (const shipmentInfo of [undefined, { shipmentId: 'S2' }]) {
    const { id } = await newOrder()
    const responses = await Promise.all(Array.from({ length: 5 }, () => send(id, { ...everything, shipmentInfo })))
    t.same(
      responses.map(({ status }) => status),
      Array(5).fill(200),
    )
    const order = await read(id)
    t.match(paymentsByType(order, 'Capture'), [{ amount: 498.9 }])
    t.equal(order.orderForm.capturedPaymentTotal, 498.9)
    t.match(order.orderForm.lineItems, [{ deliveredQuantity: 2 }, { deliveredQuantity: 1 }])
    t.equal(order.orderForm.shipments.length, 1)
  }
})

t.test(
  'given concurrent deliveries and cancellations, when all have ended, then their sum is the ordered quantity',
  async (t) => {
    for (let round = 0; round < 3; round++) {
      const { id } = await newOrder()
      const updates = [
        { deliveredQuantity: 2 },
        { canceledQuantity: 2 },
        { deliveredQuantity: 1, canceledQuantity: 1 },
        { splitQuantity: 2 },
      ]
      const responses = await Promise.all(
        updates.map((update) => send(id, { status: 'InProgress', lineItemUpdates: [{ lineItemId: '1', ...update }] })),
      )
      for (const { status, body } of responses) t.ok(status === 200 || body.error === 'QuantityNotAvailable')
      const { lineItems, shipments } = (await read(id)).orderForm
      const [line] = lineItems
      t.ok(line.deliveredQuantity + line.canceledQuantity <= 2)
      const copies = shipments.flatMap((shipment: { lineItems: { lineItemId: string; quantity: number }[] }) =>
        shipment.lineItems.filter((copy) => copy.lineItemId === '1').map((copy) => copy.quantity),
      )
      t.equal(
        copies.reduce((sum: number, quantity: number) => sum + quantity, 0),
        2,
      )
    }
  },
)

t.test('given changed shipments, when lines are updated, then an event names each of them', async (t) => {
  const { id } = await newOrder()
  await send(id, {
    status: 'InTransit',
    shipmentInfo: { shipmentId: 'S2' },
    lineItemUpdates: [{ lineItemId: '1', deliveredQuantity: 1 }],
  })
  const published = (await outboxEnvelopes(test, id)).filter((event) => event.type === 'orders.shipment.changed.v1')
  const S2 = published.find((event) => event.data.shipmentId === 'S2')
  t.match(S2?.data, { orderStatus: 'InTransit', lines: [{ lineItemId: '1', quantity: 1, deliveredQuantity: 1 }] })
})

t.test('given a refused request, when lines are updated, then nothing is written', async (t) => {
  const { id, versionId } = await newOrder()
  const current = async () => (await read(id)).versionId
  const before = await current()
  t.type(versionId, 'string')
  const update = { lineItemId: '1', deliveredQuantity: 1 }
  const many = Array.from({ length: 251 }, (_, index) => ({ lineItemId: String(index) }))
  const cases: [body: Record<string, unknown>, status: number, error: string, path?: string][] = [
    [{ lineItemUpdates: [update] }, 400, 'ValidationFailed', 'status'],
    [{ status: null, lineItemUpdates: [update] }, 400, 'ValidationFailed', 'status'],
    [{ status: '', lineItemUpdates: [update] }, 400, 'ValidationFailed', 'status'],
    [{ status: 'Flying', lineItemUpdates: [update] }, 400, 'ValidationFailed', 'status'],
    [{ status: 'Completed' }, 400, 'ValidationFailed', 'lineItemUpdates'],
    [{ status: 'Completed', lineItemUpdates: null }, 400, 'ValidationFailed', 'lineItemUpdates'],
    [{ status: 'Completed', lineItemUpdates: [] }, 400, 'ValidationFailed', 'lineItemUpdates'],
    [{ status: 'Completed', lineItemUpdates: many }, 400, 'ValidationFailed', 'lineItemUpdates'],
    [{ status: 'Completed', lineItemUpdates: [update, update] }, 400, 'ValidationFailed', 'lineItemUpdates[1].lineItemId'],
    [
      { status: 'Completed', lineItemUpdates: [{ ...update, splitQuantity: -1 }] },
      400,
      'ValidationFailed',
      'lineItemUpdates[0].splitQuantity',
    ],
    [
      { status: 'Completed', lineItemUpdates: [{ ...update, deliveredQuantity: '1' }] },
      400,
      'ValidationFailed',
      'lineItemUpdates[0].deliveredQuantity',
    ],
    [
      { status: 'Completed', lineItemUpdates: [{ ...update, deliveredQuantity: 0.0001 }] },
      400,
      'ValidationFailed',
      'lineItemUpdates[0].deliveredQuantity',
    ],
    [{ status: 'Completed', lineItemUpdates: [update, { lineItemId: '9' }] }, 404, 'NotFound'],
    [
      { status: 'Completed', lineItemUpdates: [update, { lineItemId: '2', deliveredQuantity: 2 }] },
      400,
      'QuantityNotAvailable',
      'lineItemUpdates[1].deliveredQuantity',
    ],
    [
      {
        status: 'Completed',
        shipmentInfo: { properties: Array.from({ length: 251 }, (_, key) => ({ key: `${key}` })) },
        lineItemUpdates: [update],
      },
      400,
      'ValidationFailed',
      'shipmentInfo.properties',
    ],
    [
      { status: 'Completed', shipmentInfo: { packages: Array.from({ length: 251 }, () => ({})) }, lineItemUpdates: [update] },
      400,
      'ValidationFailed',
      'shipmentInfo.packages',
    ],
  ]
  for (const [body, status, error, path] of cases) {
    const response = await send(id, body)
    const title = `${error} ${path ?? ''}`
    t.match(response, { status, body: { error } }, title)
    if (path !== undefined) t.ok(path in response.body.errors, `${title}: ${JSON.stringify(response.body.errors)}`)
  }
  t.equal(await current(), before)
  t.match(await send('nobody', { status: 'Completed', lineItemUpdates: [update] }), { status: 404, body: { error: 'NotFound' } })
})

t.test('given a queued, read-only or deleted order, when lines are updated, then it is refused', async (t) => {
  const queued = await newOrder({ status: 'Queued' })
  t.match(await send(queued.id, everything), { status: 400, body: { error: 'OrderIsQueued' } })
  const locked = await newOrder({ isReadOnly: true })
  t.match(await send(locked.id, everything), { status: 400, body: { error: 'OrderIsReadOnly' } })
  const { id } = await newOrder()
  await test.send({ method: 'DELETE', url: `/api/Orders/${id}` })
  t.match(await send(id, everything), { status: 400, body: { error: 'OrderIsDeleted' } })
})

t.test('given If-Match, an Idempotency-Key and stores of the token, when lines are updated, then they count', async (t) => {
  const { id } = await newOrder()
  t.equal((await send(id, everything, { headers: { 'if-match': '"stale"' } })).status, 412)
  t.equal((await send(id, everything, { as: { storeIds: ['Bergen-01'] } })).status, 403)
  const headers = { 'idempotency-key': `lines-${id}` }
  const first = await send(id, { status: 'New', lineItemUpdates: [{ lineItemId: '1', splitQuantity: 1 }] }, { headers })
  const replay = await send(id, { status: 'New', lineItemUpdates: [{ lineItemId: '1', splitQuantity: 1 }] }, { headers })
  t.equal(replay.headers['idempotent-replayed'], 'true')
  t.same(replay.body, first.body)
  t.equal((await read(id)).orderForm.shipments.length, 2)
})

t.test(
  'given open lines, when they are updated in a dry run, then the response shows the result and nothing is stored',
  async (t) => {
    const { id } = await newOrder()
    await test.background.idle()
    const before = await read(id)
    const published = (await outboxEnvelopes(test, id)).length
    const response = await send(id, everything, { query: '?dryRun=true' })
    t.match(response, { status: 200, body: { isAborted: false, order: { status: 'Completed' } } })
    t.same(await read(id), before)
    t.equal((await outboxEnvelopes(test, id)).length, published)
  },
)

t.test('given 250 lines, when they are updated in one request, then all are', async (t) => {
  const lineItems = Array.from({ length: 250 }, (_, index) => ({ lineItemId: `L${index}`, quantity: 2, placedPrice: 1 }))
  const { id } = await newOrder({ orderForm: orderFormBody({ lineItems, shipments: [] }) })
  const lineItemUpdates = lineItems.map(({ lineItemId }) => ({ lineItemId, deliveredQuantity: 1, canceledQuantity: 1 }))
  const response = await send(id, { status: 'Shipped', shipmentInfo: { shipmentId: 'all' }, lineItemUpdates })
  t.equal(response.status, 200)
  t.match(response.body.order.orderForm.shipments, [{ shipmentId: 'all', shippingTotal: 0 }])
  t.equal(response.body.order.orderForm.shipments.length, 1)
})
