import t from 'tap'
import { foundIds, searched, storedOrder } from '../../testing/orders/found-orders.ts'
import { createdOrder, testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)

const post = (url: string, body?: unknown, headers: Record<string, string> = {}) =>
  test.send({ method: 'POST', url, body, headers, as: { roles: ['OrderRead'] } })
const ids = (response: { body: { result: { id: string }[] } }) => response.body.result.map(({ id }) => id)

t.test('when orders are searched, then the response has the documented fields, and orders equal those of a read', async (t) => {
  const order = await createdOrder(test, { customerId: 'shape' })
  const { body } = await post('/api/Orders/Search', { customerId: 'shape' })
  t.same(Object.keys(body), ['totalHits', 'totalHitsIsExact', 'result', 'facets', 'scrollId', 'isValid'])
  t.same([body.totalHits, body.totalHitsIsExact, body.scrollId, body.isValid], [1, true, null, true])
  t.same(body.result, [(await test.send({ url: `/api/Orders/${order.id}` })).body])
  t.equal(body.facets.length, 9)
  t.same((await post('/api/Orders/Search', { customerId: 'shape', disableFacets: true })).body.facets, [])
})

t.test('when orders are searched, then the Read role and a body are needed', async (t) => {
  t.equal((await post('/api/orders/search/', {})).status, 200)
  t.equal((await post('/api/Orders/Search')).status, 400)
})

t.test('when a search is repeated with its key, then it gets the first response, as any other POST', async (t) => {
  const find = (customerId: string) => post('/api/Orders/Search', { customerId }, { 'idempotency-key': 'again' })
  t.equal((await find('keyed')).body.totalHits, 0)
  await storedOrder(test, { id: 'keyed', customerId: 'keyed' })
  const second = await find('keyed')
  t.same([second.body.totalHits, second.headers['idempotent-replayed']], [0, 'true'])
  t.equal((await find('another')).body.error, 'IdempotencyKeyReused')
  t.equal((await post('/api/Orders/Search', {}, { 'idempotency-key': 'k'.repeat(256) })).status, 400)
})

t.test('given deleted orders, when a status filter names Deleted, then they are found, else not', async (t) => {
  await storedOrder(test, { id: 'gone', customerId: 'del', status: 'Deleted', tags: ['gone'] })
  await storedOrder(test, { id: 'here', customerId: 'del', tags: ['here'] })
  const find = (request: object) => foundIds(test, { customerId: 'del', ...request })
  t.same(await find({}), ['here'])
  t.same(await find({ selectedStatuses: ['deleted'] }), ['gone'])
  t.same(await find({ selectedStatuses: ['Deleted', 'new'] }), ['gone', 'here'])
  t.same(await find({ selectedStatuses: ['Deleted', 'new'], excludedStatuses: ['DELETED'] }), ['here'])
  t.same(await find({ excludedStatuses: ['Shipped'] }), ['here'])
  t.same(await foundIds(test, { tags: ['gone'] }), [], 'nor by the counts')
  t.same(await foundIds(test, { searchText: 'gone' }), [], 'nor by words')
  const { facets } = await searched(test, { tags: ['gone'], disableFacets: false })
  t.ok(facets.every((group: { facets: unknown[] }) => group.facets.length === 0))
  t.same(await foundIds(test, { searchText: 'gone', selectedStatuses: ['Deleted'] }), ['gone'])
  t.equal((await test.send({ method: 'DELETE', url: '/api/Orders/here' })).status, 200)
  t.same(await find({}), [])
  t.same(await foundIds(test, { searchText: 'here' }), [])
})

t.test(
  'given a token limited to stores, when it searches, then results, totals and facets are of these stores only',
  async (t) => {
    await storedOrder(test, { id: 'oslo', customerName: 'Scope Test', tags: ['scope'], storeId: 'Oslo-01' })
    await storedOrder(test, { id: 'bergen', customerName: 'Scope Test', tags: ['scope'], storeId: 'Bergen-01' })
    await storedOrder(test, { id: 'london', customerName: 'Scope Test', tags: ['scope'], storeId: 'London-01' })
    const as = { storeIds: ['Bergen-01', 'London-01', 'London-01'] }
    for (const request of [{ tags: ['scope'] }, { searchText: 'scope' }, { customerName: 'scope' }]) {
      t.same(await foundIds(test, request, as), ['bergen', 'london'])
      t.same(await foundIds(test, { ...request, selectedStores: ['Oslo-01', 'London-01'] }, as), ['london'])
      t.same(await foundIds(test, { ...request, selectedStores: ['Oslo-01'] }, as), [])
      t.same(await foundIds(test, request, { storeIds: [] }), [])
      const { facets } = await searched(test, { ...request, disableFacets: false }, as)
      const stores = facets.find((group: { facetType: string }) => group.facetType === 'SelectedStores').facets
      t.same(stores.map((facet: { value: string }) => facet.value).sort(), ['Bergen-01', 'London-01'])
    }
  },
)

