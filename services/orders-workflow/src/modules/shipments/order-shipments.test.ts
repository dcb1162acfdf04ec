import t from 'tap'
import { createdOrder, orderFormBody, testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)

/** Line 1 (4 units) in "A" and "B", line 2 in "B"; each costs 40 to ship. */
const twoShipments = orderFormBody({
  lineItems: [
    { lineItemId: '1', code: 'CUP', quantity: 4, placedPrice: 100 },
    { lineItemId: '2', code: 'POT', quantity: 1, placedPrice: 50 },
  ],
  shipments: [
    { shipmentId: 'A', shippingSubTotal: 40, shippingMethodName: 'Bring', lineItems: [{ lineItemId: '1', quantity: 1 }] },
    {
      shipmentId: 'B',
      shippingSubTotal: 40,
      lineItems: [
        { lineItemId: '1', quantity: 3 },
        { lineItemId: '2', quantity: 1 },
      ],
    },
  ],
})
const newOrder = (fields: Record<string, unknown> = {}) => createdOrder(test, { orderForm: twoShipments, ...fields })
const read = async (id: string) => (await test.send({ url: `/api/Orders/${id}` })).body
const call = (
  method: 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  { body, ...rest }: { body: unknown; headers?: Record<string, string>; as?: object },
) => test.send({ method, url: `/api/OrderShipments/${path}`, body, ...rest })
const put = (id: string, body: unknown) => call('PUT', id, { body })
const patch = (id: string, body: unknown) => call('PATCH', id, { body })
const remove = (id: string, body: unknown) => call('DELETE', `${id}/DeleteShipments`, { body })
const move = (id: string, body: unknown) => call('PUT', `${id}/AddOrderLinesToShipment`, { body })
const deliver = (id: string, shipmentId: string, update: object) =>
  test.send({
    method: 'POST',
    url: `/api/Orders/${id}/OrderLinesUpdate`,
    body: { status: 'InProgress', shipmentInfo: { shipmentId }, lineItemUpdates: [{ lineItemId: '1', ...update }] },
  })

type ShipmentContent = { shipmentId: string; shippingTotal: number; lineItems: { lineItemId: string; quantity: number }[] }
const goods = (order: { orderForm: { shipments: ShipmentContent[] } }) =>
  Object.fromEntries(
    order.orderForm.shipments.map(({ shipmentId, lineItems }) => [
      shipmentId,
      lineItems.map(({ lineItemId, quantity }) => `${lineItemId}:${quantity}`).join(' '),
    ]),
  )
const costs = (order: { orderForm: { shipments: ShipmentContent[] } }) =>
  order.orderForm.shipments.map(({ shippingTotal }) => shippingTotal)

t.test('when shipments are put, then they are replaced, and sent as they were read they change nothing', async (t) => {
  const { id, orderForm } = await newOrder()
  const before = await read(id)
  const same = await put(id, before.orderForm.shipments)
  t.match(same, { status: 200, headers: { etag: `"${before.versionId}"` } })
  const response = await put(id, [
    { shipmentId: 'B', lineItems: [{ lineItemId: '1', quantity: 1 }], comment: 'first' },
    {
      lineItems: [
        { lineItemId: '1', quantity: 3 },
        { lineItemId: '2', quantity: 1 },
      ],
      shippingSubTotal: 10,
    },
  ])
  t.equal(response.status, 200)
  t.same(goods(response.body), { B: '1:1', 1: '1:3 2:1' })
  t.match(response.body.orderForm.shipments, [{ comment: 'first', orderStatus: 'New' }, { shippingTotal: 10 }])
  t.equal(response.body.orderForm.total, orderForm.total - 80 + 10)
  t.same(await read(id), response.body)
  t.same(goods((await put(id, [{ shipmentId: 'only' }])).body), { only: '1:4 2:1' })
})

