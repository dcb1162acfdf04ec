import t from 'tap'
import { aProduct } from '../../testing/products/test-products.ts'
import { cartBody, cartCalls, createdCart, knownProducts } from '../../testing/test-carts.ts'
import { orderFormBody, sampleConfig, testOrders } from '../../testing/test-orders.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const config = structuredClone(await sampleConfig())
config.settings.carts.expireAfterDays = 20
const test = await testOrders(t, { config })
const carts = cartCalls(test)
const create = (body: unknown, headers: Record<string, string> = {}) =>
  test.send({ method: 'POST', url: '/api/cart', body, headers })

t.test('when a cart is created, then the response has the cart, Location and ETag, and a read returns the same', async (t) => {
  const body = cartBody({ id: 'Handlevogn 1/ø', customerGroups: ['gold'], orderForm: orderFormBody() })
  const created = await create(body)
  t.equal(created.status, 201)
  t.equal(created.headers.location, `/api/cart/${encodeURIComponent('Handlevogn 1/ø')}`)
  t.equal(created.headers.etag, `"${created.body.versionId}"`)
  t.match(created.body, {
    id: 'Handlevogn 1/ø',
    customerGroups: ['gold'],
    total: 498.9,
    taxTotal: 99.78,
    remainingPayment: 0,
    status: null,
    orderType: null,
    modifiedBy: 'test-client',
    errors: { length: 0 },
    orderForm: { subTotal: 449.9, shippingTotal: 49, shipments: [{ lineItems: [{ lineItemId: '1' }, { lineItemId: '2' }] }] },
  })
  const read = await carts.read('Handlevogn 1/ø')
  t.equal(read.status, 200)
  t.equal(read.headers.etag, created.headers.etag)
  t.same(read.body, created.body)
})

t.test('when a cart is created from an empty body, then it is empty, of the default market, with a new id', async (t) => {
  const { status, body } = await create({})
  t.equal(status, 201)
  t.match(body, {
    id: /^[0-9a-f-]{36}$/,
    marketId: 'NOR',
    storeId: null,
    total: 0,
    orderForm: { lineItems: { length: 0 }, shipments: { length: 0 } },
  })
  t.equal((await carts.read(body.id)).status, 200)
  t.equal((await carts.read(body.id, { as: { storeIds: ['Oslo-01'] } })).status, 404)
})

t.test(
  'given a cart without a market, when it is created and ordered, then both have the flag of the default market',
  async (t) => {
    const warning = [{ key: 'MarketIdMissing', severity: 'Warning' }]
    const cart = await createdCart(test, { marketId: null, orderForm: orderFormBody() })
    t.match(cart.errors, warning)
    t.equal(cart.marketId, 'NOR')
    t.same((await createdCart(test, { marketId: 'NOR' })).errors, [])
    const ordered = await carts.order(cart.id)
    t.equal(ordered.status, 201)
    t.match(ordered.body.errors, warning)
    t.equal(ordered.body.errors.length, 1)
  },
)

t.test('when a cart is created, then it expires at the requested time, else days after its last change', async (t) => {
  const before = Date.now()
  const { id, expiredDate } = await createdCart(test)
  const days = (Date.parse(expiredDate) - before) / DAY_MS
  t.ok(days > 19.99 && days < 20.01, `${days} days`)
  await knownProducts(test, aProduct('LATER'))
  const later = await carts.add(id, { skuId: 'LATER', quantity: '1' })
  t.ok(Date.parse(later.body.expiredDate) >= Date.parse(expiredDate))
  const fixed = await createdCart(test, { expiredDate: '2100-01-01' })
  t.equal(fixed.expiredDate, '2100-01-01T00:00:00.000Z')
  t.equal((await carts.add(fixed.id, { skuId: 'LATER', quantity: '1' })).body.expiredDate, '2100-01-01T00:00:00.000Z')
  t.match(await create(cartBody({ expiredDate: '2020-01-01' })), { status: 400, body: { errors: { expiredDate: [String] } } })
})

t.test('given lines with missing fields, when a cart is created, then the catalogue fills them', async (t) => {
  await knownProducts(test, aProduct('MUG', { unit: 'piece', prices: [{ skuId: 'MUG', price: 79.5, cost: 30 }] }))
  const lineItems = [
    { code: 'MUG', quantity: 2 },
    { code: 'MUG', quantity: 1, placedPrice: 60, displayName: 'Mug, blue' },
    { code: 'UNKNOWN', quantity: 1, placedPrice: 5 },
  ]
  const { orderForm } = await createdCart(test, { orderForm: { lineItems } })
  t.match(orderForm.lineItems, [
    { lineItemId: '1', displayName: 'Name of MUG', placedPrice: 79.5, cost: 30, unit: 'piece', taxRate: 25, extendedPrice: 159 },
    { lineItemId: '2', displayName: 'Mug, blue', placedPrice: 60 },
    { lineItemId: '3', displayName: null, placedPrice: 5 },
  ])
  t.equal(orderForm.total, 224)
})

