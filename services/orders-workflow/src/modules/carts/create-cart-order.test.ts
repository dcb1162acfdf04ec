import t from 'tap'
import { aProduct } from '../../testing/products/test-products.ts'
import { cartCalls, createdCart, knownProducts } from '../../testing/test-carts.ts'
import { authorization, createdOrder, outboxEnvelopes, sampleConfig, testOrders } from '../../testing/test-orders.ts'

const config = structuredClone(await sampleConfig())
const replacement = config.orderTypes.find(({ name }) => name === 'Replacement')
if (replacement !== undefined) replacement.enableCreateFromCart = false
for (const type of config.orderTypes) if (type.name !== 'Replacement') type.enableCreateFromCart = true
const test = await testOrders(t, { config })
const carts = cartCalls(test)
await knownProducts(test, aProduct('CUP'), aProduct('POT'))

async function filledCart(fields: Record<string, unknown> = {}) {
  const { id } = await createdCart(test, fields)
  await carts.add(id, { skuId: 'CUP', quantity: '2' })
  return (await carts.add(id, { skuId: 'POT', quantity: '1' })).body
}
const byCart = (id: string) => test.send({ url: `/api/Orders/carts/${encodeURIComponent(id)}` })
const findCartOrders = (id: string) =>
  test.database.query({ text: `select id from "order" where document -> 'orderForm' ->> 'cartId' = $1`, values: [id] })

t.test('given a cart, when CreateOrder is called, then the order is like any new one and enters its first status', async (t) => {
  const cart = await filledCart({
    customerGroups: ['gold'],
    properties: [{ key: 'Note', value: 'ring twice' }],
    orderForm: {
      cartName: 'Birthday',
      shipments: [{ shipmentId: '1', shippingMethodName: 'Home delivery', shippingSubTotal: 49 }],
      payments: [authorization({ amount: 349 })],
      discounts: [{ discountType: 'Order', rewardType: 'Percentage', discountValue: 10, discountName: 'Ten' }],
    },
  })
  const { status, headers, body } = await carts.order(cart.id)
  t.equal(status, 201)
  t.equal(headers.location, `/api/Orders/${encodeURIComponent(body.id)}`)
  t.equal(headers.etag, `"${body.versionId}"`)
  t.match(body, {
    orderNumber: body.id,
    orderType: 'Online',
    status: 'New',
    storeId: 'Oslo-01',
    customerName: 'Kari Nordmann',
    properties: [{ key: 'Note' }],
    total: cart.total,
    taxTotal: cart.taxTotal,
    secretKey: String,
    orderForm: {
      cartId: cart.id,
      cartName: 'Birthday',
      shipments: [{ shippingMethodName: 'Home delivery', orderStatus: 'New' }],
      lineItems: [
        { code: 'CUP', quantity: 2, placedPrice: 100 },
        { code: 'POT', quantity: 1 },
      ],
    },
  })
  t.equal(body.total, 319)
  t.not(body.id, cart.id)
  t.equal('customerGroups' in body, false)
  t.same((await byCart(cart.id)).body.id, body.id)
  await test.background.idle()
  const published = (await outboxEnvelopes(test, body.id)).map(({ type }) => type)
  t.match(published, ['orders.order.created.v1', 'orders.payment.recorded.v1'])
  t.ok(published.includes('orders.workflow.completed.v1'))
})

t.test(
  'given several concurrent requests for the order of one cart, when they have ended, then there is one order',
  async (t) => {
    const { id } = await filledCart()
    const responses = await Promise.all(Array.from({ length: 8 }, () => carts.order(id)))
    t.same(responses.map(({ status }) => status).sort(), [200, 200, 200, 200, 200, 200, 200, 201])
    t.equal(new Set(responses.map(({ body }) => body.id)).size, 1)
    t.equal((await findCartOrders(id)).length, 1)
    const again = await carts.order(id, { orderType: 'ClickAndCollect', status: 'InProgress' })
    t.match(again, { status: 200, body: { id: responses[0]?.body.id, orderType: 'Online' } })
  },
)

// Of five calls one got 201 and most others 409: the order of the cart had taken the number that
// they wanted to use.
t.test(
  'given a cart with an order number, when several callers order it concurrently, then one gets 201 and the others the same order',
  async (t) => {
    for (let round = 0; round < 4; round++) {
      const { id } = await filledCart({ orderNumber: `WEB-${round}` })
      const responses = await Promise.all(Array.from({ length: 5 }, () => carts.order(id)))
      t.same(responses.map(({ status }) => status).sort(), [200, 200, 200, 200, 201])
      t.same(new Set(responses.map(({ body }) => body.id)), new Set([`WEB-${round}`]))
      t.equal((await findCartOrders(id)).length, 1)
    }
  },
)

t.test(
  'given two carts with the same order number, when both are ordered concurrently, then one is an order and the other stays a cart',
  async (t) => {
    const rivals = [await filledCart({ orderNumber: 'WEB-SAME' }), await filledCart({ orderNumber: 'WEB-SAME' })]
    const responses = await Promise.all(rivals.flatMap(({ id }) => [carts.order(id), carts.order(id)]))
    t.same(responses.map(({ status }) => status).sort(), [200, 201, 409, 409])
    const taken = responses.filter(({ status }) => status === 409)
    t.match(taken, [{ body: { error: 'OrderIdExists' } }, { body: { error: 'OrderIdExists' } }])
  },
)

