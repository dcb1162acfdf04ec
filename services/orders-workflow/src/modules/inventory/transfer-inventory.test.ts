import t from 'tap'
import { fetchInventory, fetchMovements, put, transfer, unpublishedEvents } from '../../testing/inventory.ts'
import { sampleConfig, testOrders } from '../../testing/test-orders.ts'

const stock = (warehouseCode: string, quantity: number) => ({ skuId: 'CUP', warehouseCode, quantity })
const row = (quantity: number, fields = {}) => ({
  skuId: 'CUP',
  fromWarehouseCode: 'Central',
  toWarehouseCode: 'Oslo-01',
  quantity,
  ...fields,
})

t.test(
  'given stock in one warehouse, when a part is moved, then both have a movement and an event, and nothing is lost',
  async (t) => {
    const test = await testOrders(t)
    await put(test, [stock('Central', 10)])
    const { status, body } = await transfer(test, [row(2.5, { reason: 'Shelf is empty' })])
    t.equal(status, 200)
    t.match(body, [
      { skuId: 'CUP', warehouseCode: 'Central', quantity: 7.5, availableQuantity: 7.5, warning: null },
      { skuId: 'CUP', warehouseCode: 'Oslo-01', quantity: 2.5, availableQuantity: 2.5, isLow: true, warning: null },
    ])
    t.match((await fetchMovements(test)).slice(1), [
      {
        kind: 'Transfer',
        warehouseCode: 'Central',
        quantityDelta: -2.5,
        reservedDelta: 0,
        orderId: null,
        reason: 'Shelf is empty',
      },
      {
        kind: 'Transfer',
        warehouseCode: 'Oslo-01',
        quantityDelta: 2.5,
        reservedDelta: 0,
        orderId: null,
        reason: 'Shelf is empty',
      },
    ])
    t.match(await unpublishedEvents(test, 'CUP@Central'), [{}, { sequence: 2, data: { quantity: 7.5, cause: 'Transfer' } }])
    t.match(await unpublishedEvents(test, 'CUP@Oslo-01'), [{ sequence: 1, data: { quantity: 2.5, cause: 'Transfer' } }])
  },
)

t.test('when a transfer is more than is available, then it is 400 and nothing is moved', async (t) => {
  const test = await testOrders(t)
  await put(test, [stock('Central', 3)])
  const text = { status: 400, body: { error: 'QuantityNotAvailable' } }
  t.match(await transfer(test, [row(2), row(2)]), {
    ...text,
    body: { errors: { '[1].quantity': ['is more than is available: 1'] } },
  })
  t.match(await transfer(test, [row(1, { fromWarehouseCode: 'Bergen-01' })]), text)
  await put(test, [stock('Oslo-01', 999_999_998)])
  t.match(await transfer(test, [row(2)]), { status: 400, body: { errors: { '[0].quantity': [/more than can be counted/] } } })
  t.match(await fetchInventory(test, 'CUP'), [{ quantity: 3 }, { quantity: 999_999_998 }])
  t.equal((await fetchMovements(test)).length, 2)
  t.equal((await transfer(test, [row(1), row(1, { fromWarehouseCode: 'Oslo-01', toWarehouseCode: 'Bergen-01' })])).status, 200)
})

t.test('when a row is invalid or names a warehouse out of reach, then the request fails and its field is named', async (t) => {
  const test = await testOrders(t)
  await put(test, [stock('Central', 3)])
  const many = Array.from({ length: 501 }, () => row(1))
  for (const body of [[], many, [row(0.0001)], [{ skuId: 'CUP', quantity: 1 }], [row(1, { reason: 'x'.repeat(1001) })]])
    t.equal((await transfer(test, body)).status, 400)
  t.match(await transfer(test, [row(0), row(-1), row(1, { toWarehouseCode: 'Central' })]), {
    status: 400,
    body: { errors: { '[0].quantity': [String], '[1].quantity': [String], '[2].toWarehouseCode': [String] } },
  })
  const bergen = { as: { storeIds: ['Bergen-01'] } }
  t.match(await transfer(test, [row(1)], bergen), { status: 403, body: { errors: { '[0].toWarehouseCode': [String] } } })
  const back = row(1, { fromWarehouseCode: 'Oslo-01', toWarehouseCode: 'Central' })
  t.match(await transfer(test, [back], bergen), { status: 403, body: { errors: { '[0].fromWarehouseCode': [String] } } })
  t.equal((await transfer(test, [row(1, { toWarehouseCode: 'Bergen-01' })], bergen)).status, 200)
})

