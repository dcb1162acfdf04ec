import t from 'tap'
import { component } from '../../testing/products/test-packages.ts'
import { aProduct } from '../../testing/products/test-products.ts'
import { returning } from '../../testing/returning.ts'
import { knownProducts } from '../../testing/test-carts.ts'
import { orderFormBody, testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)
const { deliveredOrder, postReturn, readOrder } = returning(test)
const replace = (body: unknown, options: { headers?: Record<string, string>; as?: object } = {}) =>
  test.send({ method: 'POST', url: '/api/Returns/CreateReplacementOrder', body, ...options })
const kit = [component('CASE', { quantity: 2 }), component('PEN')]
const inner = [component('PIN', { quantity: 3 })]
await knownProducts(
  test,
  ...['PEN', 'PIN'].map((sku) => aProduct(sku)),
  aProduct('CASE', { isPackage: true, components: inner }),
  aProduct('KIT', { isPackage: true, components: kit }),
)
const one = (fields: object = {}) => ({ lineItemId: '1', quantity: 1, ...fields })

t.test('when goods are replaced, then a separate order with a total of 0 is created, linked both ways', async (t) => {
  const order = await deliveredOrder({ billingAddress: { city: 'Oslo' } })
  const reasons = { replacementReason: 'broken', replacementType: 'Warranty' }
  const response = await replace({ orderId: order.id, comment: 'sorry', orderLineReplacements: [one(reasons)] })
  t.equal(response.status, 201)
  t.equal(response.headers.location, `/api/Orders/${response.body.id}`)
  t.match(response.body, {
    id: /^R-\d{6}$/,
    orderNumber: response.body.id,
    orderType: 'Replacement',
    status: 'New',
    total: 0,
    taxTotal: 0,
    remainingPayment: 0,
    customerEmail: 'kari@example.com',
    billingAddress: { city: 'Oslo' },
    storeId: 'Oslo-01',
    relatedOrders: [order.id],
    orderNotes: [{ detail: 'sorry' }],
    orderForm: {
      shippingTotal: 0,
      lineItems: [{ lineItemId: '1', code: 'CUP', quantity: 1, placedPrice: 100, deliveredQuantity: 0, ...reasons }],
      shipments: [{ shippingMethodName: 'Home delivery', lineItems: [{ lineItemId: '1' }] }],
    },
  })
  const { id } = response.body
  t.match(await readOrder(order.id), {
    replacementOrderIds: [id],
    relatedOrders: [id],
    netTotal: order.netTotal,
    orderForm: { lineItems: [{ replacedQuantity: 1, replacedDate: String, ...reasons }, {}] },
  })
})

t.test('given a replacement with another SKU and a partial credit, when it is created, then the remainder is due', async (t) => {
  const { id } = await deliveredOrder()
  const { body } = await replace({ orderId: id, amountToCredit: 30.5, orderLineReplacements: [one({ skuId: 'MUG' })] })
  t.match(body, { total: 69.5, remainingPayment: 69.5, orderForm: { lineItems: [{ code: 'MUG', displayName: null }] } })
  t.equal((await replace({ orderId: id, amountToCredit: 0, orderLineReplacements: [one()] })).body.total, 100)
})

t.test('given discounted goods, when they are replaced, then their value is the price that was paid', async (t) => {
  const lineItems = [{ lineItemId: '1', code: 'CUP', quantity: 3, placedPrice: 10, discounted: 20, taxRate: 25 }]
  const { id } = await deliveredOrder({ orderForm: orderFormBody({ lineItems }) })
  const { body } = await replace({ orderId: id, amountToCredit: 3, orderLineReplacements: [one({ quantity: 3 })] })
  t.match(body, { total: 7, orderForm: { lineItems: [{ placedPrice: 3.3333 }] } })
})

t.test(
  'given concurrent replacements, when they have ended, then no more units are replaced than are ordered and not cancelled',
  async (t) => {
    const { id } = await deliveredOrder()
    const responses = await Promise.all([1, 2, 3, 4].map(() => replace({ orderId: id, orderLineReplacements: [one()] })))
    t.same(responses.map(({ status }) => status).sort(), [201, 201, 400, 400])
    const order = await readOrder(id)
    t.equal(order.orderForm.lineItems[0].replacedQuantity, 2)
    t.equal(order.replacementOrderIds.length, 2)
  },
)

t.test('when a replacement is repeated with its key, then it is created once', async (t) => {
  const { id } = await deliveredOrder()
  const headers = { 'idempotency-key': `replace-${id}` }
  const first = await replace({ orderId: id, orderLineReplacements: [one()] }, { headers })
  const again = await replace({ orderId: id, orderLineReplacements: [one()] }, { headers })
  t.equal(again.headers['idempotent-replayed'], 'true')
  t.same(again.body, first.body)
  t.equal((await readOrder(id)).replacementOrderIds.length, 1)
})

t.test('when a request is invalid, then it fails and nothing is written', async (t) => {
  const order = await deliveredOrder()
  const orderId = order.id
  const bad = [
    {},
    { orderId },
    { orderId, orderLineReplacements: [] },
    { orderId, orderLineReplacements: [one(), one()] },
    { orderId, orderLineReplacements: [one({ quantity: 0 })] },
    { orderId, orderLineReplacements: [one({ quantity: 1.5 })] },
    { orderId, orderLineReplacements: [one({ quantity: 3 })] },
    { orderId, amountToCredit: -1, orderLineReplacements: [one()] },
    { orderId, amountToCredit: 100.01, orderLineReplacements: [one()] },
  ]
  for (const body of bad) t.equal((await replace(body)).status, 400, JSON.stringify(body))
  t.equal((await replace({ orderId: 'nobody', orderLineReplacements: [one()] })).status, 404)
  t.equal((await replace({ orderId, orderLineReplacements: [one({ lineItemId: '9' })] })).status, 404)
  t.equal((await replace({ orderId, orderLineReplacements: [one()] }, { as: { storeIds: ['142'] } })).status, 403)
  t.same(await readOrder(orderId), order)
})

