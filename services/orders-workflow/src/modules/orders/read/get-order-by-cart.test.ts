import t from 'tap'
import { createdOrder, orderFormBody, testOrders } from '../../../testing/test-orders.ts'

const test = await testOrders(t)
const byCart = (cartId: string, as?: { storeIds: string[] }) =>
  test.send({ url: `/api/Orders/carts/${encodeURIComponent(cartId)}`, ...(as === undefined ? {} : { as }) })
const fromCart = (cartId: string, fields: Record<string, unknown> = {}) =>
  createdOrder(test, { orderForm: orderFormBody({ cartId }), ...fields })

t.test('given the order of a cart, when it is read by the cart id, then it has its version', async (t) => {
  const order = await fromCart('Handlevogn 1/ø')
  const response = await byCart('Handlevogn 1/ø')
  t.match(response, { status: 200, headers: { etag: `"${order.versionId}"` } })
  t.same(response.body, order)
})

t.test('given several orders of a cart, when it is read, then the newest that is not deleted is returned', async (t) => {
  await fromCart('c-1', { created: '2026-03-01T10:00:00Z' })
  const newest = await fromCart('c-1', { created: '2026-03-03T10:00:00Z' })
  await fromCart('c-1', { created: '2026-03-02T10:00:00Z' })
  await fromCart('c-1', { created: '2026-03-04T10:00:00Z', status: 'Deleted' })
  t.equal((await byCart('c-1')).body.id, newest.id)
})

t.test('given an unknown, misspelt or foreign cart, when its order is read, then it is 404', async (t) => {
  const order = await fromCart('C-2', { storeId: 'Bergen-01' })
  for (const response of [await byCart('c-2'), await byCart('nothing'), await byCart('C-2', { storeIds: ['Oslo-01'] })]) {
    t.match(response, { status: 404, body: { error: 'NotFound' } })
  }
  t.equal((await byCart('C-2', { storeIds: ['Bergen-01'] })).body.id, order.id)
})

t.test('given very long cart ids, when they differ in the last character, then they are different carts', async (t) => {
  const long = 'x'.repeat(400)
  const first = await fromCart(`${long}1`)
  const second = await fromCart(`${long}2`)
  t.same([(await byCart(`${long}1`)).body.id, (await byCart(`${long}2`)).body.id], [first.id, second.id])
})