t.test('when shipments are put without all units of the order, then the request fails and nothing is written', async (t) => {
  const { id } = await newOrder()
  await deliver(id, 'A', { deliveredQuantity: 1 })
  const before = await read(id)
  const rest = {
    shipmentId: 'B',
    lineItems: [
      { lineItemId: '1', quantity: 3 },
      { lineItemId: '2', quantity: 1 },
    ],
  }
  const cases: [name: string, body: unknown, error: string, path?: string][] = [
    ['no shipment', [], 'ValidationFailed'],
    ['no list', {}, 'ValidationFailed'],
    ['a line that is nowhere', [{ shipmentId: 'B' }, { shipmentId: 'C', lineItems: [] }], 'QuantityNotAvailable'],
    [
      'too much of a line',
      [{ shipmentId: 'A' }, { ...rest, lineItems: [...rest.lineItems.slice(1), { lineItemId: '1', quantity: 4 }] }],
      'QuantityNotAvailable',
    ],
    [
      'what is delivered forgotten',
      [{ shipmentId: 'C', lineItems: [{ lineItemId: '1', quantity: 1 }] }, rest],
      'QuantityNotAvailable',
      'orderForm.lineItems[0].deliveredQuantity',
    ],
    [
      'a line that is none',
      [{ shipmentId: 'A' }, { ...rest, lineItems: [...rest.lineItems, { lineItemId: '9', quantity: 1 }] }],
      'ValidationFailed',
      '[1].lineItems[2].lineItemId',
    ],
    ['an id twice', [{ shipmentId: 'A' }, { ...rest, shipmentId: 'A' }], 'ValidationFailed', '[1].shipmentId'],
    ['an unknown status', [{ shipmentId: 'A', orderStatus: 'Flying' }, rest], 'ValidationFailed', '[0].orderStatus'],
    ['an unknown status of its goods', [{ shipmentId: 'A', status: 'Nix' }, rest], 'ValidationFailed', '[0].status'],
  ]
  for (const [name, body, error, path] of cases) {
    const response = await put(id, body)
    t.match(response, { status: 400, body: { error } }, name)
    if (path !== undefined) t.ok(path in response.body.errors, `${name}: ${JSON.stringify(response.body.errors)}`)
  }
  t.same(await read(id), before)
})

t.test('when shipments are patched, then the sent fields change and the result counts the shipments', async (t) => {
  const { id } = await newOrder()
  const response = await patch(id, [
    { shipmentId: 'A', comment: 'ring', shippingSubTotal: 60 },
    { shipmentId: 'nowhere', comment: 'lost' },
    { shipmentId: 'B', comment: null },
  ])
  t.match(response, {
    status: 200,
    body: {
      totalCount: 3,
      updatedCount: 1,
      unchangedCount: 1,
      notFoundCount: 1,
      errorCount: 0,
      errorMessage: null,
      isModified: true,
    },
  })
  const order = await read(id)
  t.match(order.orderForm.shipments, [
    { shipmentId: 'A', comment: 'ring', shippingTotal: 60, shippingMethodName: 'Bring' },
    { shipmentId: 'B', comment: null },
  ])
  t.equal(order.orderForm.shipments.length, 2)
  const again = await patch(id, [{ shipmentId: 'A', comment: 'ring' }])
  t.match(again.body, { unchangedCount: 1, updatedCount: 0, isModified: false })
  t.equal((await read(id)).versionId, order.versionId)
})

t.test('when a patch is invalid, then the errors have the indexes of the sent list', async (t) => {
  const { id } = await newOrder()
  const { versionId } = await read(id)
  const cases: [body: unknown, path: string][] = [
    [[{ shipmentId: 'nowhere' }, { shipmentId: 'A', orderStatus: 'Flying' }], '[1].orderStatus'],
    [[{ shipmentId: 'nowhere' }, { shipmentId: 'A', lineItems: [{ lineItemId: '9' }] }], '[1].lineItems[0].lineItemId'],
    [[{ shipmentId: 'A' }, { shipmentId: 'A' }], '[1].shipmentId'],
    [[{ comment: 'whose?' }], '[0].shipmentId'],
    [
      [
        { shipmentId: 'A', status: 'Packing' },
        { shipmentId: 'B', status: 'Nix' },
      ],
      '[1].status',
    ],
  ]
  for (const [body, path] of cases) {
    const response = await patch(id, body)
    t.match(response, { status: 400, body: { error: 'ValidationFailed' } }, path)
    t.ok(path in response.body.errors, `${path}: ${JSON.stringify(response.body.errors)}`)
  }
  t.equal((await patch(id, [])).status, 400)
  t.match(await patch(id, [{ shipmentId: 'A', lineItems: [{ lineItemId: '1', quantity: 2 }] }]), {
    status: 400,
    body: { error: 'QuantityNotAvailable' },
  })
  t.equal((await read(id)).versionId, versionId)
})

