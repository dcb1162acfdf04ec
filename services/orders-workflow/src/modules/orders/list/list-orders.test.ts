import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { storedOrder } from '../../../testing/orders/found-orders.ts'
import { testOrders } from '../../../testing/test-orders.ts'

const test = await testOrders(t)
const orders = [
  { id: 'L-1', storeId: 'Oslo-01', status: 'New', orderType: 'Online' },
  { id: 'L-2', storeId: 'Bergen-01', status: 'Completed', orderType: 'Pos' },
  { id: 'L-3', storeId: 'Oslo-01', status: 'Completed', orderType: 'Pos' },
  { id: 'L-0', storeId: 'Oslo-01', status: 'New', orderType: 'ClickAndCollect', warehouse: 'Central' },
  { id: 'L-4', storeId: 'Stockholm-01', status: 'Deleted', orderType: 'Online', warehouse: 'Central' },
  { id: 'L-5', storeId: 'Bergen-01', status: 'InProgress', orderType: 'Online', warehouse: 'Oslo-01' },
]
const modified: Record<string, string> = {}
for (const { warehouse, ...fields } of orders) {
  const shipments = [{ shippingMethodName: 'Home', warehouseCode: warehouse ?? (null as never) }]
  modified[fields.id] = (await storedOrder(test, fields, { shipments })).modified
  // Each has a time of its own.
  await sleep(2)
}

type Query = Record<string, string | string[]>
const get = (path: string, query: Query, storeIds?: string[]) =>
  test.send({ url: `/api/Orders/${path}`, query, as: { roles: ['OrderRead'], ...(storeIds === undefined ? {} : { storeIds }) } })

async function ids(path: string, query: Query, storeIds?: string[]): Promise<string[]> {
  const { status, body, text } = await get(path, query, storeIds)
  if (status !== 200) throw new Error(text)
  return body.result.map((order: { id: string }) => order.id)
}
const count = async (query: Query, storeIds?: string[]) => (await get('GetOrders/Count', query, storeIds)).body

t.test('given stores, when GetOrders is called, then it lists their orders by oldest change first', async (t) => {
  t.same(await ids('GetOrders', { storeId: 'Oslo-01' }), ['L-1', 'L-3', 'L-0'])
  t.same(await ids('GetOrders', { storeId: ['Bergen-01', 'Oslo-01'] }), ['L-1', 'L-2', 'L-3', 'L-0', 'L-5'])
  t.same(await ids('GetOrders', { storeId: 'oslo-01' }), [])
  const { body } = await get('GetOrders', { storeId: 'Oslo-01', pageSize: '2' })
  t.match(body, { totalHits: 3, facets: { length: 0 }, scrollId: null, isValid: true })
  t.equal(body.result.length, 2)
  t.same(body.result[0], (await test.send({ url: '/api/Orders/L-1' })).body)
})

t.test('given no store, when GetOrders is called, then it is 400', async (t) => {
  for (const query of [{}, { storeId: '' }, { storeId: ['', ''] }, { storeIds: 'Oslo-01' }])
    t.match(await get('GetOrders', query as never), {
      status: 400,
      body: { error: 'ValidationFailed', errors: { storeId: ['is required'] } },
    })
})

t.test('given statuses in any letter case, when orders are listed, then they match, and Deleted only if named', async (t) => {
  t.same(await ids('GetOrders', { storeId: 'Oslo-01', status: ['new', 'SHIPPED'] }), ['L-1', 'L-0'])
  t.same(await ids('GetOrders', { storeId: 'Stockholm-01' }), [])
  t.same(await ids('GetOrders', { storeId: 'Stockholm-01', status: 'deleted' }), ['L-4'])
  t.same(await ids('GetOrders/ByOrderType', { status: ['Deleted', 'InProgress'] }), ['L-4', 'L-5'])
})

t.test('given changedSince, when orders are listed, then only later changes are', async (t) => {
  const since = (id: string, milliseconds = 0) => new Date(Date.parse(modified[id] as string) + milliseconds).toISOString()
  const list = (changedSince: string) => ids('GetOrders', { storeId: 'Oslo-01', changedSince })
  t.same(await list(since('L-3')), ['L-0'])
  t.same(await list(since('L-3', -1)), ['L-3', 'L-0'])
  t.same(await list(since('L-0')), [])
  t.equal(await count({ changedSince: since('L-2') }), 3)
  t.equal((await get('GetOrders', { storeId: 'Oslo-01', changedSince: 'now' })).status, 400)
  t.same(await list(''), ['L-1', 'L-3', 'L-0'], 'an empty date is none')
})

