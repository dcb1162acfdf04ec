import t from 'tap'
import { storedOrder } from '../../../testing/orders/found-orders.ts'
import { testOrders } from '../../../testing/test-orders.ts'

const test = await testOrders(t)
const customer = { customerId: 'C 1/å', customerPhone: '+47 22 33', customerEmail: 'Kari@Example.com' }
await storedOrder(test, { id: 'C-1', ...customer, created: '2026-01-01T00:00:00.000Z' })
await storedOrder(test, { id: 'C-2', ...customer, created: '2026-01-03T00:00:00.000Z', storeId: 'Bergen-01' })
await storedOrder(test, { id: 'C-3', ...customer, created: '2026-01-02T00:00:00.000Z', customerPhone: '99' })
await storedOrder(test, { id: 'C-4', ...customer, status: 'Deleted' })
await storedOrder(test, { id: 'C-5', customerId: 'other' })

type Query = Record<string, string | string[]>
const get = (path: string, query: Query, storeIds?: string[]) =>
  test.send({ url: `/api/Orders/${path}`, query, as: { roles: ['OrderRead'], ...(storeIds === undefined ? {} : { storeIds }) } })
const ids = async (path: string, query: Query = {}, storeIds?: string[]) =>
  (await get(path, query, storeIds)).body.result.map((order: { id: string }) => order.id)
const ofCustomer = `Customers/${encodeURIComponent(customer.customerId)}/Orders`

t.test('given a customer, when its orders are listed, then they are the newest first, in pages', async (t) => {
  t.same(await ids(ofCustomer), ['C-2', 'C-3', 'C-1'])
  t.same(await ids(ofCustomer, { pageSize: '2', page: '2' }), ['C-1'])
  t.match((await get(ofCustomer, { pageSize: '1' })).body, { totalHits: 3, facets: { length: 0 }, scrollId: null, isValid: true })
  t.same(await ids('Customers/nobody/Orders'), [])
  t.same(await ids(ofCustomer, {}, ['Bergen-01']), ['C-2'])
  t.equal((await get(ofCustomer, { page: '0' })).status, 400)
  t.equal((await get(ofCustomer, { pageSize: '101' })).status, 400)
  t.match(await get(ofCustomer, { pageSize: '100', page: '101' }), { status: 400, body: { error: 'WindowExceeded' } })
})

t.test('given id, phone or e-mail, when GetOrdersForCustomer is called, then it lists the orders of that customer', async (t) => {
  const list = (query: Query, storeIds?: string[]) => ids('GetOrdersForCustomer', query, storeIds)
  t.same(await list({ customerId: customer.customerId }), ['C-2', 'C-3', 'C-1'])
  t.same(await list({ phone: '4722 33' }), ['C-2', 'C-1'])
  t.same(await list({ email: 'KARI@example.com' }), ['C-2', 'C-3', 'C-1'])
  t.same(await list({ email: 'kari@example.com', phone: '99' }), ['C-3'])
  t.same(await list({ email: 'kari@example.com', storeId: ['Bergen-01', '142'] }), ['C-2'])
  t.same(await list({ email: 'kari@example.com', pageSize: '1', page: '3' }), ['C-1'])
  t.same(await list({ email: 'kari@example.com' }, ['Oslo-01']), ['C-3', 'C-1'])
  for (const query of [{}, { customerId: '' }, { phone: '', email: '' }, { storeId: 'Oslo-01' }])
    t.match(await get('GetOrdersForCustomer', query as never), { status: 400, body: { errors: { customerId: [String] } } })
})

t.test('given a customer and an order id, when GetOrderForCustomer is called, then it returns that order', async (t) => {
  const read = (query: Query, storeIds?: string[]) => get('GetOrderForCustomer', query, storeIds)
  const response = await read({ customerId: customer.customerId, orderId: 'C-1' })
  t.same(response.body, (await test.send({ url: '/api/Orders/C-1' })).body)
  t.equal(response.headers.etag, `"${response.body.versionId}"`)
  t.equal((await read({ customerId: customer.customerId, orderId: 'C-4' })).body.status, 'Deleted')
  t.match(await read({ customerId: customer.customerId, orderId: 'C-5' }), { status: 404, body: { error: 'NotFound' } })
  t.equal((await read({ customerId: 'nobody', orderId: 'C-1' })).status, 404)
  t.equal((await read({ customerId: customer.customerId, orderId: 'C-1' }, ['Bergen-01'])).status, 404)
  t.equal((await read({ customerId: customer.customerId, orderId: 'C-2' }, ['Bergen-01'])).status, 200)
  for (const query of [{ customerId: 'a' }, { orderId: 'a' }, { customerId: '', orderId: 'C-1' }])
    t.equal((await read(query as never)).status, 400)
})
