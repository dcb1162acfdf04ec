import t from 'tap'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { createdOrder, sampleConfig, testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)
const cancel = (body: unknown, sending: { headers?: Record<string, string>; as?: { storeIds: string[] } } = {}) =>
  test.send({ method: 'POST', url: '/api/Orders/OrderLines/Cancel', body, ...sending })
const read = async (id: string) => (await test.send({ url: `/api/Orders/${id}` })).body
const fetchCanceledQuantities = async (id: string) =>
  (await read(id)).orderForm.lineItems.map((line: { canceledQuantity: number }) => line.canceledQuantity)

t.test('given lines of several orders, when they are cancelled, then the response is their number', async (t) => {
  const [a, b] = [await createdOrder(test), await createdOrder(test)]
  const response = await cancel([
    { orderId: a.id, lineItemIds: ['1', '2'] },
    { OrderId: b.id, LineItemIds: ['2'] },
  ])
  t.match(response, { status: 200, text: '3' })
  t.strictSame(await fetchCanceledQuantities(a.id), [2, 1])
  t.strictSame(await fetchCanceledQuantities(b.id), [0, 1])
  t.equal((await read(a.id)).orderForm.shipments[0].status, 'Cancelled')
})

t.test('given lines cancelled before, when they are cancelled again, then they are not counted', async (t) => {
  const { id } = await createdOrder(test)
  t.equal((await cancel([{ orderId: id, lineItemIds: ['1'] }])).text, '1')
  const { versionId } = await read(id)
  t.equal((await cancel([{ orderId: id, lineItemIds: ['1'] }])).text, '0')
  t.equal((await read(id)).versionId, versionId)
  t.equal((await cancel([{ orderId: id, lineItemIds: ['1', '2', '2'] }])).text, '1')
})

t.test('given an order named twice, when its lines are cancelled, then it is changed once', async (t) => {
  const { id } = await createdOrder(test)
  const body = [
    { orderId: id, lineItemIds: ['1'] },
    { orderId: id, lineItemIds: ['2', '1'] },
  ]
  t.equal((await cancel(body)).text, '2')
  const versions = await test.database.query({ text: 'select from order_version where order_id = $1', values: [id] })
  t.equal(versions.length, 2)
})

t.test('given unknown, read-only, deleted and foreign orders, when lines are cancelled, then they are passed over', async (t) => {
  const fine = await createdOrder(test, { storeId: 'Bergen-01' })
  const foreign = await createdOrder(test)
  const readOnly = await createdOrder(test, { storeId: 'Bergen-01', isReadOnly: true })
  const deleted = await createdOrder(test, { storeId: 'Bergen-01', status: 'Deleted' })
  const body = [foreign.id, readOnly.id, 'nobody', deleted.id, fine.id].map((orderId) => ({ orderId, lineItemIds: ['1', '9'] }))
  t.match(await cancel(body, { as: { storeIds: ['Bergen-01'] } }), { status: 200, text: '1' })
  t.strictSame(await fetchCanceledQuantities(fine.id), [2, 0])
  for (const order of [foreign, readOnly, deleted]) t.equal((await read(order.id)).versionId, order.versionId)
})

t.test('given an order of a removed type, when lines are cancelled, then its lines are cancelled too', async (t) => {
  const config: OrdersConfig = structuredClone(await sampleConfig())
  const orderTypes = config.orderTypes.filter((type) => type.name !== 'ClickAndCollect')
  const orders = [await createdOrder(test), await createdOrder(test, { orderType: 'ClickAndCollect' }), await createdOrder(test)]
  const without = await testOrders(t, { config: { ...config, orderTypes }, database: test.database })
  const body = orders.map(({ id }) => ({ orderId: id, lineItemIds: ['1'] }))
  t.match(await without.send({ method: 'POST', url: '/api/Orders/OrderLines/Cancel', body }), { status: 200, text: '3' })
  t.strictSame(await Promise.all(orders.map(({ id }) => fetchCanceledQuantities(id))), [
    [2, 0],
    [2, 0],
    [2, 0],
  ])
})

t.test('given entries of lines, when they name more than 100 orders, then it is refused, however many entries', async (t) => {
  const entries = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ orderId: `nobody-${index}`, lineItemIds: [] }))
  t.match(await cancel(entries(101)), { status: 400, body: { error: 'ValidationFailed', message: /100/ } })
  t.equal((await cancel([...entries(100), ...entries(100)])).text, '0')
})

t.test('given an order among more than 100, when lines are cancelled, then it is unchanged', async (t) => {
  const { id, versionId } = await createdOrder(test)
  const others = Array.from({ length: 100 }, (_, index) => ({ orderId: `nobody-${index}`, lineItemIds: [] }))
  t.equal((await cancel([{ orderId: id, lineItemIds: ['1'] }, ...others])).status, 400)
  t.equal((await read(id)).versionId, versionId)
})

t.test('given an entry without order or lines, when lines are cancelled, then it is refused, null lines are none', async (t) => {
  t.ok((await cancel([{ lineItemIds: ['1'] }])).body.errors['[0].orderId'])
  t.ok((await cancel([{ orderId: 'x' }])).body.errors['[0].lineItemIds'])
  t.ok((await cancel([{ orderId: 'x', lineItemIds: [1] }])).body.errors['[0].lineItemIds[0]'])
  t.match(await cancel([{ orderId: 'x', lineItemIds: null }]), { status: 200, text: '0' })
  t.match(await cancel([]), { status: 200, text: '0' })
})

t.test('given the same lines, when batches cancel them concurrently, then each is counted once', async (t) => {
  const orders = await Promise.all(Array.from({ length: 4 }, () => createdOrder(test)))
  const body = orders.map(({ id }) => ({ orderId: id, lineItemIds: ['1', '2'] }))
  const responses = await Promise.all([cancel(body), cancel([...body].reverse()), cancel(body)])
  t.equal(
    responses.reduce((sum, response) => sum + Number(response.text), 0),
    8,
  )
})

t.test(
  'given an Idempotency-Key, when its batch is repeated beside concurrent batches, then the count is the same',
  async (t) => {
    const orders = await Promise.all(Array.from({ length: 6 }, () => createdOrder(test)))
    const body = orders.map(({ id }) => ({ orderId: id, lineItemIds: ['1'] }))
    const keyed = (list: unknown, key: string) => cancel(list, { headers: { 'idempotency-key': `${key}-${orders[0].id}` } })
    const [first, second] = await Promise.all([keyed(body, 'a'), keyed([...body].reverse(), 'b')])
    t.equal(Number(first.text) + Number(second.text), 6)
    const replay = await keyed(body, 'a')
    t.equal(replay.headers['idempotent-replayed'], 'true')
    t.equal(replay.text, first.text)
  },
)

t.test('given If-Match with a list of lines, when they are cancelled, then it is ignored', async (t) => {
  const { id } = await createdOrder(test)
  const headers = { 'if-match': '"no version of a list"' }
  t.match(await cancel([{ orderId: id, lineItemIds: ['1'] }], { headers }), { status: 200, text: '1' })
})
