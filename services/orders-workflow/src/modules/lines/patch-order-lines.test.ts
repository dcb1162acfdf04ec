import t from 'tap'
import { createdOrder, orderFormBody, outboxEnvelopes, testOrders } from '../../testing/test-orders.ts'
import { configWithOnlySteps, moneyAndDates } from '../../testing/workflow/only-steps.ts'

const test = await testOrders(t, { config: await configWithOnlySteps(...moneyAndDates) })
const patch = (id: string, body: unknown, request: { headers?: Record<string, string>; as?: { storeIds: string[] } } = {}) =>
  test.send({ method: 'PATCH', url: `/api/Orders/${encodeURIComponent(id)}/PatchUpdateOrderLines`, body, ...request })
const read = async (id: string) => (await test.send({ url: `/api/Orders/${encodeURIComponent(id)}` })).body

/** 2 cups in a shipment each, and a pot in the second. */
const inTwoShipments = {
  orderForm: orderFormBody({
    shipments: [
      { shipmentId: '1', lineItems: [{ lineItemId: '1', quantity: 1 }] },
      {
        shipmentId: '2',
        lineItems: [
          { lineItemId: '1', quantity: 1 },
          { lineItemId: '2', quantity: 1 },
        ],
      },
    ],
  }),
}

t.test('given patches of lines, when they are applied, then each is counted as updated, unchanged or not found', async (t) => {
  const { id } = await createdOrder(test)
  const published = (await outboxEnvelopes(test, id)).length
  const response = await patch(id, [
    { lineItemId: '1', quantity: 3, placedPrice: 90 },
    { lineItemId: '2', displayName: 'Pot', groupId: 'g', isBundle: true },
    { lineItemId: 'ghost', quantity: 9 },
  ])
  t.same(
    [response.status, response.body],
    [
      200,
      {
        totalCount: 3,
        updatedCount: 1,
        unchangedCount: 1,
        notFoundCount: 1,
        errorCount: 0,
        errorMessage: null,
        isModified: true,
        warnings: [],
      },
    ],
  )
  const after = await read(id)
  t.match(after, {
    total: 568.9,
    orderForm: {
      lineItems: [
        { quantity: 3, extendedPrice: 270, displayName: 'Cup' },
        { quantity: 1, groupId: null, isBundle: false },
      ],
      shipments: [{ lineItems: [{ quantity: 3, placedPrice: 90, extendedPrice: 270 }, { quantity: 1 }] }],
    },
  })
  t.equal(after.orderForm.lineItems.length, 2)
  t.same(
    (await outboxEnvelopes(test, id)).slice(published).map(({ type }) => type),
    ['orders.order.updated.v1', 'orders.shipment.changed.v1'],
  )
})

t.test('given a discount of the order, when lines are patched, then a line counts by its own patch', async (t) => {
  const discounts = [{ discountId: 'd', discountType: 'Order', rewardType: 'Money', discountValue: 50 }]
  const { id } = await createdOrder(test, { orderForm: orderFormBody({ discounts }) })
  const response = await patch(id, [
    { lineItemId: '1', placedPrice: 50 },
    { lineItemId: '2', placedPrice: 249.9 },
  ])
  t.match(response.body, { updatedCount: 1, unchangedCount: 1 })
})

t.test('given patches that change nothing, when they are applied, then the order is unchanged', async (t) => {
  const { id } = await createdOrder(test)
  const before = await read(id)
  const published = (await outboxEnvelopes(test, id)).length
  const same = await patch(id, [{ lineItemId: '1', quantity: 2, extendedPrice: 5 }, { lineItemId: '2' }])
  t.match(same.body, { totalCount: 2, updatedCount: 0, unchangedCount: 2, notFoundCount: 0, isModified: false })
  t.match((await patch(id, [{ lineItemId: 'ghost', quantity: 2 }])).body, {
    unchangedCount: 0,
    notFoundCount: 1,
    isModified: false,
  })
  t.same(await read(id), before)
  t.equal((await outboxEnvelopes(test, id)).length, published)
})

