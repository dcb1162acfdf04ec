import t from 'tap'
import { createdOrder, orderFormBody, outboxEnvelopes, testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)

type Request = { headers?: Record<string, string>; as?: { storeIds: string[] } }
const send = (body: unknown, request: Request = {}) =>
  test.send({ method: 'POST', url: '/api/Orders/PatchLineItemIds', body, ...request })
const rename = (orderId: string, pairs: [string, string][], request: Request = {}) =>
  send(
    { orderId, lineItemIdMappings: pairs.map(([oldLineItemId, newLineItemId]) => ({ oldLineItemId, newLineItemId })) },
    request,
  )
const read = async (id: string) => (await test.send({ url: `/api/Orders/${id}` })).body
const lineIds = (holder: { lineItems: { lineItemId: string }[] }) => holder.lineItems.map(({ lineItemId }) => lineItemId)

t.test(
  'given two lines, when their ids are swapped, then every use of them changes and the response counts the changes',
  async (t) => {
    const { id } = await createdOrder(test, {
      orderForm: orderFormBody({
        shipments: [{ shipmentId: '1', packages: [{ id: 'p', lineItemReferences: [{ lineItemId: '2', quantity: 1 }] }] }],
      }),
      orderNotes: [{ lineItemId: '1', detail: 'about the cup' }],
      returnOrderForms: [{ returnId: '1', lineItems: [{ lineItemId: '2', quantity: 1 }] }],
    })
    await test.background.idle()
    const before = await read(id)
    const published = (await outboxEnvelopes(test, id)).length
    const response = await rename(id, [
      ['1', '2'],
      ['2', '1'],
      ['ghost', 'x'],
    ])
    t.same(
      [response.status, response.body],
      [
        200,
        {
          totalRequested: 3,
          updatedCount: 2,
          notFoundCount: 1,
          isModified: true,
          errorMessage: null,
          details: { orderFormLineItemsUpdated: 2, shipmentLineItemsUpdated: 2, returnOrderFormLineItemsUpdated: 1 },
        },
      ],
    )
    const after = await read(id)
    t.match(after, {
      total: before.total,
      netTotal: before.netTotal,
      orderNotes: [{ lineItemId: '2' }],
      returnOrderForms: [{ lineItems: [{ lineItemId: '1' }], total: before.returnOrderForms[0].total }],
      orderForm: {
        lineItems: [
          { lineItemId: '2', code: 'CUP' },
          { lineItemId: '1', code: 'POT' },
        ],
        shipments: [
          { lineItems: [{ lineItemId: '2' }, { lineItemId: '1' }], packages: [{ lineItemReferences: [{ lineItemId: '1' }] }] },
        ],
      },
    })
    t.same(
      (await outboxEnvelopes(test, id)).slice(published).map(({ type }) => type),
      ['orders.order.updated.v1', 'orders.shipment.changed.v1', 'orders.return.updated.v1'],
    )
  },
)

// The totals know lines by their ids: a line that was made a gift manually took over the id of one
// that a discount made a gift, and was none any more.
t.test('given lines, when they swap ids, then they keep amounts, gifts and discounts', async (t) => {
  const lineItems = [
    { lineItemId: '1', code: 'CUP', quantity: 1, placedPrice: 100, isGift: true, discounted: 100 },
    { lineItemId: '2', code: 'POT', quantity: 1, placedPrice: 50, orderLineDiscounts: [{ discountId: 'g', rewardType: 'Gift' }] },
    { lineItemId: '3', code: 'LID', quantity: 1, placedPrice: 10 },
  ]
  const { id } = await createdOrder(test, { orderForm: orderFormBody({ lineItems, payments: [] }) })
  const before = await read(id)
  await rename(id, [
    ['1', '2'],
    ['2', '3'],
    ['3', '1'],
  ])
  const after = await read(id)
  const amounts = (order: typeof before) =>
    order.orderForm.lineItems.map(({ lineItemId, ...line }: { lineItemId: string }) => line)
  t.same(lineIds(after.orderForm), ['2', '3', '1'])
  t.same(amounts(after), amounts(before))
  t.match(after.orderForm.lineItems, [{ isGift: true }, { isGift: true }, { isGift: false }])
  await rename(id, [
    ['2', '1'],
    ['3', '2'],
    ['1', '3'],
  ])
  const { versionId, modified, ...back } = await read(id)
  t.match(before, back)
})