t.test('when a shipment is deleted, then its lines and shipping cost go to the first remaining one', async (t) => {
  const { id, total } = await newOrder()
  const response = await remove(id, ['A'])
  t.equal(response.status, 200)
  t.same(goods(response.body), { B: '1:4 2:1' })
  t.same(costs(response.body), [80])
  t.equal(response.body.total, total)
  t.match(await remove(id, ['B']), { status: 400, body: { error: 'ValidationFailed' } })
})

t.test('when a shipment that cannot go is deleted, then the request fails and nothing is written', async (t) => {
  const { id } = await newOrder()
  const cases: [body: unknown, status: number, error: string][] = [
    [['A', 'B'], 400, 'ValidationFailed'],
    [['A', 'C'], 404, 'NotFound'],
    [[], 400, 'ValidationFailed'],
    [[{ shipmentId: 'A' }], 400, 'ValidationFailed'],
  ]
  const { versionId } = await read(id)
  for (const [body, status, error] of cases) t.match(await remove(id, body), { status, body: { error } }, JSON.stringify(body))
  t.equal((await read(id)).versionId, versionId)
  for (const change of [
    () => deliver(id, 'A', { deliveredQuantity: 1 }),
    async () => {
      await deliver(id, 'B', { splitQuantity: 1 })
      await patch(id, [{ shipmentId: '1', shipmentTrackingNumber: 'TR' }])
    },
  ])
    await change()
  t.match(await remove(id, ['A']), { status: 400, body: { errors: { '[0]': [/delivered/] } } })
  t.match(await remove(id, ['1']), { status: 400, body: { errors: { '[0]': [/on its way/] } } })
})

t.test('when lines are moved to a shipment, then emptied shipments go and their cost moves with the lines', async (t) => {
  const { id, total } = await newOrder()
  const response = await move(id, [{ shipmentId: 'B', lineItemIds: ['1'] }])
  t.equal(response.status, 200)
  t.same(goods(response.body), { B: '1:4 2:1' })
  t.same(costs(response.body), [80])
  t.equal(response.body.total, total)
  const again = await move(id, [{ shipmentId: 'B', lineItemIds: ['1', '2'] }])
  t.equal(again.body.versionId, response.body.versionId)
})

t.test('given delivered and cancelled units, when their line moves, then these units stay', async (t) => {
  const { id } = await newOrder()
  await deliver(id, 'B', { deliveredQuantity: 1, canceledQuantity: 1 })
  const { body } = await move(id, [{ shipmentId: 'A', lineItemIds: ['1', '2'] }])
  t.same(goods(body), { A: '1:2 2:1', B: '1:2' })
  t.match(body.orderForm.shipments[1].lineItems, [{ deliveredQuantity: 1, canceledQuantity: 1 }])
  t.match(body.orderForm.lineItems[0], { deliveredQuantity: 1, canceledQuantity: 1 })
  await deliver(id, 'A', { deliveredQuantity: 2 })
  t.match(await move(id, [{ shipmentId: 'B', lineItemIds: ['1'] }]), {
    status: 200,
    body: { versionId: (await read(id)).versionId },
  })
})

