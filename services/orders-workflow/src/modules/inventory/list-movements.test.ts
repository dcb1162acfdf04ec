import t from 'tap'
import { adjust, fetchInventory, fetchMovements, put, testStock } from '../../testing/inventory.ts'
import { createdOrder, orderFormBody, testOrders } from '../../testing/test-orders.ts'

t.test('when movements are read, then they are paged, filtered, and limited to the warehouses of the client', async (t) => {
  const test = await testOrders(t)
  const rows = ['Oslo-01', 'Bergen-01', 'Central'].map((warehouseCode) => ({ skuId: 'CUP', warehouseCode, quantity: 1 }))
  await put(test, rows)
  await adjust(test, [{ skuId: 'POT', warehouseCode: 'Central', delta: 2 }])
  const page = async (query: string) => (await test.send({ url: `/api/Inventory/Movements${query}` })).body
  const first = await page('?take=3')
  t.equal(first.result.length, 3)
  const second = await page(`?take=3&after=${first.next}`)
  t.match(second, { result: [{ skuId: 'POT', quantityDelta: 2, created: /Z$/ }], next: null })
  t.same([...first.result, ...second.result], (await page('')).result)
  const places = async (query: string, as = {}) =>
    (await fetchMovements(test, query, as)).map((one: Record<string, string>) => `${one.skuId} ${one.warehouseCode}`)
  t.same(await places('?skuId=CUP&warehouseCode=Central'), ['CUP Central'])
  t.same(await places('?orderId=nobody'), [])
  t.same(await places('?skuId=&orderId=&warehouseCode=Oslo-01'), ['CUP Oslo-01'])
  const bergen = { storeIds: ['Bergen-01'] }
  t.same(await places('', bergen), ['CUP Bergen-01', 'CUP Central', 'POT Central'])
  t.same(await places('?warehouseCode=Oslo-01', bergen), [])
  t.same(await places('', { storeIds: [] }), [])
})

t.test('given a wrong take or cursor, when movements are listed, then it is 400', async (t) => {
  const test = await testOrders(t)
  for (const query of [
    'take=0',
    'take=251',
    'take=x',
    'after=x',
    'after=-1',
    'after=0',
    'after=01',
    'after=99999999999999999999',
  ]) {
    const response = await test.send({ url: `/api/Inventory/Movements?${query}` })
    t.match(response, { status: 400, body: { errors: { [query.split('=')[0] as string]: [String] } } }, query)
  }
})

t.test('when the inventory is read, then it is by SKU and warehouse, limited to the stores of the client', async (t) => {
  const test = await testOrders(t)
  await put(
    test,
    ['Oslo-01', 'Central'].flatMap((warehouseCode) => ['A', 'B'].map((skuId) => ({ skuId, warehouseCode, quantity: 1 }))),
  )
  const read = (query: string, as = {}) => test.send({ url: `/api/Inventory?${query}`, as })
  const places = (body: { skuId: string; warehouseCode: string }[]) => body.map((one) => `${one.skuId} ${one.warehouseCode}`)
  t.same(places((await read('skuIds=B&skuIds=A&skuIds=A&skuIds=none')).body), [
    'A Central',
    'A Oslo-01',
    'B Central',
    'B Oslo-01',
  ])
  t.same(places((await read('skuIds=A&warehouseCode=Oslo-01')).body), ['A Oslo-01'])
  t.same(places((await read('skuIds=A', { storeIds: ['Bergen-01'] })).body), ['A Central'])
  t.same((await read('skuIds=A&warehouseCode=Oslo-01', { storeIds: ['Bergen-01'] })).body, [])
  t.same(await fetchInventory(test, 'none'), [])
  const many = (count: number) => Array.from({ length: count }, (_, index) => `skuIds=${index}`).join('&')
  t.equal((await read(many(500))).status, 200)
  for (const query of ['', many(501)]) t.match(await read(query), { status: 400, body: { errors: { skuIds: [String] } } })
})

// A trial from outside: the warehouse that two stores share showed each of them the orders of the
// other.
t.test(
  'given a shared warehouse, when a client of one store reads movements, then those of others have no order ids',
  async (t) => {
    const test = await testStock(t)
    await put(test, [{ skuId: 'CUP', warehouseCode: 'Central', quantity: 9 }])
    const order = (storeId: string) =>
      createdOrder(test, {
        storeId,
        orderForm: orderFormBody({
          payments: [],
          lineItems: [{ lineItemId: `line-${storeId}`, code: 'CUP', quantity: 2, placedPrice: 10 }],
          shipments: [{ shipmentId: `shipment-${storeId}`, warehouseCode: 'Central' }],
        }),
      })
    const [oslo, bergen] = [await order('Oslo-01'), await order('Bergen-01')]
    await test.background.idle()
    const as = { storeIds: ['Bergen-01'] }
    const own = { orderId: bergen.id, shipmentId: 'shipment-Bergen-01', lineItemId: 'line-Bergen-01' }
    const nobody = { orderId: null, shipmentId: null, lineItemId: null }
    t.match(await fetchMovements(test, '?warehouseCode=Central', as), [
      { kind: 'Set' },
      { kind: 'Reservation', reservedDelta: 2, ...nobody },
      { kind: 'Reservation', reservedDelta: 2, ...own },
    ])
    t.same(await fetchMovements(test, `?orderId=${oslo.id}`, as), [])
    t.match(await fetchMovements(test, `?orderId=${bergen.id}`, as), [own])
    t.match(await fetchMovements(test, `?orderId=${oslo.id}`), [{ orderId: oslo.id, lineItemId: 'line-Oslo-01' }])

    await test.send({ method: 'DELETE', url: `/api/Orders/${oslo.id}`, query: { deletePermanently: 'true' } })
    await createdOrder(test, { id: oslo.id, orderNumber: oslo.id, storeId: 'Bergen-01' })
    const kept = (await fetchMovements(test, `?orderId=${oslo.id}`, as)).filter((one: { lineItemId: string }) =>
      /Oslo/.test(one.lineItemId),
    )
    t.same(kept, [], 'a new order with the id of a purged one of another store does not inherit its movements')
  },
)