t.test('given unknown or equal ids, when lines are renamed, then nothing changes', async (t) => {
  const { id } = await createdOrder(test)
  const before = await read(id)
  t.match(
    (
      await rename(id, [
        ['ghost', 'x'],
        ['1', '1'],
      ])
    ).body,
    { totalRequested: 2, updatedCount: 0, notFoundCount: 1, isModified: false },
  )
  t.same(await read(id), before)
})

t.test('given wrong bodies or colliding ids, when lines are renamed, then it is refused and nothing is written', async (t) => {
  const { id } = await createdOrder(test)
  const before = await read(id)
  const at = (index: number, field: string) => `lineItemIdMappings[${index}].${field}`
  const bad: [[string, string][], string][] = [
    [[], 'lineItemIdMappings'],
    [[['1', '2']], at(0, 'newLineItemId')],
    [
      [
        ['1', 'x'],
        ['2', 'x'],
      ],
      at(1, 'newLineItemId'),
    ],
    [
      [
        ['1', 'x'],
        ['1', 'y'],
      ],
      at(1, 'oldLineItemId'),
    ],
    [
      [
        ['1', 'x'],
        ['2', ' '],
      ],
      at(1, 'newLineItemId'),
    ],
  ]
  for (const [pairs, path] of bad) {
    const response = await rename(id, pairs)
    t.match([response.status, response.body.error, Object.keys(response.body.errors)], [400, 'ValidationFailed', [path]], path)
  }
  t.equal((await send({ orderId: id })).status, 400)
  t.equal((await send({ lineItemIdMappings: [{ oldLineItemId: '1', newLineItemId: 'x' }] })).status, 400)
  t.equal((await send({ orderId: id, lineItemIdMappings: [{ oldLineItemId: '1', newLineItemId: null }] })).status, 400)
  t.match(await rename(' ', [['1', 'x']]), { status: 400, body: { errors: { orderId: [String] } } })
  t.same(await read(id), before)
})

t.test('given an unknown, foreign, read-only or changed order, when lines are renamed, then it is refused', async (t) => {
  const pairs: [string, string][] = [['1', 'x']]
  t.equal((await rename('nobody', pairs)).status, 404)
  const order = await createdOrder(test)
  t.equal((await rename(order.id, pairs, { as: { storeIds: ['Bergen-01'] } })).status, 403)
  t.equal((await rename((await createdOrder(test, { isReadOnly: true })).id, pairs)).body.error, 'OrderIsReadOnly')
  t.equal((await rename((await createdOrder(test, { status: 'Deleted' })).id, pairs)).body.error, 'OrderIsDeleted')
  const ifMatch = { headers: { 'if-match': `"${order.versionId}"` } }
  t.equal((await rename(order.id, pairs, ifMatch)).status, 200)
  t.equal((await rename(order.id, [['2', 'y']], ifMatch)).status, 412)
})

t.test('given a repeated key or one id for two lines, when lines are renamed, then it is done once', async (t) => {
  const { id } = await createdOrder(test)
  const keyed = { headers: { 'idempotency-key': `ids-${id}` } }
  const first = await rename(id, [['1', 'x']], keyed)
  t.same((await rename(id, [['1', 'x']], keyed)).body, first.body)
  const other = await createdOrder(test)
  const responses = await Promise.all([rename(other.id, [['1', 'same']]), rename(other.id, [['2', 'same']])])
  t.same(responses.map(({ status }) => status).sort(), [200, 400])
  const { orderForm } = await read(other.id)
  t.equal(new Set(lineIds(orderForm)).size, 2)
  t.same(lineIds(orderForm.shipments[0]), lineIds(orderForm))
})
