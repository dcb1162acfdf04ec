import t from 'tap'
import { nextBatch, openedScroll, scrollToEnd } from '../../../testing/orders/scrolled.ts'
import { authorization, createdOrder, sampleConfig, testOrders } from '../../../testing/test-orders.ts'

const sample = await sampleConfig()
const settings = { ...sample.settings, search: { ...sample.settings.search, scrollBatchSize: 4, scrollsPerClientMax: 1_000 } }
const test = await testOrders(t, { config: { ...sample, settings } })
const open = (body: unknown) => test.send({ method: 'POST', url: '/api/Orders/Scroll', body })

/** Orders without workflow steps, one minute apart. */
async function createdOrders(count: number, fields: Record<string, unknown>): Promise<{ id: string }[]> {
  const orders: { id: string }[] = []
  for (let place = 0; place < count; place++) {
    const created = new Date(Date.UTC(2026, 0, 1, 0, place)).toISOString()
    orders.push(await createdOrder(test, { orderType: 'Pos', created, ...fields }))
  }
  return orders
}
const orderIds = (orders: readonly { id: string }[]) => orders.map(({ id }) => id)
const changed = (id: string) =>
  test.send({ method: 'POST', url: `/api/Orders/${id}/AddPayments`, body: [authorization({ transactionId: `more-${id}` })] })
const removed = (id: string, permanently: boolean) =>
  test.send({ method: 'DELETE', url: `/api/Orders/${id}`, query: { deletePermanently: String(permanently) } })

t.test('when a scroll is read, then its batches have all that a search finds, in its order, for any take and page', async (t) => {
  const orders = await createdOrders(10, { customerId: 'all' })
  await createdOrder(test, { customerId: 'another' })
  const first = await openedScroll(test, { customerId: 'all', sortOrder: 'CreatedAscending', take: 5_000, page: -3 })
  t.same(first.result, orders.slice(0, 4))
  t.match(first, { totalHits: 10, isValid: true, scrollId: /^[\w-]+$/ })
  t.same(Object.keys(first).sort(), ['isValid', 'result', 'scrollId', 'totalHits'])
  const second = (await nextBatch(test, first.scrollId)).body
  t.same(second.result, orders.slice(4, 8))
  t.equal(second.totalHits, 10)
  const third = (await nextBatch(test, second.scrollId)).body
  t.same(third.result, orders.slice(8))
  for (let { scrollId } = third, turn = 0; turn < 3; turn++) {
    const end = (await nextBatch(test, scrollId)).body
    t.match(end, { totalHits: 10, result: { length: 0 }, isValid: true })
    scrollId = end.scrollId
  }
})

t.test('when a scroll has no sort, then the newest is first; an unknown sort or invalid take is refused', async (t) => {
  const orders = await createdOrders(5, { customerId: 'sorted' })
  const first = await openedScroll(test, { customerId: 'sorted' })
  t.same(orderIds([...first.result, ...(await scrollToEnd(test, first))]), orderIds(orders).reverse())
  for (const body of [
    { sortOrder: 'Upwards' },
    { take: 'many' },
    { page: 1.5 },
    { createdFrom: 'soon' },
    { paymentStatuses: ['Maybe'] },
  ]) {
    t.match(await open(body), { status: 400, body: { error: 'ValidationFailed' } }, JSON.stringify(body))
  }
})

t.test('when nothing is found, then the scroll is empty', async (t) => {
  const first = await openedScroll(test, { customerId: 'nobody' })
  t.match(first, { totalHits: 0, result: { length: 0 }, isValid: true })
  t.match(await nextBatch(test, first.scrollId), { status: 200, body: { totalHits: 0, result: { length: 0 } } })
})

t.test('when a scroll filters by words and free text, then it has what a search finds', async (t) => {
  const orders = await createdOrders(6, { customerName: 'Åse Rullestad', tags: ['scrolled'] })
  const first = await openedScroll(test, { searchText: 'åse RULLE', tags: ['scrolled'], sortOrder: 'OrderIdAscending' })
  t.same(orderIds([...first.result, ...(await scrollToEnd(test, first))]), orderIds(orders).sort())
})