t.test('when a request is repeated with its key, then it gets the first response', async (t) => {
  const { id } = await filledCart()
  const headers = { 'idempotency-key': 'order-1' }
  const first = await carts.order(id, {}, { headers })
  const again = await carts.order(id, {}, { headers })
  t.equal(first.status, 201)
  t.match(again, { status: 201, headers: { 'idempotent-replayed': 'true', location: first.headers.location } })
  t.same(again.body, first.body)
})

t.test(
  'given lines added while the order is created, when both have ended, then each is in the order or was refused',
  async (t) => {
    for (let turn = 0; turn < 6; turn++) {
      const { id } = await filledCart()
      const [order, ...adds] = await Promise.all([
        carts.order(id),
        ...Array.from({ length: 4 }, () => carts.add(id, { skuId: 'POT', quantity: '1' })),
      ])
      t.equal(order?.status, 201)
      const added = adds.filter(({ status }) => status === 200).length
      const refused = adds.filter(({ body }) => body.error === 'CartIsOrdered').length
      t.equal(added + refused, 4)
      t.equal(order?.body.orderForm.lineItems[1].quantity, 1 + added)
    }
  },
)

t.test('given a cart with an order, when it is read, changed and deleted, then only the change fails', async (t) => {
  const cart = await filledCart()
  const { body } = await carts.order(cart.id)
  const refused = [
    await carts.add(cart.id, { skuId: 'CUP', quantity: '1' }),
    await carts.set(cart.id, { code: 'CUP', quantity: 0 }),
  ]
  for (const response of refused) t.match(response, { status: 400, body: { error: 'CartIsOrdered' } })
  t.same((await carts.read(cart.id)).body, cart)
  t.equal((await carts.remove(cart.id)).status, 204)
  t.match(await carts.order(cart.id), { status: 200, body: { id: body.id } })
  t.match(await test.send({ method: 'POST', url: '/api/cart', body: { id: cart.id } }), { status: 409 })
})

t.test(
  'given a cart whose order was purged, when it is ordered, then a new order is made; a deleted order still counts',
  async (t) => {
    const { id } = await filledCart()
    const { body } = await carts.order(id)
    const url = `/api/Orders/${encodeURIComponent(body.id)}`
    await test.background.idle()
    t.equal((await test.send({ method: 'DELETE', url })).status, 200)
    t.match(await carts.order(id), { status: 200, body: { id: body.id, status: 'Deleted' } })
    t.equal((await test.send({ method: 'DELETE', url, query: { deletePermanently: 'true' } })).status, 200)
    t.equal((await carts.add(id, { skuId: 'POT', quantity: '1' })).status, 200)
    const next = await carts.order(id)
    t.equal(next.status, 201)
    t.equal(next.body.orderForm.lineItems[1].quantity, 2)
    t.not(next.body.id, body.id)
  },
)

t.test(
  'when an order is made of a cart, then type and status are those of the request, else of the cart, else the defaults',
  async (t) => {
    const own = await filledCart({ orderType: 'ClickAndCollect', status: 'InProgress' })
    t.match((await carts.order(own.id)).body, { orderType: 'ClickAndCollect', status: 'InProgress' })
    const other = await filledCart({ orderType: 'ClickAndCollect', status: 'InProgress' })
    t.match((await carts.order(other.id, { orderType: 'Online', status: 'Pending' })).body, {
      orderType: 'Online',
      status: 'Pending',
    })
    const foreign = await filledCart({ status: 'Cart' })
    t.match((await carts.order(foreign.id)).body, { orderType: 'Online', status: 'New' })
  },
)

t.test('given a cart with an order number, when it is ordered, then the order has it; a taken number is 409', async (t) => {
  const cart = await filledCart({ orderNumber: 'W-77' })
  t.match((await carts.order(cart.id)).body, { id: 'W-77', orderNumber: 'W-77' })
  const other = await filledCart({ orderNumber: 'W-77' })
  t.match(await carts.order(other.id), { status: 409, body: { error: 'OrderIdExists' } })
  t.equal((await carts.add(other.id, { skuId: 'CUP', quantity: '1' })).status, 200, 'the cart stays open')
})

t.test('given a cart that makes no valid order, when it is ordered, then the request fails and the cart stays', async (t) => {
  const cart = await filledCart()
  const homeless = await filledCart({ storeId: null })
  const refused: [string, string, Record<string, string>][] = [
    ['orderType', cart.id, { orderType: 'Replacement' }],
    ['orderType', cart.id, { orderType: 'Nothing' }],
    ['status', cart.id, { status: 'Nowhere' }],
    ['storeId', homeless.id, {}],
  ]
  for (const [path, id, query] of refused) {
    const response = await carts.order(id, query)
    t.match(response, { status: 400, body: { errors: { [path]: [String] } } }, `${path} ${JSON.stringify(query)}`)
    t.equal((await findCartOrders(id)).length, 0)
  }
  t.equal((await carts.order('nothing')).status, 404)
  t.equal((await carts.order(cart.id, {}, { as: { storeIds: ['Bergen-01'] } })).status, 403)
  t.match(await carts.order(cart.id, {}, { headers: { 'if-match': '"stale"' } }), {
    status: 412,
    body: { error: 'VersionConflict' },
  })
  t.equal((await carts.order(cart.id, {}, { headers: { 'if-match': `"${cart.versionId}"` } })).status, 201)
})

t.test("given a client's own order that names a cart, when the cart is ordered, then a new order is made", async (t) => {
  const cart = await filledCart()
  const foreign = await createdOrder(test, { orderForm: { cartId: cart.id, lineItems: [{ code: 'CUP', quantity: 1 }] } })
  const made = await carts.order(cart.id)
  t.equal(made.status, 201)
  t.not(made.body.id, foreign.id)
})