t.test('given a line in two shipments, when its quantity is patched, then the last takes it, or it is refused', async (t) => {
  const { id } = await createdOrder(test, inTwoShipments)
  t.equal((await patch(id, [{ lineItemId: '1', quantity: 5 }])).status, 200)
  const { orderForm } = await read(id)
  t.match(orderForm.shipments, [{ lineItems: [{ quantity: 1 }] }, { lineItems: [{ quantity: 4 }, { quantity: 1 }] }])
  const refused = await patch(id, [
    { lineItemId: '2', size: 'L' },
    { lineItemId: '1', deliveredQuantity: 5 },
  ])
  t.match(refused, { status: 400, body: { error: 'QuantityNotAvailable' } })
  t.equal((await read(id)).orderForm.lineItems[1].size, null)
})

t.test('given wrong bodies, when lines are patched, then they are refused with their path', async (t) => {
  const { id, versionId } = await createdOrder(test)
  const bad: [unknown, string][] = [
    [[], ''],
    [[{ quantity: 1 }], '[0].lineItemId'],
    [[{ lineItemId: null }], '[0].lineItemId'],
    [[{ lineItemId: '1' }, { lineItemId: '' }], '[1].lineItemId'],
    [[{ lineItemId: '1' }, { lineItemId: '1' }], '[1].lineItemId'],
    [[{ lineItemId: '2' }, { lineItemId: '1', quantity: 0 }], '[1].quantity'],
    [[{ lineItemId: '1', quantity: 1.0001 }], '[0].quantity'],
    [Array.from({ length: 1001 }, (_, index) => ({ lineItemId: `${index}` })), ''],
  ]
  for (const [body, path] of bad) {
    const response = await patch(id, body)
    t.match(
      [response.status, Object.keys(response.body.errors ?? {})],
      [400, [path]],
      `${path} ${JSON.stringify(body).slice(0, 60)}`,
    )
  }
  t.equal((await read(id)).versionId, versionId)
})

t.test('given an unknown, foreign, read-only or changed order, when lines are patched, then it is refused', async (t) => {
  const body = [{ lineItemId: '1', size: 'L' }]
  t.equal((await patch('nobody', body)).status, 404)
  const order = await createdOrder(test)
  t.equal((await patch(order.id, body, { as: { storeIds: ['Bergen-01'] } })).status, 403)
  t.equal((await patch((await createdOrder(test, { isReadOnly: true })).id, body)).body.error, 'OrderIsReadOnly')
  t.equal((await patch((await createdOrder(test, { status: 'Deleted' })).id, body)).body.error, 'OrderIsDeleted')
  const ifMatch = { headers: { 'if-match': `"${order.versionId}"` } }
  t.equal((await patch(order.id, body, ifMatch)).status, 200)
  t.equal((await patch(order.id, [{ lineItemId: '1', size: 'M' }], ifMatch)).status, 412)
})

t.test('given a repeated key, when lines are patched, then it is done once with the same counts', async (t) => {
  const { id } = await createdOrder(test)
  const keyed = { headers: { 'idempotency-key': `lines-${id}` } }
  const body = [{ lineItemId: '1', quantity: 4 }]
  const [first, replay] = [await patch(id, body, keyed), await patch(id, body, keyed)]
  t.same(replay.body, first.body)
  t.equal(replay.headers['idempotent-replayed'], 'true')
  t.equal(first.body.updatedCount, 1)
})

t.test('given one line, when it is patched concurrently, then no patch is lost', async (t) => {
  const { id } = await createdOrder(test)
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) => patch(id, [{ lineItemId: '1', properties: [{ key: `k${index}`, value: 'v' }] }])),
  )
  t.ok(responses.every(({ status, body }) => status === 200 && body.updatedCount === 1))
  const { orderForm } = await read(id)
  t.equal(orderForm.lineItems[0].properties.length, 10)
  t.equal(orderForm.shipments[0].lineItems[0].properties.length, 10)
})
