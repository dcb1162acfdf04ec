import t from 'tap'
import { createdOrder, testOrders } from '../../../testing/test-orders.ts'

const test = await testOrders(t)

t.test('given an order, when it is read by any spelling of the path, then it is as stored, and HEAD has no body', async (t) => {
  const order = await createdOrder(test)
  for (const url of [`/api/Orders/${order.id}`, `/API/orders/${order.id}/`]) {
    const response = await test.send({ url })
    t.equal(response.status, 200)
    t.same(response.body, order)
    t.equal(response.headers.etag, `"${order.versionId}"`)
  }
  const head = await test.send({ method: 'HEAD', url: `/api/Orders/${order.id}` })
  t.same([head.status, head.text], [200, ''])
})

t.test('given an unknown id or another letter case, when an order is read, then it is 404', async (t) => {
  const order = await createdOrder(test, { id: 'Case-1' })
  t.equal((await test.send({ url: '/api/Orders/nobody' })).body.error, 'NotFound')
  t.equal((await test.send({ url: `/api/Orders/${order.id.toLowerCase()}` })).status, 404)
})

t.test('given an order of another store, when a limited caller reads it, then it is 404', async (t) => {
  const order = await createdOrder(test)
  const read = (storeIds: string[]) => test.send({ url: `/api/Orders/${order.id}`, as: { storeIds } })
  t.equal((await read(['Bergen-01'])).status, 404)
  t.equal((await read([])).status, 404)
  t.equal((await read(['Bergen-01', 'Oslo-01'])).status, 200)
})

t.test('given a deleted order, when it is read by its id, then it is returned', async (t) => {
  const order = await createdOrder(test, { status: 'Deleted' })
  t.equal((await test.send({ url: `/api/Orders/${order.id}` })).body.status, 'Deleted')
})
