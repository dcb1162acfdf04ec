import t from 'tap'
import { storedOrder } from '../../testing/orders/found-orders.ts'
import { testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)
const day = { from: '2026-02-10T00:00:00.000Z', to: '2026-02-11T00:00:00.000Z' }
const sales = (query: object, as: object = {}) =>
  test.send({ url: '/api/Orders/Sales', query: { ...day, ...query }, as: { roles: ['OrderRead'], ...as } })
const created = '2026-02-10T12:00:00.000Z'
const payment = (transactionType: 'Authorization' | 'Capture' | 'Sale', amount: number, paymentMethodName = 'Card') => ({
  transactionId: `${transactionType}-${amount}`,
  transactionType,
  amount,
  paymentMethodName,
  status: 'Processed' as const,
})

await storedOrder(
  test,
  { id: 'A', storeId: 'Oslo-01', created },
  {
    lineItems: [
      { code: 'CUP', displayName: 'Cup', placedPrice: 100, quantity: 3, canceledQuantity: 1 },
      { code: 'BOX', displayName: 'Gift box', placedPrice: 50 },
      { code: 'TEA', quantity: 2, packageLineItemId: '2' },
    ],
    payments: [payment('Authorization', 250), payment('Capture', 250)],
  },
)
await storedOrder(
  test,
  { id: 'B', storeId: 'Bergen-01', created: day.from },
  {
    lineItems: [{ code: 'CUP', displayName: 'Cup', placedPrice: 100 }],
    payments: [payment('Sale', 60), payment('Sale', 40, 'Vipps')],
  },
)
await storedOrder(
  test,
  { id: 'C', storeId: 'Stockholm-01', marketId: 'SWE', billingCurrency: '', created },
  { lineItems: [{ code: 'CUP', placedPrice: 120 }] },
)
for (const [id, fields] of Object.entries({
  deleted: { status: 'Deleted', created },
  cancelled: { status: 'Cancelled', fulfilmentStatus: 'Cancelled' as const, created },
  before: { created: '2026-02-09T23:59:59.999Z' },
  after: { created: day.to },
}))
  await storedOrder(test, { id, storeId: 'Oslo-01', ...fields }, { lineItems: [{ code: 'CUP', placedPrice: 100 }] })

t.test('given orders of a day, when its sales are asked for, then they are summed up by each currency', async (t) => {
  const { status, body } = await sales({})
  t.equal(status, 200, JSON.stringify(body))
  const read = async (id: string) => (await test.send({ url: `/api/Orders/${id}` })).body.total
  const [a, b, c] = [await read('A'), await read('B'), await read('C')]
  t.same([body.from, body.to], [day.from, day.to])
  t.same(body.currencies, [
    { currency: 'NOK', total: a + b, orders: 2 },
    { currency: 'SEK', total: c, orders: 1 },
  ])
  t.same(body.stores.map(({ storeId, orders }: { storeId: string; orders: number }) => [storeId, orders]).sort(), [
    ['Bergen-01', 1],
    ['Oslo-01', 1],
    ['Stockholm-01', 1],
  ])
  t.same(body.paymentMethods, [
    { paymentMethodName: 'Card', currency: 'NOK', amount: 310 },
    { paymentMethodName: 'Vipps', currency: 'NOK', amount: 40 },
  ])
  t.match(
    body.products.filter(({ currency }: { currency: string }) => currency === 'NOK'),
    [
      { code: 'CUP', name: 'Cup', quantity: 3 },
      { code: 'BOX', name: 'Gift box', quantity: 1 },
    ],
  )
  t.equal((await sales({ products: '1' })).body.products.length, 1)
})

t.test('given a token of one store, when it asks for sales, then they are of that store alone', async (t) => {
  const { body } = await sales({}, { storeIds: ['Bergen-01'] })
  t.match(body.currencies, [{ currency: 'NOK', orders: 1 }])
  t.same((await sales({}, { storeIds: [] })).body.currencies, [])
  const ofOslo = { storeId: 'Oslo-01' }
  t.match((await sales(ofOslo)).body, { currencies: [{ orders: 1 }], stores: [{ storeId: 'Oslo-01' }] })
  t.same((await sales(ofOslo, { storeIds: ['Bergen-01'] })).body.currencies, [], 'another store has sold nothing to it')
})

t.test('given a period that is too long or ends before it begins, when it is asked for, then it is refused', async (t) => {
  for (const query of [{ to: '2026-02-12T01:00:01Z' }, { to: '2026-02-09T00:00:00Z' }, { from: 'soon' }])
    t.equal((await sales(query)).status, 400, JSON.stringify(query))
  t.equal((await sales({ to: '2026-02-12T01:00:00Z' })).status, 200, 'two days and an hour')
})

t.test('given more orders than are read at a time, when their sales are asked for, then all are counted', async (t) => {
  for (let index = 0; index < 1_203; index++)
    await storedOrder(test, { id: `many-${index}`, created: `2026-03-0${(index % 2) + 1}T10:00:00.000Z` })
  const begun = performance.now()
  const { body } = await sales({ from: '2026-03-01T00:00:00Z', to: '2026-03-03T00:00:00Z' })
  t.equal(body.currencies[0].orders, 1_203)
  t.comment(`${Math.round(performance.now() - begun)} ms for 1,203 orders`)
})