t.test('when an invalid cart is created, then the error names each path and nothing is written', async (t) => {
  const lineItems = (count: number) => Array.from({ length: count }, () => ({ code: 'X', quantity: 1, placedPrice: 1 }))
  const refused: [string, Record<string, unknown>][] = [
    ['storeId', { storeId: 'Nowhere' }],
    ['marketId', { marketId: 'XXX' }],
    ['billingCurrency', { billingCurrency: 'XYZ' }],
    ['orderType', { orderType: 'Nothing' }],
    ['status', { status: 'Deleted' }],
    ['id', { id: 'x'.repeat(101) }],
    ['id', { id: 'a\u0007' }],
    ['id', { id: '..' }],
    ['orderForm.lineItems[0].quantity', { orderForm: { lineItems: [{ code: 'X', quantity: 0 }] } }],
    ['orderForm.lineItems', { orderForm: { lineItems: lineItems(1001) } }],
    ['tags', { tags: Array.from({ length: 251 }, (_, index) => `t${index}`) }],
    ['customerGroups', { customerGroups: Array.from({ length: 251 }, (_, index) => `g${index}`) }],
  ]
  const before = await test.database.query({ text: 'select id from cart order by id' })
  for (const [path, fields] of refused) {
    const { status, body } = await create(cartBody(fields))
    t.match({ status, error: body.error }, { status: 400, error: 'ValidationFailed' }, path)
    t.ok(Object.keys(body.errors).includes(path), `${path}: ${Object.keys(body.errors)}`)
  }
  t.same(await test.database.query({ text: 'select id from cart order by id' }), before)
  t.equal((await create(cartBody({ orderForm: { lineItems: lineItems(1000) } }))).status, 201)
})

t.test('when a cart is created with a taken id, then it is 409; the id of an expired cart is free', async (t) => {
  const { id } = await createdCart(test, { customerName: 'First' })
  t.match(await create(cartBody({ id })), { status: 409, body: { error: 'CartIdExists' } })
  await test.database.query({ text: `update cart set expires = now() - interval '1 hour' where id = $1`, values: [id] })
  t.match(await carts.read(id), { status: 404, body: { error: 'NotFound' } })
  t.match(await create(cartBody({ id, customerName: 'Second' })), { status: 201, body: { customerName: 'Second' } })
  t.equal((await carts.read(id)).body.customerName, 'Second')
  const together = await Promise.all(Array.from({ length: 5 }, () => create(cartBody({ id: 'at-once' }))))
  t.same(together.map(({ status }) => status).sort(), [201, 409, 409, 409, 409])
})

t.test('when a request is repeated with its key, then it gets the same cart', async (t) => {
  const body = cartBody({ id: null })
  const first = await create(body, { 'idempotency-key': 'cart-1' })
  const again = await create(body, { 'idempotency-key': 'cart-1' })
  t.match(again, { status: 201, headers: { 'idempotent-replayed': 'true' } })
  t.equal(again.body.id, first.body.id)
})

t.test(
  'given a cart of a store, when it is read or written, then the token needs the store and a role of products or orders',
  async (t) => {
    const { id } = await createdCart(test, { storeId: 'Bergen-01' })
    const here = { storeIds: ['Bergen-01'] }
    const there = { storeIds: ['Oslo-01'] }
    t.equal((await carts.read(id, { as: here })).status, 200)
    t.equal((await carts.read(id, { as: there })).status, 404)
    t.equal((await carts.remove(id, { as: there })).status, 403)
    for (const role of ['ProductRead', 'OrderRead']) {
      t.equal((await carts.read(id, { as: { roles: [role] } })).status, 200, role)
      t.equal((await carts.remove(id, { as: { roles: [role] } })).status, 403, role)
    }
    const foreign = { method: 'POST', url: '/api/cart', body: cartBody({ storeId: 'Bergen-01' }), as: there } as const
    t.equal((await test.send(foreign)).status, 403)
    const { id: other } = await createdCart(test)
    t.equal((await carts.remove(id, { as: { roles: ['ProductAdmin'] } })).status, 204)
    t.equal((await carts.remove(other, { as: { roles: ['OrderAdmin'] } })).status, 204)
  },
)

t.test('when a cart is deleted, then it is 404; with a stale If-Match it stays', async (t) => {
  const cart = await createdCart(test)
  t.match(await carts.remove(cart.id, { headers: { 'if-match': '"stale"' } }), {
    status: 412,
    body: { error: 'VersionConflict' },
  })
  t.equal((await carts.remove(cart.id, { headers: { 'if-match': `"${cart.versionId}"` } })).status, 204)
  t.equal((await carts.read(cart.id)).status, 404)
  t.equal((await carts.remove(cart.id)).status, 404)
})
