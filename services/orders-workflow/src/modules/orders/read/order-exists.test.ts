import t from 'tap'
import { createdOrder, testOrders } from '../../../testing/test-orders.ts'

const test = await testOrders(t)
const exists = (id: string, { method = 'HEAD', ...rest }: { method?: 'HEAD' | 'GET'; as?: { storeIds: string[] } } = {}) =>
  test.send({ method, url: `/api/Orders/${encodeURIComponent(id)}/Exists`, ...rest })
const existMany = (body: unknown, as?: { storeIds: string[] }) =>
  test.send({ method: 'POST', url: '/api/Orders/ExistMany', body, ...(as === undefined ? {} : { as }) })

const { id } = await createdOrder(test, { id: 'Kari/1 ø' })
const deleted = await createdOrder(test, { status: 'Deleted' })

t.test('given known and unknown ids, when HEAD Exists is called, then it is 200 or 404 without a body', async (t) => {
  for (const [key, status] of Object.entries({ [id]: 200, [deleted.id]: 200, nobody: 404, 'kari/1 ø': 404 })) {
    const response = await exists(key)
    t.same([response.status, response.text], [status, ''], key)
  }
  t.equal((await test.send({ method: 'HEAD', url: `/API/orders/${encodeURIComponent(id)}/EXISTS/` })).status, 200)
})

t.test('given GET Exists, when it is sent, then the response equals that of HEAD and is not read as a version id', async (t) => {
  const found = await exists(id, { method: 'GET' })
  t.same([found.status, found.text], [200, ''])
  t.match(await exists('nobody', { method: 'GET' }), { status: 404, body: { error: 'NotFound', message: /nobody/ } })
})

t.test('given an order of another store, when a limited caller asks whether it exists, then it is 404', async (t) => {
  t.equal((await exists(id, { as: { storeIds: ['Bergen-01'] } })).status, 404)
  t.equal((await exists(id, { as: { storeIds: ['Bergen-01', 'Oslo-01'] } })).status, 200)
})

t.test('given another method, when it is sent, then the response is 405 with the allowed methods', async (t) => {
  const response = await test.send({ method: 'DELETE', url: `/api/Orders/${encodeURIComponent(id)}/Exists` })
  t.match(response, { status: 405, headers: { allow: /GET, HEAD/ } })
})

t.test(
  'given several ids, when ExistMany is sent, then the response has the existing ones in the requested order, each once',
  async (t) => {
    const response = await existMany(['nobody', deleted.id, id, deleted.id, 'KARI/1 ø', ''])
    t.same([response.status, response.body], [200, [deleted.id, id]])
    t.same((await existMany([id], { storeIds: ['Bergen-01'] })).body, [])
  },
)

t.test('given an empty, too long or wrong list, when ExistMany is called, then it is 400', async (t) => {
  const many = Array.from({ length: 1_001 }, (_, index) => `id-${index}`)
  for (const body of [[], many, [7], { ids: [id] }]) t.equal((await existMany(body)).status, 400)
  t.same((await existMany([...many.slice(2), id])).body, [id])
})
