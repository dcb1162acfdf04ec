import t from 'tap'
import { fetchInventory, fetchMovements, put, testStock, unpublishedEvents } from '../../../../testing/inventory.ts'
import { createdOrder, type OrdersTest, orderFormBody } from '../../../../testing/test-orders.ts'
import { enter, type Fields, line, ordered, result, stock } from '../../../../testing/workflow/stocked-orders.ts'

/** What a run of the order's first status gave, by step. */
async function firstResults(test: OrdersTest, id: string) {
  return test.database.query<{ action_type: string; action_status: string; message: string | null }>({
    text: 'select action_type, action_status, message from workflow_step_attempt where order_id = $1 order by started, action_type',
    values: [id],
  })
}

const levels = async (test: OrdersTest, skuId = 'CUP') =>
  (await fetchInventory(test, skuId)).map((one: Fields) => [one.warehouseCode, one.quantity, one.reservedQuantity])

t.test('given stock, when an order is created, then its open goods are reserved once at the first warehouse', async (t) => {
  const test = await testStock(t)
  await put(test, [stock(5)])
  const { id, versionId, orderForm } = await ordered(test, { lineItems: [line()], shipments: [{ shipmentId: '1' }] })
  t.same(await levels(test), [['Oslo-01', 5, 2]])
  t.match(orderForm.lineItems, [{ reservedInventoryQuantity: 2, reservedInventory: true }])
  t.match(orderForm.shipments[0].lineItems, [{ reservedInventoryQuantity: 2, reservedInventory: true }])
  t.match(await fetchMovements(test, `?orderId=${id}`), [
    { kind: 'Reservation', quantityDelta: 0, reservedDelta: 2, orderId: id, shipmentId: '1', lineItemId: '1' },
  ])
  t.match((await unpublishedEvents(test, 'CUP@Oslo-01')).at(-1), {
    sequence: 2,
    data: { quantity: 5, reservedQuantity: 2, cause: 'IncreaseReservedInventory' },
  })
  const again = await enter(test, id, { status: 'New' })
  t.match(result(again, 'IncreaseReservedInventory'), { actionStatus: 'Success' })
  t.equal(again.order.versionId, versionId, 'what is reserved is not reserved again')
  t.equal((await fetchMovements(test, `?orderId=${id}`)).length, 1)
  const search = await test.send({ method: 'POST', url: '/api/Orders/Search', body: { inventoryStatus: 'InStock' } })
  t.equal(search.body.totalHits, 1)
})

t.test(
  'given too little stock, when the order is reserved, then the available units are reserved; an order without shipments gets one',
  async (t) => {
    const test = await testStock(t)
    await put(test, [stock(1.5)])
    const { id, orderForm } = await ordered(test, { lineItems: [line()], shipments: [] })
    t.match(orderForm, { lineItems: [{ reservedInventoryQuantity: 1.5 }], shipments: [{ shipmentId: '1' }] })
    t.match(await firstResults(test, id), [
      { action_type: 'GenerateSecretKey' },
      { action_type: 'IncreaseReservedInventory', action_status: 'Warning', message: 'There is not enough stock of "CUP".' },
    ])
    await put(test, [stock(9)])
    t.match(result(await enter(test, id, { status: 'New' }), 'IncreaseReservedInventory'), { actionStatus: 'Success' })
    t.same(await levels(test), [['Oslo-01', 9, 2]], 'a repetition reserves the difference')
  },
)

t.test('given a SKU that no warehouse stocks, when it is reserved, then there is a warning and nothing is written', async (t) => {
  const test = await testStock(t)
  const { id, orderForm } = await ordered(test, { lineItems: [line({ isBackorder: true })] })
  t.match(await firstResults(test, id), [
    { action_type: 'GenerateSecretKey', action_status: 'Success' },
    { action_type: 'IncreaseReservedInventory', action_status: 'Warning', message: 'No stock is kept of "CUP".' },
  ])
  t.match(orderForm.lineItems, [{ reservedInventoryQuantity: 0, reservedInventory: false }])
  t.same(await test.database.query({ text: 'select from inventory_movement' }), [])
  t.match(result(await enter(test, id, { status: 'Completed' }), 'ReduceInventoryAndReservedInventory'), {
    actionStatus: 'Warning',
  })
  t.same(await levels(test), [])
})

t.test('given backorder and virtual lines, when an order is created, then only backorders exceed the stock', async (t) => {
  const test = await testStock(t)
  await put(test, [stock(1), stock(5, 'Central', 'BOX'), stock(5, 'Oslo-01', 'GIFT'), stock(5, 'Oslo-01', 'FREE')])
  const { orderForm } = await ordered(test, {
    lineItems: [
      line({ isBackorder: true }),
      line({ lineItemId: '2', code: 'BOX', isBackorder: true }),
      line({ lineItemId: '3', code: 'GIFT', isVirtualProduct: true }),
      line({ lineItemId: '4', code: 'FREE', updateStock: false }),
    ],
  })
  t.match(
    orderForm.lineItems.map((one: Fields) => one.reservedInventoryQuantity),
    [2, 2, 0, 0],
  )
  t.match(await fetchInventory(test, 'CUP'), [{ quantity: 1, reservedQuantity: 2, availableQuantity: -1 }])
  t.same(await levels(test, 'BOX'), [
    ['Central', 5, 0],
    ['Oslo-01', 0, 2],
  ])
  t.same(await levels(test, 'GIFT'), [['Oslo-01', 5, 0]])
  t.same(await levels(test, 'FREE'), [['Oslo-01', 5, 0]])
})

