import t from 'tap'
import {
  createdOrder,
  orderFormBody,
  outboxEnvelopes,
  paymentsByType,
  testOrders,
  updateStatus,
} from '../../testing/test-orders.ts'
import { configWithOnlySteps, moneyAndDates } from '../../testing/workflow/only-steps.ts'

const test = await testOrders(t, { config: await configWithOnlySteps(...moneyAndDates) })
type SendOptions = { query?: Record<string, string>; headers?: Record<string, string>; as?: { storeIds: string[] } }
const cancel = (id: string, lineItemId: string, sending: SendOptions = {}) =>
  test.send({
    method: 'POST',
    url: `/api/Orders/${encodeURIComponent(id)}/OrderLines/${encodeURIComponent(lineItemId)}/Cancel`,
    ...sending,
  })
const read = async (id: string) => (await test.send({ url: `/api/Orders/${id}` })).body

t.test('given an order, when a line is cancelled, then order, shipment and totals show it', async (t) => {
  const { id } = await createdOrder(test)
  const { status, headers, body } = await cancel(id, '1')
  t.equal(status, 200)
  t.equal(headers.etag, `"${body.versionId}"`)
  t.match(body.orderForm.lineItems, [
    { quantity: 2, canceledQuantity: 2, canceledDate: body.modified, extendedPrice: 0 },
    { canceledQuantity: 0, canceledDate: null },
  ])
  t.match(body.orderForm.shipments, [{ lineItems: [{ canceledQuantity: 2, canceledDate: body.modified }, {}] }])
  t.equal(body.status, 'New')
  t.equal(body.total, 298.9)
  t.strictSame(await read(id), body)
  t.match((await outboxEnvelopes(test, id)).slice(-2), [
    { type: 'orders.order.updated.v1', data: { operation: 'CancelOrderLine' } },
    { type: 'orders.shipment.changed.v1', data: { lines: [{ canceledQuantity: 2 }, { canceledQuantity: 0 }] } },
  ])
})

t.test('given a partly delivered line, when it is cancelled, then only the rest is, in every shipment', async (t) => {
  const shipments = [
    { lineItems: [{ lineItemId: '1', quantity: 1, deliveredQuantity: 1 }] },
    { lineItems: [{ lineItemId: '1', quantity: 1 }, { lineItemId: '2' }] },
  ]
  const { id } = await createdOrder(test, { orderForm: orderFormBody({ shipments }) })
  const { body } = await cancel(id, '1')
  t.match(body.orderForm.lineItems[0], { deliveredQuantity: 1, canceledQuantity: 1 })
  t.match(body.orderForm.shipments, [
    { status: null, lineItems: [{ canceledQuantity: 0, canceledDate: null }] },
    { status: null, lineItems: [{ canceledQuantity: 1, canceledDate: String }, { canceledQuantity: 0 }] },
  ])
})

t.test('given a shipment, when its last line is cancelled, then it becomes Cancelled', async (t) => {
  const { id } = await createdOrder(test)
  t.equal((await cancel(id, '1')).body.orderForm.shipments[0].status, null)
  t.equal((await cancel(id, '2')).body.orderForm.shipments[0].status, 'Cancelled')
})

// An order whose lines were cancelled one by one stayed New forever, with nothing in it.
t.test('given several shipments, when the last line of the last one is cancelled, then the order is cancelled', async (t) => {
  const shipments = [{ lineItems: [{ lineItemId: '1' }] }, { lineItems: [{ lineItemId: '2' }] }]
  const { id } = await createdOrder(test, { orderForm: orderFormBody({ shipments }) })
  t.equal((await cancel(id, '1')).body.status, 'New')
  const { body } = await cancel(id, '2')
  t.match(body, { status: 'Cancelled', updateStatusDate: body.modified, orderForm: { shipments: [{ status: 'Cancelled' }, {}] } })
  const changed = (await outboxEnvelopes(test, id)).find(({ type }) => type === 'orders.order.status-changed.v1')
  t.match(changed, { data: { status: 'Cancelled' } })
  t.match(paymentsByType(body, 'Void'), [{ amount: 498.9 }], 'what is left is voided')
  t.match(body.orderForm.lineItems, [{ canceledDate: String }, { canceledDate: String }])
  const { order } = (await updateStatus(test, id, { body: { status: 'Cancelled' } })).body
  t.match(order.properties, [{ key: 'CanceledDate' }], 'UpdateStatus carries the steps of the status out')
})

t.test(
  'given a shipment that was cancelled under another name, when the other lines are cancelled, then Cancelled is taken',
  async (t) => {
    const shipments = [
      { shipmentId: 'A', lineItems: [{ lineItemId: '1' }] },
      { shipmentId: 'B', lineItems: [{ lineItemId: '2' }] },
    ]
    const { id } = await createdOrder(test, { orderForm: orderFormBody({ shipments }) })
    await updateStatus(test, id, { body: { status: 'OrderCanceled', shipmentInfo: { shipmentId: 'A' } } })
    t.equal((await cancel(id, '2')).body.status, 'Cancelled')
  },
)

t.test(
  'given all lines are cancelled, when a delivered status is asked for, then the order takes it and its shipments do not',
  async (t) => {
    const { id } = await createdOrder(test)
    await cancel(id, '1')
    t.equal((await cancel(id, '2')).body.status, 'Cancelled')
    for (const status of ['Shipped', 'Completed']) {
      const { order } = (await updateStatus(test, id, { body: { status } })).body
      t.match(order, { status, orderForm: { shipments: [{ status: 'Cancelled' }] } })
    }
  },
)

