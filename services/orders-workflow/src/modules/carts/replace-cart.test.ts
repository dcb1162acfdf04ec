import t from 'tap'
import { aProduct } from '../../testing/products/test-products.ts'
import { cartCalls, createdCart, knownProducts } from '../../testing/test-carts.ts'
import { orderFormBody, testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)
const carts = cartCalls(test)
await knownProducts(test, aProduct('MUG', { prices: [{ skuId: 'MUG', price: 79.5, cost: 30 }] }))
const base = { storeId: 'Oslo-01', marketId: 'NOR' }

t.test('given a cart, when it is replaced, then it has what was sent, with catalogue prices and totals', async (t) => {
  const before = await createdCart(test, { orderForm: orderFormBody() })
  const lineItems = [
    { code: 'MUG', quantity: 2 },
    { code: 'MUG', quantity: 1, placedPrice: 60, discounted: 10 },
  ]
  const body = { ...base, customerEmail: 'kari@example.com', orderForm: { lineItems } }
  const replaced = await carts.replace(before.id, { ...body, id: 'other', total: 1 })
  t.match(replaced, {
    status: 200,
    headers: { etag: `"${replaced.body.versionId}"` },
    body: { id: before.id, created: before.created, customerName: null, customerEmail: 'kari@example.com', total: 209 },
  })
  t.match(replaced.body.orderForm.lineItems, [{ displayName: 'Name of MUG', placedPrice: 79.5 }, { extendedPrice: 50 }])
  t.same((await carts.read(before.id)).body, replaced.body)
  const ordered = await carts.order(before.id)
  t.match(ordered, { status: 201, body: { total: 209, customerEmail: 'kari@example.com' } })
  t.match(await carts.replace(before.id, body), { status: 400, body: { error: 'CartIsOrdered' } })
})

t.test('given two people with one cart, when the second one replaces what has changed, then it is refused', async (t) => {
  const { id, versionId } = await createdCart(test)
  const headers = { 'if-match': `"${versionId}"` }
  const first = await carts.replace(id, { ...base, customerName: 'First' }, { headers })
  t.equal(first.status, 200)
  const second = await carts.replace(id, { ...base, customerName: 'Second' }, { headers })
  t.match(second, { status: 412, body: { error: 'VersionConflict', currentVersionId: first.body.versionId } })
  t.match((await carts.read(id)).body, { customerName: 'First', versionId: first.body.versionId })
})

t.test('given an expiry that was sent, when the cart is replaced without one, then it stays', async (t) => {
  const { id } = await createdCart(test, { expiredDate: '2100-01-01' })
  t.match((await carts.replace(id, base)).body, { expiredDate: '2100-01-01T00:00:00.000Z' })
})

t.test('when a cart is replaced by what is invalid, or by who may not, then it stays as it is', async (t) => {
  const before = await createdCart(test)
  const refused: [number, Record<string, unknown>, Parameters<typeof carts.replace>[2]?][] = [
    [400, { ...base, storeId: 'Nowhere' }],
    [400, { ...base, orderForm: { lineItems: [{ code: 'MUG', quantity: -1 }] } }],
    [403, { ...base, storeId: 'Bergen-01' }, { as: { storeIds: ['Oslo-01'] } }],
    [403, base, { as: { storeIds: ['Bergen-01'] } }],
    [403, base, { as: { roles: ['OrderRead'] } }],
  ]
  for (const [status, body, sending] of refused) {
    const response = await carts.replace(before.id, body, sending)
    t.equal(response.status, status, response.text)
  }
  t.equal((await carts.replace('nothing', base)).status, 404)
  t.same((await carts.read(before.id)).body, before)
})
