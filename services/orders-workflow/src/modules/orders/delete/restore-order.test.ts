import t from 'tap'
import { createdOrder, orderFormBody, outboxEnvelopes, testOrders, updateStatus } from '../../../testing/test-orders.ts'

const test = await testOrders(t)
const remove = (id: string) => test.send({ method: 'DELETE', url: `/api/Orders/${id}` })
const restore = (id: string, sending: { headers?: Record<string, string>; as?: { storeIds?: string[] } } = {}) =>
  test.send({ method: 'POST', url: `/api/Orders/${encodeURIComponent(id)}/Restore`, ...sending })
const read = async (id: string) => (await test.send({ url: `/api/Orders/${id}` })).body
const inTwoShipments = orderFormBody({
  shipments: [
    { shipmentId: '1', lineItems: [{ lineItemId: '1', quantity: 2 }] },
    { shipmentId: '2', lineItems: [{ lineItemId: '2', quantity: 1 }] },
  ],
})
const allStatuses = ({ status, orderForm }: { status: string; orderForm: { shipments: { orderStatus: string }[] } }) => [
  status,
  ...orderForm.shipments.map(({ orderStatus }) => orderStatus),
]

t.test('given a deleted order, when it is restored, then it has its former status and all other data unchanged', async (t) => {
  const order = await createdOrder(test, { status: 'InProgress' })
  await remove(order.id)
  const before = (await outboxEnvelopes(test, order.id)).length
  const { status, headers, body } = await restore(order.id)
  t.equal(status, 200)
  t.equal(headers.etag, `"${body.versionId}"`)
  const { modified, versionId, updateStatusDate } = body
  t.strictSame(body, { ...order, modified, versionId, updateStatusDate })
  t.not(versionId, order.versionId)
  t.strictSame(await read(order.id), body)
  t.match((await outboxEnvelopes(test, order.id)).slice(before), [
    { type: 'orders.order.restored.v1', data: { operation: 'RestoreOrder', status: 'InProgress', previousStatus: 'Deleted' } },
  ])
})

t.test('given a deleted order, when it is restored, then no workflow runs and it can be written to', async (t) => {
  const { id } = await createdOrder(test, { status: 'InProgress' })
  await test.background.idle()
  await remove(id)
  const runs = () => test.database.query({ text: 'select id, status from workflow_run where order_id = $1', values: [id] })
  const before = await runs()
  await restore(id)
  await test.background.idle()
  t.strictSame(await runs(), before)
  t.equal((await updateStatus(test, id, { body: { status: 'Shipped' } })).body.order.status, 'Shipped')
})

t.test('given an order deleted twice, when it is restored, then it has the status before the last deletion', async (t) => {
  const { id } = await createdOrder(test)
  for (const status of ['InProgress', 'Pending']) {
    await updateStatus(test, id, { body: { status } })
    await remove(id)
    t.equal((await restore(id)).body.status, status)
  }
})

t.test('given a deleted order, when it is deleted again, then its status before is still known', async (t) => {
  const { id } = await createdOrder(test, { status: 'OnHold' })
  await remove(id)
  await remove(id)
  t.equal((await restore(id)).body.status, 'OnHold')
})

// UpdateStatus takes the shipments along, and a restored order was left with shipments that were
// still deleted.
t.test('given an order deleted by UpdateStatus, when it is restored, then its shipments are restored too', async (t) => {
  for (const skipRunWorkflow of [false, true]) {
    const { id } = await createdOrder(test, { orderForm: inTwoShipments })
    await updateStatus(test, id, { body: { status: 'InProgress' } })
    await updateStatus(test, id, { body: { status: 'Pending', shipmentInfo: { shipmentId: '2' } } })
    const before = allStatuses(await read(id))
    t.strictSame(before, ['InProgress', 'InProgress', 'Pending'])
    await updateStatus(test, id, { body: { status: 'Deleted', skipRunWorkflow } })
    t.strictSame(allStatuses(await read(id)), ['Deleted', 'Deleted', 'Deleted'])
    t.strictSame(allStatuses((await restore(id)).body), before)
  }
})

t.test('given an order that was created as deleted, when it is restored, then it has the first status of its type', async (t) => {
  const { id } = await createdOrder(test, { status: 'Deleted' })
  t.strictSame(allStatuses((await restore(id)).body), ['New', 'New'])
})

t.test('given a deleted order, when it is restored, then its secret key finds it again', async (t) => {
  const { id } = await createdOrder(test, { secretKey: `back-${process.pid}` })
  await remove(id)
  await restore(id)
  t.equal((await test.send({ url: `/api/Orders/secret/back-${process.pid}` })).body.id, id)
})

t.test('given an order that is unknown or not deleted, when it is restored, then it is 404 or 400', async (t) => {
  const { id, versionId } = await createdOrder(test)
  t.match(await restore(id), { status: 400, body: { error: 'OrderIsNotDeleted' } })
  t.equal((await read(id)).versionId, versionId)
  t.match(await restore('no such order'), { status: 404, body: { error: 'NotFound' } })
})

t.test('given a foreign order or a stale If-Match, when it is restored, then it is 403 or 412', async (t) => {
  const { id, versionId } = await createdOrder(test)
  await remove(id)
  t.equal((await restore(id, { as: { storeIds: ['Bergen-01'] } })).status, 403)
  t.equal((await restore(id, { headers: { 'if-match': `"${versionId}"` } })).status, 412)
  const { versionId: current } = await read(id)
  t.equal((await restore(id, { headers: { 'if-match': `"${current}"` } })).status, 200)
})

t.test('given a deleted order, when it is restored twice concurrently, then one succeeds and one is refused', async (t) => {
  const { id } = await createdOrder(test)
  await remove(id)
  const responses = await Promise.all([restore(id), restore(id)])
  t.strictSame(responses.map((response) => response.status).sort(), [200, 400])
  t.equal((await read(id)).status, 'New')
})

t.test('given a repeated Idempotency-Key, when an order is restored, then it is restored once', async (t) => {
  const { id } = await createdOrder(test)
  await remove(id)
  const headers = { 'idempotency-key': `restore-${id}` }
  const first = await restore(id, { headers })
  const replay = await restore(id, { headers })
  t.equal(replay.headers['idempotent-replayed'], 'true')
  t.strictSame(replay.body, first.body)
})