t.test('given an order without shipments, when all its lines are cancelled, then the order is cancelled', async (t) => {
  const { id } = await createdOrder(test, { orderForm: orderFormBody({ shipments: [] }) })
  await cancel(id, '1')
  t.equal((await cancel(id, '2')).body.status, 'Cancelled')
})

t.test('given a queued order, when all its lines are cancelled, then it stays queued', async (t) => {
  const { id } = await createdOrder(test, { status: 'Queued' })
  await cancel(id, '1')
  t.match((await cancel(id, '2')).body, { status: 'Queued', orderForm: { shipments: [{ status: 'Cancelled' }] } })
})

t.test('given part of the order delivered, when the rest is cancelled, then the order is not cancelled', async (t) => {
  const { id } = await createdOrder(test)
  const body = { status: 'Completed', lineItemUpdates: [{ lineItemId: '1', deliveredQuantity: 2 }] }
  await test.send({ method: 'POST', url: `/api/Orders/${id}/OrderLinesUpdate`, body })
  t.equal((await cancel(id, '2')).body.status, 'Completed')
})

t.test('given a cancelled shipment, when the other one is completed, then the order is completed', async (t) => {
  const shipments = [{ lineItems: [{ lineItemId: '1' }] }, { lineItems: [{ lineItemId: '2' }] }]
  const { id } = await createdOrder(test, { orderForm: orderFormBody({ shipments }) })
  await cancel(id, '2')
  const { body } = await updateStatus(test, id, { body: { status: 'Completed', shipmentInfo: { shipmentId: '1' } } })
  t.equal(body.order.status, 'Completed')
})

t.test('given a cancelled or delivered line, when it is cancelled, then nothing changes', async (t) => {
  const { id } = await createdOrder(test)
  const first = (await cancel(id, '1')).body
  t.match(await cancel(id, '1'), { status: 200, body: { versionId: first.versionId } })
  await updateStatus(test, id, { body: { status: 'Completed' } })
  const { versionId } = await read(id)
  t.match(await cancel(id, '2'), { status: 200, body: { versionId, orderForm: { lineItems: [{}, { canceledQuantity: 0 }] } } })
})

t.test('given one line, when it is cancelled concurrently, then all succeed and one writes', async (t) => {
  const { id } = await createdOrder(test)
  const before = (await outboxEnvelopes(test, id)).length
  const responses = await Promise.all(Array.from({ length: 5 }, () => cancel(id, '1')))
  t.strictSame(new Set(responses.map((response) => response.status)), new Set([200]))
  t.equal(new Set(responses.map((response) => response.body.versionId)).size, 1)
  t.equal((await outboxEnvelopes(test, id)).length, before + 2)
})

t.test('given two lines, when they are cancelled concurrently, then both are cancelled', async (t) => {
  const { id } = await createdOrder(test)
  await Promise.all([cancel(id, '1'), cancel(id, '2')])
  const { orderForm } = await read(id)
  t.match(orderForm.lineItems, [{ canceledQuantity: 2 }, { canceledQuantity: 1 }])
  t.equal(orderForm.shipments[0].status, 'Cancelled')
})

t.test('given ids with slashes, spaces and any script, when a line is cancelled, then it is found', async (t) => {
  const lineItems = [{ lineItemId: 'ä/1 %', code: 'CUP', quantity: 1 }]
  const id = `Ørsta / ${process.pid}`
  await createdOrder(test, { id, orderForm: orderFormBody({ lineItems }) })
  t.match(await cancel(id, 'ä/1 %'), { status: 200, body: { orderForm: { lineItems: [{ canceledQuantity: 1 }] } } })
})

t.test('given an unknown line or order, when a line is cancelled, then it is 404 and nothing changes', async (t) => {
  const { id, versionId } = await createdOrder(test)
  t.match(await cancel(id, '9'), { status: 404, body: { error: 'NotFound', message: /"9"/ } })
  t.equal((await cancel('no such order', '1')).status, 404)
  t.equal((await read(id)).versionId, versionId)
})

t.test('given a read-only or foreign order or a wrong query, when a line is cancelled, then it is refused', async (t) => {
  const readOnly = await createdOrder(test, { isReadOnly: true })
  t.match(await cancel(readOnly.id, '1'), { status: 400, body: { error: 'OrderIsReadOnly' } })
  const deleted = await createdOrder(test, { status: 'Deleted' })
  t.match(await cancel(deleted.id, '1'), { status: 400, body: { error: 'OrderIsDeleted' } })
  const { id } = await createdOrder(test)
  t.equal((await cancel(id, '1', { as: { storeIds: ['Bergen-01'] } })).status, 403)
  t.match(await cancel(id, '1', { query: { sendNotifications: 'perhaps' } }), {
    status: 400,
    body: { errors: { sendNotifications: [String] } },
  })
})

t.test('given a stale If-Match, when a line is cancelled, then it is 412', async (t) => {
  const { id, versionId } = await createdOrder(test)
  const headers = { 'if-match': `"${versionId}"` }
  t.equal((await cancel(id, '1', { headers })).status, 200)
  t.equal((await cancel(id, '2', { headers })).status, 412)
})
