import type { ProductEventData } from '@open-oms/contracts/catalog/events'
import t from 'tap'
import { storeProduct } from '../../product-copy/product-copy.ts'
import { component } from '../../testing/products/test-packages.ts'
import { aProduct } from '../../testing/products/test-products.ts'
import { createdOrder, type OrdersTest, orderBody, testOrders } from '../../testing/test-orders.ts'
import { configWithOnlySteps } from '../../testing/workflow/only-steps.ts'

const config = await configWithOnlySteps('SetCompletedDate')
const test = await testOrders(t, { config })
const keep = (of: OrdersTest, ...products: ProductEventData[]) =>
  of.database.inTransaction(async (tx) => {
    for (const product of products) await storeProduct(tx, product)
  })
const box = aProduct('BOX', { isPackage: true, components: [component('CUP', { quantity: 2 }), component('CASE')] })
const small = aProduct('CASE', { isPackage: true, components: [component('PEN', { quantity: 3 })] })
await keep(
  test,
  box,
  small,
  aProduct('CUP'),
  aProduct('PEN'),
  aProduct('LOOP', { isPackage: true, components: [component('KNOT')] }),
)
await keep(test, aProduct('KNOT', { isPackage: true, components: [component('LOOP')] }))
await keep(test, aProduct('TORN', { isPackage: true, components: [component('GONE')] }))

// biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape.
type Body = any
const line = (fields: Record<string, unknown> = {}) => ({ code: 'BOX', quantity: 2, placedPrice: 300, ...fields })
const bodyWithLines = (...lineItems: Record<string, unknown>[]) => ({ orderForm: { lineItems, shipments: [{}] } })
const goods = (order: Body) => order.orderForm.lineItems.map((one: Body) => `${one.code} ${one.quantity}`)
const broken = ['BOX 2', 'CUP 4', 'CASE 2', 'PEN 6']
const read = async (id: string): Promise<Body> => (await test.send({ url: `/api/Orders/${id}` })).body

t.test('when an order is created by any route but ImportMany, then its packages are broken down', async (t) => {
  const post: Body = await createdOrder(test, bodyWithLines(line()))
  t.same(goods(post), broken)
  t.match(post.orderForm.lineItems[0], {
    isPackageProduct: true,
    isPackageBrokeDown: true,
    components: [{ productId: 'CUP' }, {}],
  })
  t.match(post.orderForm.lineItems[1], { packageLineItemId: '1', packageSkuId: 'BOX', componentId: String, placedPrice: 0 })
  t.equal(post.total, 600)
  t.same(
    post.orderForm.shipments[0].lineItems.map((one: Body) => one.code),
    ['BOX', 'CUP', 'CASE', 'PEN'],
  )
  const put = await test.send({
    method: 'PUT',
    url: '/api/Orders',
    body: { ...orderBody(bodyWithLines(line())), id: null, orderNumber: null },
  })
  t.same(goods(put.body), broken)
  const pos = await test.send({ method: 'PUT', url: '/api/Orders/PosOrders', body: orderBody(bodyWithLines(line())) })
  t.same(goods(pos.body), broken)
  t.ok(pos.body.orderForm.lineItems.every((one: Body) => one.deliveredQuantity === one.quantity))
  const [many, update, imported]: Body[] = [
    orderBody(bodyWithLines(line())),
    orderBody(bodyWithLines(line())),
    orderBody(bodyWithLines(line())),
  ]
  await test.send({ method: 'POST', url: '/api/Orders/AddMany', body: [many] })
  await test.send({ method: 'POST', url: '/api/Orders/UpdateMany', body: [update] })
  await test.send({ method: 'POST', url: '/api/Orders/ImportMany', body: [imported] })
  t.same(goods(await read(many.id)), broken)
  t.same(goods(await read(update.id)), broken)
  t.same(goods(await read(imported.id)), ['BOX 2'])
})

