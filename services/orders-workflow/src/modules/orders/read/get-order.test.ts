import t from 'tap'
import { createdOrder, testOrders } from '../../../testing/test-orders.ts'

const test = await testOrders(t)

t.test('an order reads as it is stored, in any spelling of the path, and by HEAD without a body', async (t) => {
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

t.test('an unknown id is 404, and so is another letter case of a known one', async (t) => {
  const order = await createdOrder(test, { id: 'Case-1' })
  t.equal((await test.send({ url: '/api/Orders/nobody' })).body.error, 'NotFound')
  t.equal((await test.send({ url: `/api/Orders/${order.id.toLowerCase()}` })).status, 404)
})

t.test('an order of another store is 404 for a limited reader, its own is not', async (t) => {
  const order = await createdOrder(test)
  const read = (storeIds: string[]) => test.send({ url: `/api/Orders/${order.id}`, as: { storeIds } })
  t.equal((await read(['Bergen-01'])).status, 404)
  t.equal((await read([])).status, 404)
  t.equal((await read(['Bergen-01', 'Oslo-01'])).status, 200)
})

t.test('a deleted order is read by its id', async (t) => {
  const order = await createdOrder(test, { status: 'Deleted' })
  t.equal((await test.send({ url: `/api/Orders/${order.id}` })).body.status, 'Deleted')
})
