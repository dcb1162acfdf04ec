import t from 'tap'
import { aProduct } from '../../testing/products/test-products.ts'
import { cartCalls, createdCart, knownProducts } from '../../testing/test-carts.ts'
import { testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)
const carts = cartCalls(test)
await knownProducts(
  test,
  aProduct('CUP', { unit: 'piece', prices: [{ skuId: 'CUP', price: 99.9, cost: 40 }] }),
  aProduct('POT', { taxRate: 15 }),
  aProduct('FREE', { prices: [] }),
)

type Line = { lineItemId: string; code: string; quantity: number }
const toLineRows = ({ body }: { body: { orderForm: { lineItems: Line[] } } }) =>
  body.orderForm.lineItems.map(({ lineItemId, code, quantity }) => [lineItemId, code, quantity])

t.test(
  'given a SKU of the catalogue, when it is added, then its line has price, name, tax and cost, and the cart its totals',
  async (t) => {
    const { id } = await createdCart(test)
    const { status, headers, body } = await carts.add(id, { skuId: 'CUP', quantity: '3' })
    t.equal(status, 200)
    t.equal(headers.etag, `"${body.versionId}"`)
    t.match(body.orderForm.lineItems, [
      {
        lineItemId: '1',
        code: 'CUP',
        productId: 'CUP',
        displayName: 'Name of CUP',
        brand: 'Brand',
        productType: 'Type',
        unit: 'piece',
        imageUrl: 'https://img.example/CUP',
        quantity: 3,
        placedPrice: 99.9,
        extendedPrice: 299.7,
        taxRate: 25,
        taxTotal: 59.94,
        cost: 40,
        updateStock: true,
        packageLineItemId: null,
      },
    ])
    t.match(body, {
      total: 299.7,
      lineItemsCost: 120,
      orderForm: { subTotal: 299.7, shipments: [{ lineItems: [{ quantity: 3 }] }] },
    })
    t.same((await carts.read(id)).body, body)
  },
)

t.test(
  'when a SKU is added again, then the quantity of its line rises, unless the request asks for a separate line',
  async (t) => {
    const { id } = await createdCart(test)
    await carts.add(id, { skuId: 'CUP', quantity: '1' })
    await carts.add(id, { skuId: 'POT' })
    t.same(toLineRows(await carts.add(id, { SKUID: 'CUP', Quantity: '2', forceNewOrderLine: 'False' })), [
      ['1', 'CUP', 3],
      ['2', 'POT', 1],
    ])
    const own = await carts.add(id, { skuId: 'CUP', quantity: '4', forceNewOrderLine: 'true' })
    t.same(toLineRows(own), [
      ['1', 'CUP', 3],
      ['2', 'POT', 1],
      ['3', 'CUP', 4],
    ])
    t.same(toLineRows(await carts.add(id, { skuId: 'CUP', quantity: '1' }))[0], ['1', 'CUP', 4])
    const [shipment] = own.body.orderForm.shipments
    t.same(
      shipment.lineItems.map(({ quantity }: Line) => quantity),
      [3, 1, 4],
    )
  },
)

t.test('when an invalid line is added, then the request fails and the cart is unchanged', async (t) => {
  const { id, versionId } = await createdCart(test)
  const refused: [number, Record<string, string>][] = [
    [400, { skuId: 'CUP', quantity: '0' }],
    [400, { skuId: 'CUP', quantity: '-1' }],
    [400, { skuId: 'CUP', quantity: '1.5' }],
    [400, { skuId: 'CUP', quantity: 'many' }],
    [400, { skuId: 'CUP', quantity: '1000000000' }],
    [400, { quantity: '1' }],
    [400, { skuId: '', quantity: '1' }],
    [404, { skuId: 'cup', quantity: '1' }],
    [404, { skuId: 'NOTHING', quantity: '1' }],
  ]
  for (const [status, query] of refused) {
    const response = await carts.add(id, query)
    t.equal(response.status, status, JSON.stringify(query))
  }
  t.equal((await carts.add('nothing', { skuId: 'CUP', quantity: '1' })).status, 404)
  t.equal((await carts.read(id)).body.versionId, versionId)
  t.equal((await carts.add(id, { skuId: 'CUP', quantity: '999999999' })).status, 200)
  t.match(await carts.add(id, { skuId: 'CUP', quantity: '1' }), { status: 400, body: { errors: { quantity: [String] } } })
})