t.test('when a package is added to an order, then it is broken down and existing lines stay', async (t) => {
  const plain = { code: 'PEN', quantity: 1, placedPrice: 5 }
  const { id } = await createdOrder(test, bodyWithLines(plain))
  const added = await test.send({ method: 'POST', url: `/api/Orders/${id}/OrderLines`, body: line() })
  t.same(goods(added.body), ['PEN 1', ...broken])
  const patch = { orderForm: { lineItems: [{ lineItemId: '9', ...line({ quantity: 1 }) }] } }
  t.equal((await test.send({ method: 'PATCH', url: `/api/Orders/${id}/PatchOrder`, body: patch })).status, 200)
  const patched = await read(id)
  t.same(goods(patched), ['PEN 1', ...broken, 'BOX 1', 'CUP 2', 'CASE 1', 'PEN 3'])
  const echo = await test.send({ method: 'POST', url: '/api/Orders/Update', body: patched })
  t.equal(echo.status, 200, echo.text)
  t.equal((await read(id)).versionId, patched.versionId, 'sending back what was read changes nothing')
  const more = {
    ...patched,
    orderForm: {
      ...patched.orderForm,
      shipments: undefined,
      lineItems: [...patched.orderForm.lineItems, line({ lineItemId: 'n', quantity: 1 })],
    },
  }
  const replaced = await test.send({ method: 'POST', url: '/api/Orders/Update', body: more })
  t.equal(replaced.status, 200, replaced.text)
  t.same(goods(await read(id)).slice(9), ['BOX 1', 'CUP 2', 'CASE 1', 'PEN 3'])
})

t.test('when a package is invalid, then the error names its path and nothing is written', async (t) => {
  for (const [code, error] of [
    ['LOOP', 'CircularReference'],
    ['TORN', 'ComponentProductNotFound'],
  ] as const) {
    const body: Body = orderBody(bodyWithLines({ code: 'CUP', quantity: 1 }, line({ code })))
    const response = await test.send({ method: 'POST', url: '/api/Orders', body })
    t.match(response, { status: 400, body: { error } })
    t.same(Object.keys(response.body.errors), ['orderForm.lineItems[1].components'])
    t.equal((await test.send({ url: `/api/Orders/${body.id}` })).status, 404)
    const many = await test.send({ method: 'POST', url: '/api/Orders/AddMany', body: [orderBody(), body] })
    t.same([many.status, Object.keys(many.body.errors)], [400, ['[1].orderForm.lineItems[1].components']])
    const { id, versionId } = await createdOrder(test)
    const added = await test.send({ method: 'POST', url: `/api/Orders/${id}/OrderLines`, body: line({ code }) })
    t.same([added.status, added.body.error, Object.keys(added.body.errors)], [400, error, ['components']])
    t.equal((await read(id)).versionId, versionId)
  }
})

t.test('given autoBreakdown off, when a package is ordered, then it stays one line', async (t) => {
  const settings = { ...config.settings, packages: { autoBreakdown: false, allocatePricesToComponents: false } }
  const off = await testOrders(t, { config: { ...config, settings }, database: test.database })
  const order: Body = await createdOrder(off, bodyWithLines(line()))
  t.same(goods(order), ['BOX 2'])
  t.match(order.orderForm.lineItems[0], { isPackageProduct: false, isPackageBrokeDown: false })
})

t.test('given allocatePricesToComponents, when a package is ordered, then its price is spread over its components', async (t) => {
  const settings = { ...config.settings, packages: { autoBreakdown: true, allocatePricesToComponents: true } }
  const spread = await testOrders(t, { config: { ...config, settings }, database: test.database })
  const order: Body = await createdOrder(spread, bodyWithLines(line({ placedPrice: 100 })))
  t.equal(order.total, 200)
  t.same(
    order.orderForm.lineItems.map((one: Body) => [one.code, one.extendedPrice]),
    [
      ['BOX', 0],
      ['CUP', 133.33],
      ['CASE', 0],
      ['PEN', 66.67],
    ],
  )
})

t.test('given packages added concurrently, when all have ended, then none is lost and all ids are unique', async (t) => {
  const { id } = await createdOrder(test, bodyWithLines({ code: 'CUP', quantity: 1 }))
  const add = () => test.send({ method: 'POST', url: `/api/Orders/${id}/OrderLines`, body: line() })
  const responses = await Promise.all(Array.from({ length: 5 }, add))
  t.ok(responses.every(({ status }) => status === 200 || status === 201))
  const { lineItems } = (await read(id)).orderForm
  t.equal(lineItems.length, 21)
  t.equal(new Set(lineItems.map((one: Body) => one.lineItemId)).size, 21)
  const parts = lineItems.filter((one: Body) => one.packageLineItemId !== null)
  t.equal(new Set(parts.map((one: Body) => one.componentId)).size, 15)
})
