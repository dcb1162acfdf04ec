import t from 'tap'
import { adjust, fetchInventory, fetchMovements, put, unpublishedEvents } from '../../testing/inventory.ts'
import { testOrders } from '../../testing/test-orders.ts'

const row = (delta: number, fields = {}) => ({ skuId: 'CUP', warehouseCode: 'Oslo-01', delta, ...fields })

t.test(
  'when adjustments are sent, then they add up, have a movement each, and the response has each SKU and warehouse once',
  async (t) => {
    const test = await testOrders(t)
    const { status, body } = await adjust(test, [row(5), row(-2.5, { reason: 'broken' }), row(1, { skuId: 'POT' }), row(0)])
    t.equal(status, 200)
    t.match(body, [
      { skuId: 'CUP', quantity: 2.5, availableQuantity: 2.5 },
      { skuId: 'POT', quantity: 1 },
    ])
    t.equal(body.length, 2)
    t.match(await fetchMovements(test, '?skuId=CUP'), [
      { kind: 'Adjust', quantityDelta: 5, reason: null, orderId: null, shipmentId: null, lineItemId: null },
      { quantityDelta: -2.5, reason: 'broken' },
      { quantityDelta: 0 },
    ])
    t.match(await unpublishedEvents(test, 'CUP@Oslo-01'), [{ sequence: 1, data: { quantity: 2.5, cause: 'Adjust' } }])
  },
)

t.test('when an adjustment would go below zero, then it is 400 and nothing is written', async (t) => {
  const test = await testOrders(t)
  await put(test, [{ skuId: 'CUP', warehouseCode: 'Oslo-01', quantity: 3 }])
  for (const rows of [[row(1, { skuId: 'POT' }), row(-4)], [row(-2), row(-2), row(5)], [row(-1, { skuId: 'NEW' })]]) {
    const response = await adjust(test, rows)
    t.match(response, { status: 400, body: { error: 'QuantityNotAvailable' } })
    t.ok(Object.keys(response.body.errors)[0]?.endsWith('.delta'))
  }
  t.same(await fetchInventory(test, 'POT'), [])
  t.same(await fetchInventory(test, 'NEW'), [])
  t.match(await fetchInventory(test, 'CUP'), [{ quantity: 3 }])
  t.equal((await adjust(test, [row(-3)])).status, 200)
  t.match(await adjust(test, [row(999_999_999), row(1)]), { status: 400, body: { errors: { '[1].delta': [String] } } })
  t.equal((await fetchMovements(test)).length, 2)
})

t.test("when a row is invalid or of another store's warehouse, then the request fails", async (t) => {
  const test = await testOrders(t)
  const many = Array.from({ length: 1001 }, () => row(1))
  for (const body of [[], many, [row(0.0001)], [{ skuId: 'A', warehouseCode: 'B' }], [row(1, { reason: 'x'.repeat(1001) })]])
    t.equal((await adjust(test, body)).status, 400)
  t.equal((await adjust(test, [row(1)], { as: { storeIds: ['Bergen-01'] } })).status, 403)
  t.same(await fetchMovements(test), [])
})

t.test(
  'given concurrent adjustments, when all have ended, then every unit is taken once and never more than there are',
  async (t) => {
    const test = await testOrders(t)
    await put(test, [{ skuId: 'CUP', warehouseCode: 'Oslo-01', quantity: 20 }])
    const responses = await Promise.all(Array.from({ length: 50 }, () => adjust(test, [row(-1)])))
    t.equal(responses.filter(({ status }) => status === 200).length, 20)
    t.equal(responses.filter(({ status }) => status === 400).length, 30)
    t.match(await fetchInventory(test, 'CUP'), [{ quantity: 0 }])
    const events = await unpublishedEvents(test, 'CUP@Oslo-01')
    t.same(
      events.map(({ sequence }) => sequence),
      Array.from({ length: 21 }, (_, index) => index + 1),
    )
  },
)