t.test('given a product without a price, when it is added, then its line has the price 0', async (t) => {
  const { id } = await createdCart(test)
  t.match((await carts.add(id, { skuId: 'FREE', quantity: '1' })).body, {
    total: 0,
    orderForm: { lineItems: [{ placedPrice: 0 }] },
  })
})

t.test('given a cart of 1,000 lines, when a SKU without a line is added, then the request fails', async (t) => {
  const lineItems = Array.from({ length: 999 }, (_, index) => ({ code: `X${index}`, quantity: 1 }))
  const { id } = await createdCart(test, { orderForm: { lineItems } })
  t.equal((await carts.add(id, { skuId: 'CUP', quantity: '1' })).status, 200)
  t.equal((await carts.add(id, { skuId: 'POT', quantity: '1' })).status, 400)
  t.equal((await carts.add(id, { skuId: 'CUP', quantity: '1' })).status, 200)
})

t.test('when a quantity is set by SKU or by line, also to a fraction, then only the quantity changes', async (t) => {
  const { id } = await createdCart(test)
  await carts.add(id, { skuId: 'CUP', quantity: '1' })
  await carts.add(id, { skuId: 'CUP', quantity: '1', forceNewOrderLine: 'true' })
  t.same(toLineRows(await carts.set(id, { code: 'CUP', quantity: 5, placedPrice: 0.01, displayName: 'Cheap' })), [
    ['1', 'CUP', 5],
    ['2', 'CUP', 1],
  ])
  const second = await carts.set(id, { lineItemId: '2', code: 'CUP', quantity: 2.125 })
  t.same(toLineRows(second), [
    ['1', 'CUP', 5],
    ['2', 'CUP', 2.125],
  ])
  t.match(second.body.orderForm.lineItems[0], { placedPrice: 99.9, displayName: 'Name of CUP' })
  t.equal(second.body.total, 711.79)
  const same = await carts.set(id, { code: 'CUP', quantity: 5 })
  t.equal(same.body.versionId, second.body.versionId, 'nothing has changed')
  t.same(
    toLineRows(await carts.set(id, { code: 'POT', quantity: 2 })).at(-1),
    ['3', 'POT', 2],
    'a SKU that was not there is added',
  )
})

t.test('when paths and names are in another letter case, with a slash at the end, then they match', async (t) => {
  const { id } = await createdCart(test)
  t.equal((await test.send({ method: 'POST', url: `/API/Cart/${id}/orderlines/add/?SkuId=CUP&QUANTITY=2` })).status, 200)
  const set = await test.send({ method: 'PUT', url: `/api/Cart/${id}/OrderLines/`, body: { Code: 'CUP', QUANTITY: 3 } })
  t.same(toLineRows(set), [['1', 'CUP', 3]])
})

t.test('when a quantity is set to 0, then the line goes, and the shipment of the last line stays', async (t) => {
  const { id } = await createdCart(test, {
    orderForm: { shipments: [{ shipmentId: 'home', shippingMethodName: 'Home delivery', shippingSubTotal: 49 }] },
  })
  await carts.add(id, { skuId: 'CUP', quantity: '1' })
  await carts.add(id, { skuId: 'POT', quantity: '1' })
  const one = await carts.set(id, { code: 'CUP', quantity: 0 })
  t.same(toLineRows(one), [['2', 'POT', 1]])
  t.equal(one.body.total, 149)
  const none = await carts.set(id, { lineItemId: '2', quantity: 0 })
  t.match(none.body, {
    total: 49,
    orderForm: {
      lineItems: { length: 0 },
      shipments: [{ shipmentId: 'home', shippingMethodName: 'Home delivery', lineItems: { length: 0 } }],
    },
  })
  t.equal((await carts.set(id, { code: 'CUP', quantity: 0 })).body.versionId, none.body.versionId)
})