t.test('when an id is read again, then the batch is the same', async (t) => {
  await createdOrders(9, { customerId: 'again' })
  const first = await openedScroll(test, { customerId: 'again' })
  const [once, twice, later] = await Promise.all([1, 2, 3].map(() => nextBatch(test, first.scrollId)))
  t.same(once?.body, twice?.body)
  t.same(later?.body, once?.body)
  await scrollToEnd(test, first)
  t.same((await nextBatch(test, first.scrollId)).body, once?.body)
})

t.test(
  'given orders that change while a scroll is read, when it continues, then they are as they were, without purged ones',
  async (t) => {
    const orders = await createdOrders(24, { customerId: 'moving' })
    const first = await openedScroll(test, { customerId: 'moving', sortOrder: 'CreatedAscending' })
    t.same(first.result, orders.slice(0, 4))
    const [deleted, purged, reused] = [orders[10], orders[11], orders[12]] as [{ id: string }, { id: string }, { id: string }]
    const changes = (async () => {
      for (const { id } of orders) if (![deleted, purged, reused].some((other) => other.id === id)) await changed(id)
      await createdOrders(5, { customerId: 'moving' })
    })()
    t.equal((await removed(deleted.id, false)).status, 200)
    t.equal((await removed(purged.id, true)).status, 200)
    t.equal((await removed(reused.id, true)).status, 200)
    await createdOrder(test, { id: reused.id, customerId: 'moving', orderType: 'Pos' })
    const whileChanging = await scrollToEnd(test, first)
    await changes
    const afterwards = await scrollToEnd(test, first)
    const expected = orders.slice(4).filter((order) => order !== purged && order !== reused)
    t.same(whileChanging, expected)
    t.same(afterwards, expected)
    t.equal(
      (await openedScroll(test, { customerId: 'moving' })).totalHits,
      24 - 2 + 1 + 5 - 1,
      'a new scroll sees what is there now',
    )
  },
)

t.test('given a batch whose orders are all purged, when it is read, then the next batch is returned instead', async (t) => {
  const orders = await createdOrders(14, { customerId: 'gap' })
  const first = await openedScroll(test, { customerId: 'gap', sortOrder: 'CreatedAscending' })
  for (const { id } of orders.slice(4, 12)) await removed(id, true)
  t.same(orderIds(await scrollToEnd(test, first)), orderIds(orders.slice(12)))
})

t.test('when a scroll names Deleted, then it has deleted orders, else not', async (t) => {
  const [kept, deleted] = (await createdOrders(2, { customerId: 'gone' })) as [{ id: string }, { id: string }]
  await removed(deleted.id, false)
  t.same(orderIds((await openedScroll(test, { customerId: 'gone' })).result), [kept.id])
  t.same(orderIds((await openedScroll(test, { customerId: 'gone', selectedStatuses: ['deleted'] })).result), [deleted.id])
})

t.test('given a token limited to stores, when it scrolls, then it gets their orders only', async (t) => {
  await createdOrders(5, { customerId: 'stores' })
  const bergen = await createdOrders(5, { customerId: 'stores', storeId: 'Bergen-01' })
  const as = { storeIds: ['Bergen-01'] }
  const first = await openedScroll(test, { customerId: 'stores', sortOrder: 'CreatedAscending' }, as)
  t.equal(first.totalHits, 5)
  t.same([...first.result, ...(await scrollToEnd(test, first, as))], bergen)
  const whole = await openedScroll(test, { customerId: 'stores', sortOrder: 'StoreAscending' })
  t.same(
    orderIds(await scrollToEnd(test, whole, { storeIds: ['Stockholm-01'] })),
    [],
    'not even through the scroll of another token of its client',
  )
})
