import type { ProductEventData } from '@open-oms/contracts/catalog/events'
import t from 'tap'
import { storeProduct } from '../../../product-copy/product-copy.ts'
import { aProduct } from '../../../testing/products/test-products.ts'
import { createdOrder, type OrdersTest, outboxEnvelopes, testOrders, updateStatus } from '../../../testing/test-orders.ts'
import { configWithSteps } from '../../../testing/workflow/stepped-config.ts'

async function known(test: OrdersTest, ...products: ProductEventData[]) {
  await test.database.inTransaction(async (tx) => {
    for (const product of products) await storeProduct(tx, product)
  })
}

async function entered(test: OrdersTest, lineItems: Record<string, unknown>[]) {
  const orderForm = {
    lineItems,
    shipments: [{ shipmentId: '1', lineItems: lineItems.map(({ lineItemId, quantity }) => ({ lineItemId, quantity })) }],
    payments: [],
  }
  const { id } = await createdOrder(test, { orderForm })
  const { body } = await updateStatus(test, id, { body: { status: 'InProgress' } })
  return { result: body.orderActionExecutionResults[0], order: (await test.send({ url: `/api/Orders/${id}` })).body }
}
const line = (fields: Record<string, unknown>) => ({ lineItemId: '1', quantity: 2, placedPrice: 100, ...fields })

t.test('given lines of known products, when they are enriched, then missing fields are set and others stay', async (t) => {
  const test = await testOrders(t, { config: await configWithSteps([{ name: 'EnrichOrderFromProducts' }]) })
  await known(test, aProduct('CUP', { taxRate: 15 }), aProduct('POT'))
  const { result, order } = await entered(test, [
    line({ code: 'CUP' }),
    line({ lineItemId: '2', code: 'POT', displayName: 'My pot', brand: 'Mine', taxRate: 12, cost: 3 }),
  ])
  t.match(result, { actionStatus: 'Success' })
  const facts = {
    displayName: 'Name of CUP',
    brand: 'Brand',
    productType: 'Type',
    imageUrl: 'https://img.example/CUP',
    taxRate: 15,
    cost: 40,
  }
  t.match(order.orderForm.lineItems, [facts, { displayName: 'My pot', brand: 'Mine', taxRate: 12, cost: 3, productType: 'Type' }])
  t.match(order.orderForm.shipments[0].lineItems[0], { displayName: 'Name of CUP', taxRate: 15 })
  t.equal(order.orderForm.lineItems[0].taxTotal, 26.09, 'the totals follow the tax rate')
})

t.test(
  'given a product with a tax group, when the line is enriched, then the line has it and earlier payments are published again with it',
  async (t) => {
    const config = await configWithSteps([{ name: 'EnrichOrderFromProducts' }])
    config.taxGroups = [
      {
        code: 'FOOD',
        name: 'Food',
        rate: 15,
        externalCode: '31',
        outsideVatScope: false,
        validFrom: '2020-01-01',
        validTo: null,
      },
      {
        code: 'FOOD',
        name: 'Food',
        rate: 12,
        externalCode: '31',
        outsideVatScope: false,
        validFrom: null,
        validTo: '2019-12-31',
      },
    ]
    const test = await testOrders(t, { config })
    await known(test, aProduct('BREAD', { taxGroup: 'FOOD', taxRate: 25 }))
    const payments = [
      { amount: 230, paymentMethodName: 'Card', transactionId: 's', transactionType: 'Sale', status: 'Processed' },
    ]
    const { id } = await createdOrder(test, {
      orderForm: { lineItems: [line({ code: 'BREAD', placedPrice: 115 })], shipments: [], payments },
    })
    await updateStatus(test, id, { body: { status: 'InProgress' } })
    const { body } = await test.send({ url: `/api/Orders/${id}` })
    t.match(body.orderForm.lineItems, [{ taxRate: 15, taxTotal: 30, properties: [{ key: 'TaxGroupCode', value: 'FOOD' }] }])
    const published = (await outboxEnvelopes(test, id)).filter(({ type }) => type === 'orders.payment.recorded.v1')
    t.match(
      published.map(({ data }) => data.breakdown),
      [
        [{ net: 184, vatRate: 25, vatAmount: 46, taxGroupCode: null }],
        [{ net: 200, vatRate: 15, vatAmount: 30, taxGroupCode: 'FOOD' }],
      ],
    )
    await updateStatus(test, id, { body: { status: 'InProgress' } })
    t.equal((await outboxEnvelopes(test, id)).filter(({ type }) => type === 'orders.payment.recorded.v1').length, 2, 'once')
  },
)

t.test('given an unknown product, when lines are enriched, then it is a warning and the others are enriched', async (t) => {
  const test = await testOrders(t, { config: await configWithSteps([{ name: 'EnrichOrderFromProducts' }]) })
  await known(test, aProduct('CUP'))
  const { result, order } = await entered(test, [line({ code: 'CUP' }), line({ lineItemId: '2', code: 'LID' })])
  t.match(result, { actionStatus: 'Warning', message: 'The catalogue does not know LID.' })
  t.match(order.orderForm.lineItems, [{ displayName: 'Name of CUP' }, { displayName: null }])
  t.same(order.errors, [])
})