t.test('given reserved goods, when the order is completed twice, then they leave the stock once', async (t) => {
  const test = await testStock(t)
  await put(test, [stock(5)])
  const { id } = await ordered(test, { lineItems: [line()] })
  const done = await enter(test, id, { status: 'Completed' })
  t.match(result(done, 'ReduceInventoryAndReservedInventory'), { actionStatus: 'Success' })
  t.same(await levels(test), [['Oslo-01', 3, 0]])
  t.match(done.order.orderForm.lineItems, [{ reservedInventoryQuantity: 0, reservedInventory: false }])
  const again = await enter(test, id, { status: 'Completed' })
  t.match(result(again, 'ReduceInventoryAndReservedInventory'), { actionStatus: 'Warning', message: /nothing left/ })
  t.same(await levels(test), [['Oslo-01', 3, 0]])
  t.match(await fetchMovements(test, `?orderId=${id}`), [
    { kind: 'Reservation', reservedDelta: 2 },
    { kind: 'Withdrawal', quantityDelta: -2, shipmentId: '1', lineItemId: '1' },
    { kind: 'Reservation', reservedDelta: -2 },
  ])
})

t.test('given released goods, when the order is delivered later, then the stock is taken once, at the release', async (t) => {
  const test = await testStock(t)
  await put(test, [stock(5)])
  const { id } = await ordered(test, { lineItems: [line()] })
  t.match(result(await enter(test, id, { status: 'Shipped' }), 'ReduceInventoryAndReservedInventory'), {
    actionStatus: 'Success',
  })
  t.same(await levels(test), [['Oslo-01', 3, 0]])
  t.match(result(await enter(test, id, { status: 'Completed' }), 'ReduceInventoryAndReservedInventory'), {
    actionStatus: 'Warning',
  })
  t.same(await levels(test), [['Oslo-01', 3, 0]])
  t.match(result(await enter(test, id, { status: 'New' }), 'IncreaseReservedInventory'), { actionStatus: 'Success' })
  t.same(await levels(test), [['Oslo-01', 3, 0]], 'nothing is reserved for goods that have gone')
})

t.test('given less stock than a backorder line, when the order is completed, then it is a warning', async (t) => {
  const test = await testStock(t)
  await put(test, [stock(1)])
  const { id } = await ordered(test, { lineItems: [line({ isBackorder: true })] })
  const short = await enter(test, id, { status: 'Completed' })
  t.match(result(short, 'ReduceInventoryAndReservedInventory'), { actionStatus: 'Warning', message: /less in stock/ })
  t.same(await levels(test), [['Oslo-01', 0, 0]])
})

t.test('given a Pos order, when it is created, then its goods leave the stock without a reservation', async (t) => {
  const test = await testStock(t)
  await put(test, [stock(5)])
  await ordered(test, { lineItems: [line()] }, { orderType: 'Pos', status: 'Completed' })
  t.same(await levels(test), [['Oslo-01', 3, 0]])
})

t.test('given reserved goods, when a shipment or the order is cancelled or not collected, then they are free', async (t) => {
  const test = await testStock(t)
  await put(test, [stock(5), stock(5, 'Oslo-01', 'POT')])
  const shipments = [
    { shipmentId: '1', lineItems: [line()] },
    { shipmentId: '2', lineItems: [line({ lineItemId: '2', code: 'POT' })] },
  ]
  const { id } = await ordered(test, { lineItems: [line(), line({ lineItemId: '2', code: 'POT' })], shipments })
  await enter(test, id, { status: 'Cancelled', shipmentInfo: { shipmentId: '2' } })
  t.same([await levels(test), await levels(test, 'POT')], [[['Oslo-01', 5, 2]], [['Oslo-01', 5, 0]]])
  const { order: canceled } = await enter(test, id, { status: 'Cancelled' })
  t.same(await levels(test), [['Oslo-01', 5, 0]])
  t.match(canceled.orderForm.lineItems, [{ reservedInventoryQuantity: 0 }, { reservedInventoryQuantity: 0 }])
  const collect = await ordered(test, { lineItems: [line()] }, { orderType: 'ClickAndCollect' })
  t.same(await levels(test), [['Oslo-01', 5, 2]])
  await enter(test, collect.id, { status: 'NotCollected' })
  t.same(await levels(test), [['Oslo-01', 5, 0]], 'goods that nobody collects are free although they are not cancelled')
})

t.test('given twenty units, when fifty orders are created concurrently, then exactly twenty are reserved', async (t) => {
  const test = await testStock(t)
  await put(test, [stock(20)])
  await Promise.all(
    Array.from({ length: 50 }, () =>
      createdOrder(test, { orderForm: orderFormBody({ payments: [], lineItems: [line({ quantity: 1 })] }) }),
    ),
  )
  await test.background.idle()
  t.same(await levels(test), [['Oslo-01', 20, 20]])
  const counts = await test.database.query({
    text: `select inventory_status, count(*) from order_search group by inventory_status order by 1`,
  })
  t.same(counts, [
    { inventory_status: 'InStock', count: 20 },
    { inventory_status: 'NotInStock', count: 30 },
  ])
  const events = await unpublishedEvents(test, 'CUP@Oslo-01')
  t.same(
    events.map(({ sequence }) => sequence),
    Array.from({ length: 21 }, (_, index) => index + 1),
  )
})

t.test('given five identical concurrent completions, when all have ended, then the stock is taken once', async (t) => {
  const test = await testStock(t)
  await put(test, [stock(5)])
  const { id } = await ordered(test, { lineItems: [line()] })
  await Promise.all(Array.from({ length: 5 }, () => enter(test, id, { status: 'Completed' })))
  t.same(await levels(test), [['Oslo-01', 3, 0]])
})
