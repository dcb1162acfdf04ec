import t from 'tap'
import { fetchInventory, fetchMovements, put, unpublishedEvents } from '../../testing/inventory.ts'
import { testOrders } from '../../testing/test-orders.ts'

const row = (fields = {}) => ({ skuId: 'CUP', warehouseCode: 'Oslo-01', quantity: 5, ...fields })

t.test('when quantities are set, then they are absolute, with movements and events in the order of the request', async (t) => {
  const test = await testOrders(t)
  const first = await put(test, [row(), row({ skuId: 'ASH', quantity: 0.125 }), row({ warehouseCode: 'Central', quantity: 0 })])
  t.equal(first.status, 200)
  t.match(first.body, [
    { skuId: 'CUP', warehouseCode: 'Oslo-01', quantity: 5, reservedQuantity: 0, availableQuantity: 5, modified: /Z$/ },
    { skuId: 'ASH', quantity: 0.125 },
    { skuId: 'CUP', warehouseCode: 'Central', quantity: 0 },
  ])
  await put(test, [row({ quantity: 2 })])
  await put(test, [row({ quantity: 2 })])
  t.match(await fetchInventory(test, 'CUP'), [
    { warehouseCode: 'Central', quantity: 0 },
    { warehouseCode: 'Oslo-01', quantity: 2, availableQuantity: 2 },
  ])
  const moved = (await fetchMovements(test, '?skuId=CUP&warehouseCode=Oslo-01')).map((one: Record<string, unknown>) => [
    one.kind,
    one.quantityDelta,
    one.reservedDelta,
  ])
  t.same(moved, [
    ['Set', 5, 0],
    ['Set', -3, 0],
  ])
  t.match(await unpublishedEvents(test, 'CUP@Oslo-01'), [
    {
      sequence: 1,
      source: '/orders/inventory',
      data: { skuId: 'CUP', warehouseCode: 'Oslo-01', quantity: 5, reservedQuantity: 0, cause: 'Set' },
    },
    { sequence: 2, data: { quantity: 2 } },
  ])
  t.equal((await unpublishedEvents(test, 'CUP@Oslo-01')).length, 2, 'what changes nothing is not published')
})

t.test('given SKUs and warehouses of any characters, when quantities are set, then each pair has its own level', async (t) => {
  const test = await testOrders(t)
  const names = [
    { skuId: 'a@b', warehouseCode: 'c' },
    { skuId: 'a', warehouseCode: 'b@c' },
    { skuId: `';drop table inventory;--`, warehouseCode: 'æøå 😀' },
    { skuId: 'x'.repeat(250), warehouseCode: '😀'.repeat(125) },
  ]
  t.equal(
    (
      await put(
        test,
        names.map((name) => ({ ...name, quantity: 1 })),
      )
    ).status,
    200,
  )
  const events = await test.database.query<{ subject: string }>({
    text: `select envelope::json->>'subject' as subject from kit.outbox`,
  })
  t.equal(new Set(events.map(({ subject }) => subject)).size, names.length)
  for (const { skuId, warehouseCode } of names)
    t.match(await fetchInventory(test, skuId), [{ skuId, warehouseCode, quantity: 1 }])
})

t.test('when a row is invalid, then the request fails and nothing is written', async (t) => {
  const test = await testOrders(t)
  const many = (count: number) => Array.from({ length: count }, (_, index) => row({ skuId: `S-${index}` }))
  const bad: [unknown, string][] = [
    [[row(), row({ skuId: 'B', quantity: -1 })], '[1].quantity'],
    [[row(), row({ quantity: 7 })], '[1]'],
    [[row({ quantity: 1e9 })], '[0].quantity'],
    [[row({ quantity: 0.0001 })], '[0].quantity'],
    [[row({ quantity: '5' })], '[0].quantity'],
    [[row({ quantity: null })], '[0].quantity'],
    [[row({ skuId: ' ' })], '[0].skuId'],
    [[row({ skuId: '' })], '[0].skuId'],
    [[row({ skuId: 'x'.repeat(251) })], '[0].skuId'],
    [[{ skuId: 'A', quantity: 1 }], '[0].warehouseCode'],
    [many(1001), ''],
    [[], ''],
    [{ skuId: 'A' }, ''],
  ]
  for (const [body, path] of bad) {
    const response = await put(test, body)
    t.equal(response.status, 400, path)
    t.ok(response.body.errors[path], `${path} in ${JSON.stringify(response.body.errors)}`)
  }
  t.same(await test.database.query({ text: 'select from inventory' }), [])
  t.equal((await put(test, many(1000))).status, 200)
})

t.test('given a token limited to stores, when inventory is set, then only their warehouses are allowed', async (t) => {
  const test = await testOrders(t)
  const as = { storeIds: ['Bergen-01'] }
  t.equal((await put(test, [row({ warehouseCode: 'Bergen-01' }), row({ warehouseCode: 'Central' })], { as })).status, 200)
  const refused = await put(test, [row({ warehouseCode: 'Central', quantity: 9 }), row()], { as })
  t.equal(refused.status, 403)
  t.same(Object.keys(refused.body.errors), ['[1].warehouseCode'], 'an import leaves out what is not for it')
  t.equal((await put(test, [row()], { as: { roles: ['OrderRead'] } })).status, 403)
  t.match(await fetchInventory(test, 'CUP'), [{ warehouseCode: 'Bergen-01' }, { warehouseCode: 'Central', quantity: 5 }])
})

t.test(
  'given concurrent writes of the same rows in any order, when all have ended, then none was blocked and one is last',
  async (t) => {
    const test = await testOrders(t)
    const skus = Array.from({ length: 20 }, (_, index) => `S-${index}`)
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, turn) => {
        const order = turn % 2 === 0 ? skus : skus.toReversed()
        return put(
          test,
          order.map((skuId) => row({ skuId, quantity: turn })),
        )
      }),
    )
    t.same(new Set(responses.map(({ status }) => status)), new Set([200]))
    const sums = await test.database.query<{ count: number; wrong: number; last: number }>({
      text: `select count(*) as count, count(*) filter (where quantity <> (select sum(quantity_delta) from inventory_movement as m where m.sku_id = i.sku_id)) as wrong,
      count(distinct quantity) as last from inventory as i`,
    })
    t.same(sums, [{ count: 20, wrong: 0, last: 1 }])
  },
)

t.test('when a request is repeated with its key, then it is applied once', async (t) => {
  const test = await testOrders(t)
  const headers = { 'idempotency-key': 'stock-1' }
  await put(test, [row()], { headers })
  await put(test, [row({ quantity: 1 })])
  const again = await put(test, [row()], { headers })
  t.equal(again.headers['idempotent-replayed'], 'true')
  t.match(await fetchInventory(test, 'CUP'), [{ quantity: 1 }])
})