/** Two kits of two cases, of three pins each, and a pen; delivered. */
const deliveredKits = () =>
  deliveredOrder({
    orderForm: orderFormBody({ lineItems: [{ lineItemId: '1', code: 'KIT', quantity: 2, placedPrice: 100, taxRate: 25 }] }),
  })
// biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape.
const toGoodsRows = (order: any) =>
  order.orderForm.lineItems.map((line: { code: string; quantity: number; packageLineItemId: string | null }) => [
    line.code,
    line.quantity,
    line.packageLineItemId,
  ])
// biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape.
const replacedQuantities = (order: any) =>
  order.orderForm.lineItems.map(({ replacedQuantity }: { replacedQuantity: number | null }) => replacedQuantity)

t.test('given a package, when it is replaced, then its components follow in proportion, as far as units are left', async (t) => {
  const { id } = await deliveredKits()
  const { status, body } = await replace({ orderId: id, orderLineReplacements: [one({ replacementReason: 'broken' })] })
  t.equal(status, 201)
  t.same(toGoodsRows(body), [
    ['KIT', 1, null],
    ['CASE', 2, '1'],
    ['PIN', 6, '2'],
    ['PEN', 1, '1'],
  ])
  t.match(body, { total: 0, orderForm: { lineItems: [{ isPackageBrokeDown: true }, { replacementReason: 'broken' }] } })
  t.same(toGoodsRows({ orderForm: body.orderForm.shipments[0] }), toGoodsRows(body))
  t.same(replacedQuantities(await readOrder(id)), [1, 2, 1, 6])
  const pen = await replace({ orderId: id, orderLineReplacements: [{ lineItemId: '3', quantity: 1 }] })
  t.match(pen.body.orderForm.lineItems, [{ code: 'PEN', packageLineItemId: null, packageSkuId: null, componentId: null }])
  const last = await replace({ orderId: id, orderLineReplacements: [one()] })
  t.same(toGoodsRows(last.body), [
    ['KIT', 1, null],
    ['CASE', 2, '1'],
    ['PIN', 6, '2'],
  ])
  t.same(replacedQuantities(await readOrder(id)), [2, 4, 2, 12])
  t.equal((await replace({ orderId: id, orderLineReplacements: [{ lineItemId: '4', quantity: 1 }] })).status, 400)
})

t.test('given a requested quantity of a component, when its package is replaced, then that quantity counts', async (t) => {
  const { id } = await deliveredKits()
  const orderLineReplacements = [one(), { lineItemId: '2', quantity: 1 }]
  const { body } = await replace({ orderId: id, orderLineReplacements })
  t.same(toGoodsRows(body).sort(), [
    ['CASE', 1, '1'],
    ['KIT', 1, null],
    ['PEN', 1, '1'],
    ['PIN', 3, '2'],
  ])
  const other = await replace({ orderId: id, orderLineReplacements: [one({ skuId: 'CASE' })] })
  t.same(toGoodsRows(other.body), [
    ['CASE', 1, null],
    ['PIN', 3, '1'],
  ])
  const single = await replace({ orderId: id, orderLineReplacements: [{ lineItemId: '2', quantity: 1, skuId: 'PIN' }] })
  t.match(single.body.orderForm.lineItems, [{ code: 'PIN', isPackageProduct: false, isPackageBrokeDown: false }])
})

t.test('when a package replaces other goods, then the new order has the lines of its components', async (t) => {
  const { id } = await deliveredOrder()
  const exchangeOrderLines = [{ code: 'KIT', quantity: 1, placedPrice: 150 }]
  const body = {
    returns: [{ lineItemId: '1', returnQuantity: 1 }],
    exchangeOrderOptions: { exchangeOrderLines, orderType: 'Pos' },
  }
  const form = (await postReturn(id, body)).body
  t.same(toGoodsRows(await readOrder(form.replacementOrderIds[0])), [
    ['KIT', 1, null],
    ['CASE', 2, '1'],
    ['PEN', 1, '1'],
    ['PIN', 6, '2'],
  ])
})

// Regression: gift cards and tips take no share of order discounts, so their replacement had to be
// paid.
t.test('given lines of every kind, when they are replaced, then the new order costs nothing', async (t) => {
  const kinds = ['GiftCard', 'Tip', 'Fee', 'Rental', 'Ware', '']
  const lineItems = kinds.map((productType, index) => {
    return { lineItemId: String(index + 1), code: `K-${index}`, productType, quantity: 3, placedPrice: 33.33, taxRate: 25 }
  })
  const { id } = await deliveredOrder({ orderForm: orderFormBody({ lineItems }) })
  for (const { lineItemId } of lineItems) {
    const { status, body } = await replace({ orderId: id, orderLineReplacements: [{ lineItemId, quantity: 1 }] })
    t.match({ status, body }, { status: 201, body: { total: 0, taxTotal: 0, remainingPayment: 0 } }, `line ${lineItemId}`)
  }
  const all = lineItems.map(({ lineItemId }) => ({ lineItemId, quantity: 2 }))
  const whole = await replace({ orderId: id, amountToCredit: 199.98, orderLineReplacements: all })
  t.match(whole.body, { total: 199.98, remainingPayment: 199.98 }, 'half of 399.96 is credited')
  const [card] = whole.body.orderForm.lineItems
  t.equal(card.extendedPrice, 33.33, 'a gift card has its share of the credit')
})
