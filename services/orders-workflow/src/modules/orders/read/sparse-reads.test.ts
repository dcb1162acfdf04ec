import { orderRoutes } from '@open-oms/contracts/orders/routes/order-routes'
import type { RouteContract } from '@open-oms/contracts/route'
import type { TestResponse } from '@open-oms/service-kit/testing/test-server'
import t from 'tap'
import { parseStoredOrder } from '../../../order/rules/sparse-order.ts'
import { openedScroll } from '../../../testing/orders/scrolled.ts'
import { authorization, createdOrder, orderFormBody, sampleConfig, testOrders } from '../../../testing/test-orders.ts'

const sample = await sampleConfig()
const search = { ...sample.settings.search, scrollBatchSize: 1, scrollsPerClientMax: 100 }
const test = await testOrders(t, { config: { ...sample, settings: { ...sample.settings, search } } })
const OMIT = { prefer: 'omit-empty' }

const customer = { customerId: 'K-1', properties: [{ key: 'color', value: 'red' }] }
const shipments = [{ shippingMethodName: 'Home', warehouseCode: 'Central' }]
const first = await createdOrder(test, { ...customer, orderForm: { ...orderFormBody, cartId: 'cart-1', shipments } })
const second = await createdOrder(test, customer)
const saved = await test.send({
  method: 'POST',
  url: '/api/SavedSearches',
  body: { name: 'All', search: { customerIds: ['K-1'] } },
})
const { scrollId } = await openedScroll(test, { customerId: 'K-1' })
const storeId = first.storeId
const id = first.id
const post = (url: string, body: object) => ({ method: 'POST' as const, url, body })
const get = (url: string, query: Record<string, string | string[]> = {}) => ({ url, query })

/** A call of each route, and its orders. */
const calls: Record<string, { request: Parameters<typeof test.send>[0]; count: number }> = {
  getOrder: { request: get(`/api/Orders/${id}`), count: 1 },
  getOrderByCart: { request: get('/api/Orders/carts/cart-1'), count: 1 },
  getOrdersByIds: { request: get('/api/Orders/GetOrders/ByIds', { ids: [id, second.id, 'none'] }), count: 2 },
  getOrderVersion: { request: get(`/api/Orders/${id}/${first.versionId}`), count: 1 },
  getOrders: { request: get('/api/Orders/GetOrders', { storeId }), count: 2 },
  getOrdersByOrderType: { request: get('/api/Orders/GetOrders/ByOrderType'), count: 2 },
  getOrdersForPickUpPoint: { request: get('/api/Orders/GetOrdersForPickUpPoint', { storeId: 'Central' }), count: 1 },
  getCustomerOrders: { request: get('/api/Orders/Customers/K-1/Orders'), count: 2 },
  getOrdersForCustomer: { request: get('/api/Orders/GetOrdersForCustomer', { customerId: 'K-1' }), count: 2 },
  getOrderForCustomer: { request: get('/api/Orders/GetOrderForCustomer', { customerId: 'K-1', orderId: id }), count: 1 },
  searchOrders: { request: post('/api/Orders/Search', {}), count: 2 },
  searchCustomerOrders: { request: post('/api/Orders/Customers/K-1/Orders/Search', {}), count: 2 },
  searchOrdersByCustomProperties: {
    request: { method: 'POST', url: '/api/Orders/SearchByCustomProperties', query: { key: 'color', value: 'red' } },
    count: 2,
  },
  runSavedSearch: { request: get(`/api/SavedSearches/${saved.body.id}/Orders`), count: 2 },
  openScroll: { request: post('/api/Orders/Scroll', { customerId: 'K-1' }), count: 1 },
  getScroll: { request: get(`/api/Orders/Scroll/${scrollId}`), count: 1 },
  exportOrders: { request: post('/api/Orders/ExportOrders', { customerId: 'K-1' }), count: 2 },
}

function ordersInBody({ body }: Pick<TestResponse, 'body'>): object[] {
  if (Array.isArray(body)) return body
  return body.result ?? body.orders ?? [body.value ?? body]
}

/** Orders as they are whole. */
const completed = (orders: object[]) => orders.map((order) => parseStoredOrder(JSON.stringify({ sparse: 1, ...order })))

for (const { operationId } of (orderRoutes as readonly RouteContract[]).filter(({ omitsEmpty }) => omitsEmpty)) {
  t.test(`given Prefer: omit-empty, when ${operationId} is called, then its orders have no empty fields`, async (t) => {
    const call = calls[operationId]
    if (call === undefined) throw new Error(`${operationId} has no call here`)
    const whole = await test.send(call.request)
    const sparse = await test.send({ ...call.request, headers: OMIT })
    t.equal(whole.status, 200, whole.text)
    t.equal(ordersInBody(whole).length, call.count)
    t.same(completed(ordersInBody(sparse)), ordersInBody(whole))
    t.notMatch(JSON.stringify(ordersInBody(sparse)), /:null|:\[\]|:false(?<!"updateStock":false)|"sparse"/)
    t.match(sparse.headers, { 'preference-applied': 'omit-empty', vary: 'prefer', etag: whole.headers.etag })
    t.match(whole.headers, { 'preference-applied': undefined, vary: 'prefer' })
  })
}

t.test('given exports whose fields may not be left out, when they are preferred without, then they are whole', async (t) => {
  const csv = post('/api/Orders/ExportOrders', { customerId: 'K-1', format: 'csv', columns: ['id', 'isReadOnly', 'total'] })
  const sparse = await test.send({ ...csv, headers: OMIT })
  t.equal(sparse.text, (await test.send(csv)).text)
  t.match(sparse.text, /false/)
  t.match(sparse.headers, { 'preference-applied': undefined, vary: 'prefer' })
  const ndjson = await test.send({ ...post('/api/Orders/ExportOrders', { customerId: 'K-1', format: 'ndjson' }), headers: OMIT })
  t.notMatch(ndjson.text, /:null/)
  t.equal(ndjson.headers['preference-applied'], 'omit-empty')
})

t.test('given Prefer: omit-empty, when an order is changed, then the response is whole', async (t) => {
  const request = post(`/api/Orders/${second.id}/AddPayments`, [authorization({ transactionId: 'more' })])
  const { body, headers } = await test.send({ ...request, headers: OMIT })
  t.same(body, (await test.send(get(`/api/Orders/${second.id}`))).body)
  t.same([headers['preference-applied'], headers.vary], [undefined, undefined])
})
