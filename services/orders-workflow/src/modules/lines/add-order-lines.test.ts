import t from 'tap'
import { createdOrder, orderFormBody, outboxEnvelopes, testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)
type SendOptions = { query?: Record<string, string>; headers?: Record<string, string>; as?: { storeIds: string[] } }
const send = (url: string, body: unknown, sending: SendOptions = {}) => test.send({ method: 'POST', url, body, ...sending })
const addOne = (id: string, body: unknown, sending?: SendOptions) =>
  send(`/api/Orders/${encodeURIComponent(id)}/OrderLines`, body, sending)
const addMany = (id: string, body: unknown, sending?: SendOptions) => send(`/api/Orders/${id}/AddManyOrderLines`, body, sending)
const pan = (fields: Record<string, unknown> = {}) => ({ code: 'PAN', quantity: 2, placedPrice: 50, taxRate: 25, ...fields })
const read = async (id: string) => (await test.send({ url: `/api/Orders/${id}` })).body
const lineIds = (lines: { lineItemId: string }[]) => lines.map((line) => line.lineItemId)

t.test('given an order, when a line is added, then its first shipment and totals have it too', async (t) => {
  const order = await createdOrder(test)
  const { status, headers, body } = await addOne(order.id, pan())
  t.equal(status, 200)
  t.equal(headers.etag, `"${body.versionId}"`)
  t.match(body.orderForm.lineItems[2], { lineItemId: '3', code: 'PAN', extendedPrice: 100, taxTotal: 20, updateStock: true })
  t.strictSame(body.orderForm.shipments[0].lineItems[2], body.orderForm.lineItems[2])
  t.equal(body.total, 598.9)
  t.equal(body.remainingPayment, 100)
  t.strictSame(await read(order.id), body)
  const events = (await outboxEnvelopes(test, order.id)).filter(({ type }) => type !== 'orders.workflow.completed.v1').slice(-2)
  t.match(events, [
    { type: 'orders.order.updated.v1', data: { operation: 'AddOrderLine', changedFields: /orderForm/ } },
    { type: 'orders.shipment.changed.v1', data: { shipmentId: '1', lines: [{}, {}, { lineItemId: '3', quantity: 2 }] } },
  ])
})

t.test('given several lines, when they are added in one request, then the order has all of them', async (t) => {
  const { id } = await createdOrder(test)
  const { status, body } = await addMany(id, [pan(), pan({ lineItemId: 'x' }), { ...pan(), QUANTITY: 4, quantity: undefined }])
  t.equal(status, 200)
  t.strictSame(lineIds(body.orderForm.lineItems), ['1', '2', '3', 'x', '4'])
  t.equal(body.orderForm.lineItems[4].quantity, 4)
})

t.test('given several shipments, when the query names one, then it takes the new lines', async (t) => {
  const line = (lineItemId: string) => ({ lineItemId })
  const shipments = [
    { shipmentId: '1', lineItems: [line('1')] },
    { shipmentId: 'B 2', lineItems: [line('2')] },
  ]
  const { id } = await createdOrder(test, { orderForm: orderFormBody({ shipments }) })
  const { body } = await addOne(id, pan(), { query: { SHIPMENTID: 'B 2' } })
  t.strictSame(lineIds(body.orderForm.shipments[1].lineItems), ['2', '3'])
  t.strictSame(lineIds((await addMany(id, [pan()], { query: { shipmentId: '' } })).body.orderForm.shipments[0].lineItems), [
    '1',
    '4',
  ])
})

t.test('given an unknown shipment, when a line is added to it, then it is 404 and nothing is written', async (t) => {
  const { id, versionId } = await createdOrder(test)
  t.match(await addOne(id, pan(), { query: { shipmentId: '7' } }), { status: 404, body: { error: 'NotFound' } })
  t.equal((await read(id)).versionId, versionId)
})

t.test('given an order without shipments, when a line is added, then it gets one with all lines', async (t) => {
  const { id } = await createdOrder(test, { orderForm: orderFormBody({ shipments: [] }) })
  const { body } = await addOne(id, pan())
  t.strictSame(
    body.orderForm.shipments.map((shipment: { lineItems: { lineItemId: string }[] }) => lineIds(shipment.lineItems)),
    [['1', '2', '3']],
  )
})