t.test('when unknown lines or shipments are moved, then the request fails', async (t) => {
  const { id } = await newOrder()
  const { versionId } = await read(id)
  const cases: [body: unknown, status: number, error: string][] = [
    [[{ shipmentId: 'C', lineItemIds: ['1'] }], 404, 'NotFound'],
    [[{ shipmentId: 'A', lineItemIds: ['9'] }], 404, 'NotFound'],
    [[{ shipmentId: 'A', lineItemIds: [] }], 400, 'ValidationFailed'],
    [[{ shipmentId: 'A' }], 400, 'ValidationFailed'],
    [[], 400, 'ValidationFailed'],
    [[{ shipmentId: 'A', lineItemIds: ['2', '2'] }], 400, 'ValidationFailed'],
    [
      [
        { shipmentId: 'A', lineItemIds: ['2'] },
        { shipmentId: 'B', lineItemIds: ['2'] },
      ],
      400,
      'ValidationFailed',
    ],
  ]
  for (const [body, status, error] of cases) t.match(await move(id, body), { status, body: { error } }, JSON.stringify(body))
  t.equal((await read(id)).versionId, versionId)
  await test.send({
    method: 'POST',
    url: `/api/Orders/${id}/UpdateStatus`,
    body: { status: 'Cancelled', shipmentInfo: { shipmentId: 'B' } },
  })
  t.match(await move(id, [{ shipmentId: 'B', lineItemIds: ['1'] }]), { status: 400, body: { error: 'ValidationFailed' } })
  t.match(await move(id, [{ shipmentId: 'A', lineItemIds: ['2'] }]), { status: 400, body: { error: 'QuantityNotAvailable' } })
})

const routes: [name: string, send: (id: string) => ReturnType<typeof call>][] = [
  ['PUT', (id) => put(id, [{ shipmentId: 'only' }])],
  ['PATCH', (id) => patch(id, [{ shipmentId: 'A', comment: 'x' }])],
  ['DeleteShipments', (id) => remove(id, ['A'])],
  ['AddOrderLinesToShipment', (id) => move(id, [{ shipmentId: 'A', lineItemIds: ['1'] }])],
]

for (const [name, send] of routes)
  t.test(`given ${name}, when it is called, then read-only and deleted orders are refused and no workflow runs`, async (t) => {
    const locked = await newOrder({ isReadOnly: true })
    t.match(await send(locked.id), { status: 400, body: { error: 'OrderIsReadOnly' } })
    const gone = await newOrder()
    await test.send({ method: 'DELETE', url: `/api/Orders/${gone.id}` })
    t.match(await send(gone.id), { status: 400, body: { error: 'OrderIsDeleted' } })
    const { id } = await newOrder({ status: 'InProgress' })
    const runs = () => test.database.query({ text: 'select id from workflow_run where order_id = $1', values: [id] })
    const before = await runs()
    t.equal((await send(id)).status, 200)
    t.same(await runs(), before)
    t.equal((await read(id)).status, 'InProgress')
  })

t.test('when If-Match is stale or the store is not in the token, then the request fails', async (t) => {
  const { id } = await newOrder()
  const body = ['A']
  t.equal((await call('DELETE', `${id}/DeleteShipments`, { body, headers: { 'if-match': '"stale"' } })).status, 412)
  t.equal((await call('DELETE', `${id}/DeleteShipments`, { body, as: { storeIds: ['Bergen-01'] } })).status, 403)
  t.equal((await call('DELETE', `${id}/DeleteShipments`, { body, headers: { prefer: 'return=minimal' } })).status, 204)
})

t.test('given concurrent moves and deletions, when all have ended, then every unit is in a shipment', async (t) => {
  for (let round = 0; round < 3; round++) {
    const { id } = await newOrder()
    await Promise.all([
      remove(id, ['A']),
      move(id, [{ shipmentId: 'A', lineItemIds: ['2'] }]),
      deliver(id, 'B', { deliveredQuantity: 2 }),
      deliver(id, 'B', { splitQuantity: 1 }),
    ])
    const held = Object.values(goods(await read(id)))
      .join(' ')
      .split(' ')
    const sum = (line: string) =>
      held.filter((item) => item.startsWith(`${line}:`)).reduce((all, item) => all + Number(item.slice(2)), 0)
    t.same([sum('1'), sum('2')], [4, 1])
  }
})