t.test('given order types, when orders are listed, then only orders of those types are', async (t) => {
  t.same(await ids('GetOrders/ByOrderType', { orderTypes: ['Pos', 'ClickAndCollect'] }), ['L-2', 'L-3', 'L-0'])
  t.same(await ids('GetOrders/ByOrderType', { orderTypes: 'Pos', storeId: 'Oslo-01' }), ['L-3'])
  t.same(await ids('GetOrders/ByOrderType', {}), ['L-1', 'L-2', 'L-3', 'L-0', 'L-5'])
  t.same(await ids('GetOrders', { storeId: 'Oslo-01', orderTypes: 'Pos' }), ['L-3'])
  t.same(await ids('GetOrders/ByOrderType', { orderTypes: 'pos' }), [])
})

t.test('given filterOnWarehouse or the pick-up point list, when orders are listed, then warehouses are compared', async (t) => {
  t.same(await ids('GetOrders', { storeId: 'Central', filterOnWarehouse: 'true' }), ['L-0'])
  t.same(await ids('GetOrders', { storeId: ['Central', 'Oslo-01'], filterOnWarehouse: 'True' }), ['L-0', 'L-5'])
  t.same(await ids('GetOrders', { storeId: 'Oslo-01', filterOnWarehouse: 'false' }), ['L-1', 'L-3', 'L-0'])
  t.same(await ids('GetOrdersForPickUpPoint', { storeId: 'Oslo-01' }), ['L-5'])
  t.same(await ids('GetOrdersForPickUpPoint', { storeId: 'Central', status: 'Deleted' }), ['L-4'])
  t.same(await ids('GetOrdersForPickUpPoint', { storeId: 'Central', orderTypes: 'Pos' }), [])
  t.equal(await count({ storeId: 'Central', filterOnWarehouse: 'true' }), 1)
  t.equal((await get('GetOrdersForPickUpPoint', {})).status, 400)
  t.same(await ids('GetOrdersForPickUpPoint', { storeId: 'Oslo-01' }, ['Oslo-01']), [], 'the order is sold by another store')
})

t.test('given stored orders, when Count is sent, then the response is a bare number', async (t) => {
  const response = await get('GetOrders/Count', {})
  t.same([response.status, response.text], [200, '5'])
  t.equal(await count({ storeId: ['Oslo-01', 'Bergen-01'], status: ['new', 'completed'] }), 4)
  t.equal(await count({ orderTypes: 'Online' }), 2)
  t.equal(await count({ status: 'Deleted' }), 1)
  t.equal(await count({ storeId: 'nowhere' }), 0)
})

t.test('given a limited caller, when it lists and counts orders, then it gets those of its stores', async (t) => {
  t.same(await ids('GetOrders/ByOrderType', {}, ['Bergen-01']), ['L-2', 'L-5'])
  t.same(await ids('GetOrders', { storeId: ['Oslo-01', 'Bergen-01'] }, ['Bergen-01']), ['L-2', 'L-5'])
  t.same(await ids('GetOrders', { storeId: 'Oslo-01' }, ['Bergen-01']), [])
  t.equal(await count({}, ['Bergen-01', 'Oslo-01']), 5)
  t.equal(await count({}, []), 0)
})

t.test('given a list, when no page is named, then it is page 1 with 20 orders; bad values are 400', async (t) => {
  const path = 'GetOrders/ByOrderType'
  t.same(await ids(path, { page: '2', pageSize: '2' }), ['L-3', 'L-0'])
  t.same(await ids(path, { page: '4', pageSize: '2' }), [])
  for (const query of [{ page: '0' }, { page: '-1' }, { page: 'x' }, { pageSize: '0' }, { pageSize: '101' }, { pageSize: '1.5' }])
    t.match(await get(path, query as never), { status: 400, body: { error: 'ValidationFailed' } }, JSON.stringify(query))
  for (const list of ['GetOrders/ByOrderType', 'GetOrders', 'GetOrdersForPickUpPoint']) {
    const response = await get(list, { storeId: 'Oslo-01', page: '101', pageSize: '100' })
    t.match(response, { status: 400, body: { error: 'WindowExceeded', message: /Scroll/ } }, list)
  }
  t.equal((await get(path, { page: '100', pageSize: '100' })).status, 200)
  for (let index = 0; index < 20; index++) await storedOrder(test, { id: `P-${index}`, storeId: 'Tokyo-01' })
  await storedOrder(test, { id: 'P-20', storeId: 'Tokyo-01' })
  t.equal((await ids('GetOrders', { storeId: 'Tokyo-01' })).length, 20)
})