const bad: Record<string, [unknown, string]> = {
  'an id that the order has': [pan({ lineItemId: '2' }), 'lineItemId'],
  'no quantity': [pan({ quantity: null }), 'quantity'],
  'a quantity of 0': [pan({ quantity: 0 }), 'quantity'],
  'a negative quantity': [pan({ quantity: -1 }), 'quantity'],
  'too many decimals': [pan({ quantity: 1.0001 }), 'quantity'],
  'a text as price': [pan({ placedPrice: '50' }), 'placedPrice'],
  'a negative price': [pan({ placedPrice: -1 }), 'placedPrice'],
  'a negative cost': [pan({ cost: -1 }), 'cost'],
  'more than 250 properties': [pan({ properties: Array.from({ length: 251 }, () => ({ key: 'k' })) }), 'properties'],
}
for (const [what, [line, path]] of Object.entries(bad)) {
  t.test(`given a line with ${what}, when it is added, then it is refused at ${path} and nothing is written`, async (t) => {
    const { id, versionId } = await createdOrder(test)
    const one = await addOne(id, line)
    t.match(one, { status: 400, body: { error: 'ValidationFailed' } })
    t.ok(one.body.errors[path], JSON.stringify(one.body.errors))
    const many = await addMany(id, [pan(), line])
    t.equal(many.status, 400)
    t.ok(many.body.errors[`[1].${path}`], JSON.stringify(many.body.errors))
    t.equal((await read(id)).versionId, versionId)
  })
}

t.test('given two lines with the same id, when they are added, then the second is refused', async (t) => {
  const { id } = await createdOrder(test)
  const response = await addMany(id, [pan({ lineItemId: 'x' }), pan({ lineItemId: 'x' })])
  t.ok(response.body.errors['[1].lineItemId'])
})

t.test('given a line with more delivered or returned than ordered, when it is added, then it is refused', async (t) => {
  const { id } = await createdOrder(test)
  t.match(await addOne(id, pan({ deliveredQuantity: 3 })), { status: 400, body: { error: 'QuantityNotAvailable' } })
  t.match(await addOne(id, pan({ returnQuantity: 1 })), { status: 400, body: { error: 'QuantityNotAvailable' } })
})

t.test('given more than 1,000 lines, when they are added in one request or in sum, then it is refused', async (t) => {
  const { id } = await createdOrder(test)
  const lines = (count: number) => Array.from({ length: count }, () => pan())
  t.equal((await addMany(id, lines(1001))).status, 400)
  t.match(await addMany(id, lines(999)), { status: 400, body: { message: /1000/ } })
  t.equal((await addMany(id, lines(998))).status, 200)
  t.match(await addOne(id, pan()), { status: 400, body: { error: 'ValidationFailed', message: /1000/ } })
})

t.test('given an empty list, when lines are added, then nothing changes', async (t) => {
  const { id, versionId } = await createdOrder(test)
  t.match(await addMany(id, []), { status: 200, body: { versionId } })
})

t.test('given lines without ids, when they are added concurrently, then each has its own id and none is lost', async (t) => {
  const { id } = await createdOrder(test)
  const responses = await Promise.all(Array.from({ length: 8 }, () => addOne(id, pan())))
  t.strictSame(new Set(responses.map((response) => response.status)), new Set([200]))
  const { orderForm } = await read(id)
  t.strictSame(lineIds(orderForm.lineItems), ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
  t.strictSame(lineIds(orderForm.shipments[0].lineItems), lineIds(orderForm.lineItems))
})

t.test('given one line id, when it is added twice concurrently, then one is refused', async (t) => {
  const { id } = await createdOrder(test)
  const responses = await Promise.all([addOne(id, pan({ lineItemId: 'x' })), addOne(id, pan({ lineItemId: 'x' }))])
  t.strictSame(responses.map((response) => response.status).sort(), [200, 400])
  t.equal((await read(id)).orderForm.lineItems.length, 3)
})

t.test('given a repeated Idempotency-Key, when a line is added, then it is added once', async (t) => {
  const { id } = await createdOrder(test)
  const headers = { 'idempotency-key': `line-${id}` }
  const first = await addOne(id, pan(), { headers })
  const replay = await addOne(id, pan(), { headers })
  t.equal(replay.headers['idempotent-replayed'], 'true')
  t.strictSame(replay.body, first.body)
})

t.test('given a stale If-Match, when it is sent, then it is refused; a minimal response has the version only', async (t) => {
  const { id, versionId } = await createdOrder(test)
  const headers = { 'if-match': `"${versionId}"`, prefer: 'return=minimal' }
  t.match(await addOne(id, pan(), { headers }), { status: 204, text: '', headers: { etag: /^"/ } })
  t.match(await addOne(id, pan(), { headers }), { status: 412, body: { error: 'VersionConflict' } })
})

t.test('given a read-only, deleted, unknown or foreign order, when a line is added, then it is refused', async (t) => {
  const readOnly = await createdOrder(test, { isReadOnly: true })
  t.match(await addOne(readOnly.id, pan()), { status: 400, body: { error: 'OrderIsReadOnly' } })
  const deleted = await createdOrder(test, { status: 'Deleted' })
  t.match(await addMany(deleted.id, [pan()]), { status: 400, body: { error: 'OrderIsDeleted' } })
  t.equal((await addOne('no such order', pan())).status, 404)
  const { id } = await createdOrder(test)
  t.equal((await addOne(id, pan(), { as: { storeIds: ['Bergen-01'] } })).status, 403)
})
