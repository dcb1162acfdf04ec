import t from 'tap'
import { createdOrder, outboxEnvelopes, testOrders } from '../../../testing/test-orders.ts'

const test = await testOrders(t)
type SendOptions = { headers?: Record<string, string>; as?: { storeIds?: string[]; roles?: string[] } }
const remove = (id: string, sending: SendOptions = {}) =>
  test.send({ method: 'DELETE', url: `/api/Orders/${encodeURIComponent(id)}`, ...sending })
const read = (id: string) => test.send({ url: `/api/Orders/${encodeURIComponent(id)}` })
const patch = (id: string, body: unknown) => test.send({ method: 'PATCH', url: `/api/Orders/${id}/PatchOrder`, body })

t.test('given an order, when it is deleted, then the response shows it deleted and it is still readable by its id', async (t) => {
  const order = await createdOrder(test, { status: 'InProgress' })
  const { status, headers, body } = await remove(order.id)
  t.equal(status, 200)
  t.equal(headers.etag, `"${body.versionId}"`)
  t.match(body, { status: 'Deleted', updateStatusDate: body.modified, orderForm: order.orderForm })
  t.strictSame((await read(order.id)).body, body)
  t.equal((await test.send({ method: 'HEAD', url: `/api/Orders/${order.id}/Exists` })).status, 200)
})

t.test('given an order, when it is deleted, then one deletion event is published and no other', async (t) => {
  const { id } = await createdOrder(test, { status: 'InProgress' })
  const before = (await outboxEnvelopes(test, id)).length
  await remove(id)
  const events = (await outboxEnvelopes(test, id)).slice(before)
  t.match(events, [
    { type: 'orders.order.deleted.v1', data: { operation: 'DeleteOrder', status: 'Deleted', previousStatus: 'InProgress' } },
  ])
})

t.test('given a deleted order, when it is deleted again, then nothing changes', async (t) => {
  const { id } = await createdOrder(test)
  const { versionId } = (await remove(id)).body
  const events = (await outboxEnvelopes(test, id)).length
  t.match(await remove(id), { status: 200, body: { versionId }, headers: { etag: `"${versionId}"` } })
  t.equal((await outboxEnvelopes(test, id)).length, events)
})

t.test('given a deleted order, when it is read by cart or secret key, then it is 404', async (t) => {
  const body = { secretKey: `key-${process.pid}`, orderForm: { cartId: `cart-${process.pid}`, lineItems: [] } }
  const { id } = await createdOrder(test, body)
  const urls = [`/api/Orders/carts/cart-${process.pid}`, `/api/Orders/secret/key-${process.pid}`]
  for (const url of urls) t.equal((await test.send({ url })).status, 200)
  await remove(id)
  for (const url of urls) t.equal((await test.send({ url })).status, 404)
})

t.test('given a deleted order, when it is written to, then it is refused', async (t) => {
  const { id } = await createdOrder(test)
  const { versionId } = (await remove(id)).body
  const line = { code: 'PAN', quantity: 1 }
  const writes: [string, string, unknown][] = [
    ['POST', 'OrderLines', line],
    ['POST', 'OrderLines/1/Cancel', undefined],
    ['PUT', 'AddOrderLineProperties', []],
    ['PUT', 'PutPayments', []],
    ['POST', 'UpdateStatus', { status: 'New' }],
    ['PATCH', 'PatchOrder', { status: 'New' }],
  ]
  for (const [method, path, body] of writes) {
    const response = await test.send({ method: method as 'POST', url: `/api/Orders/${id}/${path}`, body })
    t.match(response, { status: 400, body: { error: 'OrderIsDeleted' } }, path)
  }
  t.equal((await read(id)).body.versionId, versionId)
})

t.test('given a read-only order, when it is deleted, then it is refused until it may be changed', async (t) => {
  const { id } = await createdOrder(test, { isReadOnly: true })
  t.match(await remove(id), { status: 400, body: { error: 'OrderIsReadOnly' } })
  t.equal((await patch(id, { isReadOnly: false })).status, 200)
  t.equal((await remove(id)).status, 200)
})

t.test('given a stale If-Match, when it is sent, then it is refused; a minimal response has the version only', async (t) => {
  const { id, versionId } = await createdOrder(test)
  t.match(await remove(id, { headers: { 'if-match': '"old"' } }), { status: 412, body: { error: 'VersionConflict' } })
  const headers = { 'if-match': `"${versionId}"`, prefer: 'return=minimal' }
  t.match(await remove(id, { headers }), { status: 204, text: '', headers: { etag: /^"/ } })
})

t.test('given an unknown or foreign order or a reader, when it is deleted, then it is refused', async (t) => {
  t.match(await remove('no such order'), { status: 404, body: { error: 'NotFound' } })
  const { id } = await createdOrder(test)
  t.equal((await remove(id, { as: { storeIds: ['Bergen-01'] } })).status, 403)
  t.equal((await remove(id, { as: { roles: ['OrderRead'] } })).status, 403)
  t.equal((await test.send({ method: 'DELETE', url: `/api/Orders/${id}?deletePermanently=maybe` })).status, 400)
  t.equal((await read(id)).body.status, 'New')
})

t.test('given one order, when it is deleted concurrently, then all succeed and one writes', async (t) => {
  const { id } = await createdOrder(test)
  const responses = await Promise.all(Array.from({ length: 5 }, () => remove(id)))
  t.strictSame(new Set(responses.map((response) => response.status)), new Set([200]))
  t.equal(new Set(responses.map((response) => response.body.versionId)).size, 1)
})

t.test('given a write concurrent with a deletion, when both have ended, then the write came first or was refused', async (t) => {
  for (let round = 0; round < 5; round++) {
    const { id } = await createdOrder(test)
    const url = `/api/Orders/${id}/OrderLines`
    const [deleted, added] = await Promise.all([
      remove(id),
      test.send({ method: 'POST', url, body: { code: 'PAN', quantity: 1 } }),
    ])
    const { status, orderForm } = (await read(id)).body
    t.strictSame([deleted?.status, status], [200, 'Deleted'])
    t.equal(orderForm.lineItems.length, added?.status === 200 ? 3 : 2)
    t.ok(added?.status === 200 || added?.body.error === 'OrderIsDeleted')
  }
})