t.test('when an invalid quantity is set, then the request fails', async (t) => {
  const { id } = await createdCart(test)
  await carts.add(id, { skuId: 'CUP', quantity: '1' })
  const refused: [number, unknown][] = [
    [400, { code: 'CUP' }],
    [400, { quantity: 1 }],
    [400, { code: 'CUP', quantity: -1 }],
    [400, { code: 'CUP', quantity: '2' }],
    [400, { code: 'CUP', quantity: 1.0001 }],
    [404, { code: 'NOTHING', quantity: 1 }],
    [404, { code: 'NOTHING', quantity: 0 }],
    [404, { lineItemId: '9', code: 'CUP', quantity: 1 }],
  ]
  for (const [status, body] of refused) t.equal((await carts.set(id, body)).status, status, JSON.stringify(body))
  t.equal((await carts.set('nothing', { code: 'CUP', quantity: 1 })).status, 404)
  t.same(toLineRows(await carts.read(id)), [['1', 'CUP', 1]])
})

t.test('given a read-only cart, when it is changed, then the request fails and the cart is unchanged', async (t) => {
  const { id } = await createdCart(test, { isReadOnly: true })
  for (const response of [await carts.add(id, { skuId: 'CUP' }), await carts.set(id, { code: 'CUP', quantity: 1 })])
    t.match(response, { status: 400, body: { error: 'OrderIsReadOnly' } })
})

t.test('given an id that no cart can have, when it is read, then the response is 404', async (t) => {
  for (const id of ['x'.repeat(400), 'é'.repeat(101), '%']) t.equal((await carts.read(id)).status, 404, id.slice(0, 9))
})

t.test('when a cart is written, then the stores of the token, If-Match and Prefer are checked', async (t) => {
  const { id, versionId } = await createdCart(test, { storeId: 'Bergen-01' })
  const as = { storeIds: ['Oslo-01'] }
  t.equal((await carts.add(id, { skuId: 'CUP', quantity: '1' }, { as })).status, 403)
  t.equal((await carts.set(id, { code: 'CUP', quantity: 1 }, { as })).status, 403)
  const added = await carts.add(id, { skuId: 'CUP', quantity: '1' }, { headers: { 'if-match': `"${versionId}"` } })
  t.equal(added.status, 200)
  const stale = await carts.set(id, { code: 'CUP', quantity: 2 }, { headers: { 'if-match': `"${versionId}"` } })
  t.match(stale, { status: 412, body: { error: 'VersionConflict', currentVersionId: added.body.versionId } })
  t.ok(stale.body.changedFields.includes('orderForm') && stale.body.changedFields.includes('total'))
  t.notOk(stale.body.changedFields.includes('customerName'))
  await carts.set(id, { code: 'CUP', quantity: 0 })
  await carts.set(id, { code: 'CUP', quantity: 1 })
  const { body } = await carts.set(id, { code: 'CUP', quantity: 3 }, { headers: { 'if-match': `"${added.body.versionId}"` } })
  t.notOk(body.changedFields.includes('total'), 'a field that has its earlier value again has not changed')
  const minimal = await carts.set(id, { code: 'CUP', quantity: 4 }, { headers: { prefer: 'return=minimal' } })
  t.match(minimal, { status: 204, text: '', headers: { etag: String } })
})

t.test('given concurrent additions, when one is repeated with its key, then each counts once', async (t) => {
  const { id } = await createdCart(test)
  const responses = await Promise.all(
    Array.from({ length: 24 }, (_, index) => carts.add(id, { skuId: index % 2 === 0 ? 'CUP' : 'POT', quantity: '1' })),
  )
  t.same([...new Set(responses.map(({ status }) => status))], [200])
  const { body } = await carts.read(id)
  t.same(
    toLineRows({ body })
      .map(([, code, quantity]) => [code, quantity])
      .sort(),
    [
      ['CUP', 12],
      ['POT', 12],
    ],
  )
  t.equal(body.total, 2398.8)
  const headers = { 'idempotency-key': 'add-1' }
  for (const replayed of [undefined, 'true']) {
    const again = await carts.add(id, { skuId: 'CUP', quantity: '1' }, { headers })
    t.match(again, { status: 200, headers: { 'idempotent-replayed': replayed } })
  }
  t.equal((await carts.read(id)).body.orderForm.lineItems.find(({ code }: Line) => code === 'CUP').quantity, 13)
})