t.test('given a warehouse of no store, when units come to it, then the row is warned of, or refused by setting', async (t) => {
  const test = await testOrders(t)
  await put(test, [stock('Central', 3)])
  const elsewhere = row(1, { toWarehouseCode: 'Attic' })
  t.match((await transfer(test, [elsewhere])).body, [
    { warning: null },
    { warehouseCode: 'Attic', warning: 'No store has this warehouse.' },
  ])
  const config = await sampleConfig()
  const settings = { ...config.settings, inventory: { ...config.settings.inventory, refuseUnknownWarehouses: true } }
  const strict = await testOrders(t, { config: { ...config, settings } })
  await put(strict, [stock('Central', 3)])
  t.match(await transfer(strict, [elsewhere]), {
    status: 400,
    body: { errors: { '[0].toWarehouseCode': ['is a warehouse of no store'] } },
  })
  t.same(await fetchInventory(strict, 'CUP').then((levels) => levels.length), 1)
})

t.test('given reserved units, when more than the others are moved, then it is 400 and the order keeps them', async (t) => {
  const test = await testOrders(t)
  await put(test, [stock('Central', 5)])
  await test.database.query({ text: 'update inventory set reserved_quantity = 3' })
  t.match(await transfer(test, [row(3)]), { status: 400, body: { error: 'QuantityNotAvailable' } })
  t.equal((await transfer(test, [row(2)])).status, 200)
  t.match(await fetchInventory(test, 'CUP'), [{ quantity: 3, availableQuantity: 0 }, { quantity: 2 }])
})

t.test('given the same request twice with one key, when it is sent again, then the units are moved once', async (t) => {
  const test = await testOrders(t)
  await put(test, [stock('Central', 5)])
  const extra = { headers: { 'idempotency-key': 'move-1' } }
  const first = await transfer(test, [row(2)], extra)
  t.same((await transfer(test, [row(2)], extra)).body, first.body)
  t.match(await fetchInventory(test, 'CUP'), [{ quantity: 3 }, { quantity: 2 }])
})

t.test('given transfers in both directions at once, when all have ended, then no unit is lost or made', async (t) => {
  const test = await testOrders(t)
  await put(test, [stock('Central', 10), stock('Oslo-01', 10)])
  const back = { fromWarehouseCode: 'Oslo-01', toWarehouseCode: 'Central' }
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, index) => transfer(test, [row(3, index % 2 === 0 ? {} : back)])),
  )
  t.ok(responses.every(({ status }) => status === 200 || status === 400))
  const moved = responses.filter(({ status }) => status === 200).length
  const levels: { quantity: number }[] = await fetchInventory(test, 'CUP')
  t.equal(
    levels.reduce((sum, { quantity }) => sum + quantity, 0),
    20,
  )
  t.ok(levels.every(({ quantity }) => quantity >= 0))
  t.equal((await fetchMovements(test, '?take=250')).length, 2 + 2 * moved)
})

t.test('given one unit, when forty take it at once to other warehouses, then one has it', async (t) => {
  const test = await testOrders(t)
  await put(test, [stock('Central', 1)])
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      transfer(test, [row(1, { toWarehouseCode: index % 2 === 0 ? 'Oslo-01' : 'Bergen-01' })]),
    ),
  )
  t.equal(responses.filter(({ status }) => status === 200).length, 1)
  t.equal(responses.filter(({ status }) => status === 400).length, 39)
})
