import t from 'tap'
import { createdOrder, testOrders } from '../../../testing/test-orders.ts'

const test = await testOrders(t)
const byIds = (ids: string | string[], storeIds?: string[]) =>
  test.send({ url: '/api/Orders/GetOrders/ByIds', query: { ids }, ...(storeIds === undefined ? {} : { as: { storeIds } }) })

const ids = ['First/1', 'ordre 2 ø', 'Third,3']
const orders = await Promise.all(ids.map((id) => createdOrder(test, { id })))
const [first, second, third] = orders

t.test('given known and unknown ids, when orders are read by ids, then each is listed once in that order', async (t) => {
  const response = await byIds(['Third,3', 'nobody', 'First/1', 'Third,3', 'first/1', 'nobody'])
  t.equal(response.status, 200)
  t.same(response.body, { orders: [third, first], missingIds: ['nobody', 'first/1'] })
})

t.test('given a single id, when orders are read by ids, then there is a list of one', async (t) => {
  t.same((await byIds('ordre 2 ø')).body, { orders: [second], missingIds: [] })
  t.same((await byIds('nobody')).body, { orders: [], missingIds: ['nobody'] })
})

t.test('given a deleted order, when orders are read by ids, then it is returned', async (t) => {
  const deleted = await createdOrder(test, { status: 'Deleted' })
  t.same((await byIds(deleted.id)).body, { orders: [deleted], missingIds: [] })
})

t.test('given orders of other stores, when a limited caller reads by ids, then they are missing', async (t) => {
  const other = await createdOrder(test, { storeId: 'Bergen-01' })
  t.same((await byIds([other.id, 'First/1'], ['Bergen-01'])).body, { orders: [other], missingIds: ['First/1'] })
  t.same((await byIds([other.id], [])).body, { orders: [], missingIds: [other.id] })
})

t.test('given no, an empty or more than 100 ids, when orders are read by ids, then it is 400', async (t) => {
  const many = Array.from({ length: 101 }, (_, index) => `id-${index}`)
  for (const query of [undefined, { ids: '' }, { ids: ['First/1', ''] }, { ids: many }]) {
    const response = await test.send({ url: '/api/Orders/GetOrders/ByIds', ...(query === undefined ? {} : { query }) })
    t.match(response, { status: 400, body: { error: 'ValidationFailed' } })
  }
  t.equal((await byIds(many.slice(1))).body.missingIds.length, 100)
})
