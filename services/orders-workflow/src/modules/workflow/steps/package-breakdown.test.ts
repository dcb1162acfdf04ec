import type { ProductEventData } from '@open-oms/contracts/catalog/events'
import t from 'tap'
import { storeProduct } from '../../../product-copy/product-copy.ts'
import { fetchInventory, put, testStock } from '../../../testing/inventory.ts'
import { component, option } from '../../../testing/products/test-packages.ts'
import { aProduct } from '../../../testing/products/test-products.ts'
import { createdOrder, type OrdersTest, testOrders, updateStatus } from '../../../testing/test-orders.ts'
import { configWithSteps } from '../../../testing/workflow/stepped-config.ts'

const stepped = await configWithSteps([{ name: 'ProductPackageBreakDown' }])
const settings = { ...stepped.settings, packages: { autoBreakdown: false, allocatePricesToComponents: false } }
const test = await testOrders(t, { config: { ...stepped, settings } })
const keep = (of: OrdersTest, ...products: ProductEventData[]) =>
  of.database.inTransaction(async (tx) => {
    for (const product of products) await storeProduct(tx, product)
  })
const products = [
  aProduct('BOX', { isPackage: true, components: [component('CUP', { quantity: 2 }), component('POT')] }),
  aProduct('SET', { isBundle: true, components: [component('CUP', { isRequired: true, options: [option('CUP')] })] }),
  aProduct('TORN', { isPackage: true, components: [component('GONE')] }),
  aProduct('CUP'),
  aProduct('POT'),
]
await keep(test, ...products)

// biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape.
type Body = any
const read = async (id: string): Promise<Body> => (await test.send({ url: `/api/Orders/${id}` })).body
const goods = (order: Body) => order.orderForm.lineItems.map((one: Body) => `${one.code} ${one.quantity}`)

/** What comes of the step for an order of these lines. */
async function broken(...lineItems: Record<string, unknown>[]) {
  const { id } = await createdOrder(test, { orderForm: { lineItems, shipments: [{}] } })
  const { body } = await updateStatus(test, id, { body: { status: 'InProgress' } })
  return { id, result: body.orderActionExecutionResults[0], order: await read(id) }
}

t.test('given a package, when ProductPackageBreakDown runs twice, then it is broken down once', async (t) => {
  const { id, result, order } = await broken({ code: 'BOX', quantity: 2, placedPrice: 10 }, { code: 'POT', quantity: 1 })
  t.match(result, { actionType: 'ProductPackageBreakDown', actionStatus: 'Success' })
  t.same(goods(order), ['BOX 2', 'POT 1', 'CUP 4', 'POT 2'])
  t.equal(order.orderForm.shipments[0].lineItems.length, 4)
  const again = await updateStatus(test, id, { body: { status: 'InProgress' } })
  t.match(again.body.orderActionExecutionResults, [{ actionStatus: 'Warning', message: 'There is no package to break down.' }])
  t.same(goods(await read(id)), goods(order))
})

t.test(
  'given no package or an unknown product, when the step runs, then there is a warning and no error on the order',
  async (t) => {
    const { result, order } = await broken({ code: 'CUP', quantity: 1 }, { code: 'UNKNOWN', quantity: 1 })
    t.match(result, { actionStatus: 'Warning' })
    t.same(order.errors, [])
  },
)

t.test(
  'given a package that cannot be broken down, when the step runs, then it fails and no package is broken down',
  async (t) => {
    for (const [line, message] of [
      [{ code: 'TORN' }, /"GONE"/],
      [{ code: 'NOWHERE', isPackageProduct: true }, /"NOWHERE"/],
      [{ code: 'SET' }, /"CUP" is required/],
    ] as const) {
      const { result, order } = await broken({ code: 'BOX', quantity: 1 }, { quantity: 1, ...line })
      t.match(result, { actionStatus: 'Error', errorReason: message })
      t.equal(order.orderForm.lineItems.length, 2)
      t.match(order.errors, [{ key: 'ProductPackageBreakDown', severity: 'Warning' }])
    }
  },
)

t.test('given a package with components, when it is reserved, allocated and completed, then theirs is the stock', async (t) => {
  const stock = await testStock(t)
  await keep(stock, ...products)
  const levels = ['BOX', 'CUP', 'POT'].map((skuId) => ({ skuId, warehouseCode: 'Oslo-01', quantity: 10 }))
  t.equal((await put(stock, levels)).status, 200)
  const order = await createdOrder(stock, {
    orderForm: { lineItems: [{ code: 'BOX', quantity: 3, placedPrice: 10 }], shipments: [{}] },
  })
  await stock.background.idle()
  const level = async (skuId: string) => {
    const [one] = await fetchInventory(stock, skuId)
    return [one.quantity, one.reservedQuantity]
  }
  t.same(
    [await level('BOX'), await level('CUP'), await level('POT')],
    [
      [10, 0],
      [10, 6],
      [10, 3],
    ],
  )
  const search = await stock.send({ method: 'POST', url: '/api/Orders/Search', body: { inventoryStatus: 'InStock' } })
  t.ok(search.body.result.some((one: Body) => one.id === order.id))
  const update = { status: 'Completed', lineItemUpdates: [{ lineItemId: '1', deliveredQuantity: 2 }] }
  t.equal((await stock.send({ method: 'POST', url: `/api/Orders/${order.id}/OrderLinesUpdate`, body: update })).status, 200)
  t.same(
    [await level('BOX'), await level('CUP'), await level('POT')],
    [
      [10, 0],
      [6, 2],
      [8, 1],
    ],
  )
  const canceled = await stock.send({ method: 'POST', url: `/api/Orders/${order.id}/OrderLines/1/Cancel` })
  t.match(canceled.body.orderForm.lineItems, [{ canceledQuantity: 1 }, { canceledQuantity: 2 }, { canceledQuantity: 1 }])
})