t.test('when the orders of a customer are searched, then the full request applies, and searchQuery is searchText', async (t) => {
  await storedOrder(test, { id: 'mine-1', customerId: 'Cust/1 å', customerName: 'Kari', tags: ['a'] })
  await storedOrder(test, { id: 'mine-2', customerId: 'Cust/1 å', customerName: 'Ola' })
  await storedOrder(test, { id: 'yours', customerId: 'Cust-2', customerName: 'Kari' })
  const find = async (body: object) => {
    const response = await post(`/api/Orders/Customers/${encodeURIComponent('Cust/1 å')}/Orders/Search`, body)
    t.equal(response.status, 200)
    t.equal(response.body.facets.length, 9)
    t.equal(response.body.totalHits, response.body.result.length)
    return ids(response).sort()
  }
  t.same(await find({}), ['mine-1', 'mine-2'])
  t.same(await find({ searchQuery: 'kari' }), ['mine-1'])
  t.same(await find({ searchText: 'ola', searchQuery: 'kari' }), ['mine-2'])
  t.same(await find({ searchText: '', searchQuery: 'kari' }), ['mine-1'])
  t.same(await find({ tags: ['a'], take: 1, page: 0, sortOrder: 'DocumentID' }), ['mine-1'])
  t.same(await find({ customerId: 'Cust-2' }), [], 'the address and the body must both hold')
  t.same(await find({ customerIds: ['Cust-2', 'Cust/1 å'] }), ['mine-1', 'mine-2'])
  const other = await post('/api/Orders/Customers/nobody/Orders/Search', {})
  t.match(other, { status: 200, body: { totalHits: 0, result: { length: 0 } } })
})

t.test('when orders are searched by a property, then there are 100 on a page, newest first, without facets', async (t) => {
  const url = '/api/Orders/SearchByCustomProperties'
  const find = (query: Record<string, string>) => test.send({ method: 'POST', url, query, as: { roles: ['OrderRead'] } })
  for (const [index, keyGroup] of [undefined, 'group', undefined].entries()) {
    const properties = [{ key: 'gate', value: '7 & 8', ...(keyGroup === undefined ? {} : { keyGroup }) }]
    await storedOrder(test, { id: `prop-${index}`, properties, created: `2026-01-0${index + 1}T00:00:00.000Z` })
  }
  await storedOrder(test, { id: 'prop-deleted', status: 'Deleted', properties: [{ key: 'gate', value: '7 & 8' }] })
  const found = await find({ key: 'gate', value: '7 & 8' })
  t.same(ids(found), ['prop-2', 'prop-1', 'prop-0'])
  t.match(found.body, { totalHits: 3, facets: { length: 0 }, scrollId: null, isValid: true })
  t.same(ids(await find({ key: 'gate', value: '7 & 8', take: '2', page: '2' })), ['prop-0'])
  t.same(ids(await find({ KEY: 'gate', VALUE: '7 & 8', take: '1', page: '0' })), ['prop-2'])
  t.same(ids(await find({ key: 'gate', value: '7' })), [])
  for (const query of [{ key: 'gate' }, { value: '7' }, { key: '', value: '7' }, { key: 'gate', value: '' }])
    t.match(await find(query as never), { status: 400, body: { error: 'ValidationFailed' } })
  for (const take of ['0', '101', 'x']) t.equal((await find({ key: 'a', value: 'b', take })).status, 400)
  t.match(await find({ key: 'a', value: 'b', page: '101' }), { status: 400, body: { error: 'WindowExceeded' } })
})

t.test('given concurrent writes, when orders are searched, then total, facets and page are of one snapshot', async (t) => {
  for (let index = 0; index < 8; index++)
    await storedOrder(test, { id: `moment-${index}`, customerName: 'Moment', tags: ['moment'] })
  let isDone = false
  const write = async (index: number) => {
    for (let turn = 0; !isDone; turn++) {
      const body = { status: turn % 2 === 0 ? 'OnHold' : 'New', skipRunWorkflow: true }
      await test.send({ method: 'POST', url: `/api/Orders/moment-${index}/UpdateStatus`, body })
    }
  }
  const writers = [0, 1, 2, 3].map(write)
  const totals = new Set<number>()
  const common = { selectedStatuses: ['New'], disableFacets: false, take: 100 }
  for (let turn = 0; turn < 40; turn++) {
    const { totalHits, result, facets } = await searched(test, {
      ...common,
      ...(turn % 2 === 0 ? { tags: ['moment'] } : { searchText: 'moment' }),
    })
    const [statuses] = facets as { facets: { value: string; count: number }[] }[]
    totals.add(totalHits)
    t.equal(result.length, totalHits)
    t.same(
      statuses?.facets.map(({ value, count }) => [value, count]),
      totalHits === 0 ? [] : [['New', totalHits]],
    )
    t.ok(result.every((order: { status: string }) => order.status === 'New'))
  }
  isDone = true
  await Promise.all(writers)
  t.ok(totals.size > 1, 'something changed meanwhile')
})
