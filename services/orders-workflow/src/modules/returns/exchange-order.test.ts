import t from 'tap'
import { returning } from '../../testing/returning.ts'
import { testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)
const { deliveredOrder, postReturn, readOrder } = returning(test)
const returns = [{ lineItemId: '1', returnQuantity: 1 }]
const lines = [{ code: 'MUG', quantity: 1, placedPrice: 120, taxRate: 25 }]
const payment = { amount: 20, paymentMethodName: 'Card', transactionId: 'x', transactionType: 'Sale', status: 'Processed' }
const exchange = (id: string, exchangeOrderOptions: object, options: object = {}) =>
  postReturn(id, { returns, exchangeOrderOptions }, options)

t.test('when a return has an exchange, then a separate order is created, linked both ways', async (t) => {
  const { id } = await deliveredOrder()
  const { status, body: form } = await exchange(id, {
    exchangeOrderLines: lines,
    additionalPayments: [payment],
    orderType: 'ClickAndCollect',
    orderStatus: 'InProgress',
    storeId: 'Bergen-01',
    outboundWarehouseCode: 'Central',
    shippingMethodName: 'Pick up',
  })
  t.equal(status, 200)
  const [exchangeId] = form.replacementOrderIds
  const order = await readOrder(exchangeId)
  t.match(order, {
    id: /^C-\d{6}$/,
    orderType: 'ClickAndCollect',
    status: 'InProgress',
    storeId: 'Bergen-01',
    customerName: 'Kari Nordmann',
    relatedOrders: [id],
    total: 120,
    orderForm: {
      lineItems: [{ lineItemId: '1', code: 'MUG' }],
      capturedPaymentTotal: 20,
      shipments: [{ warehouseCode: 'Central', shippingMethodName: 'Pick up', lineItems: [{ code: 'MUG' }] }],
    },
  })
  t.match(await readOrder(id), { relatedOrders: [exchangeId], returnOrderForms: [{ replacementOrderIds: [exchangeId] }] })
})

t.test('when an exchange order is created, then the steps of its first status run; its id may be chosen', async (t) => {
  const { id } = await deliveredOrder()
  const exchangeOrderId = `${id}-x`
  await exchange(id, { exchangeOrderId, exchangeOrderLines: lines })
  await test.background.idle()
  t.match(await readOrder(exchangeOrderId), { orderType: 'Online', status: 'New', secretKey: String })
})

t.test('given an invalid return or exchange order, when both are sent, then neither is written', async (t) => {
  const { id } = await deliveredOrder()
  const taken = await deliveredOrder()
  const before = await readOrder(id)
  const cases: [object, number, string][] = [
    [{ exchangeOrderId: taken.id, exchangeOrderLines: lines }, 409, ''],
    [{ exchangeOrderLines: [] }, 400, 'exchangeOrderOptions.exchangeOrderLines'],
    [{ exchangeOrderLines: [{ code: 'MUG', quantity: 0 }] }, 400, 'exchangeOrderOptions.exchangeOrderLines[0].quantity'],
    [
      { exchangeOrderLines: lines, additionalPayments: [{ ...payment, amount: 0 }] },
      400,
      'exchangeOrderOptions.additionalPayments[0].amount',
    ],
    [{ exchangeOrderLines: lines, orderType: 'Nothing' }, 400, 'exchangeOrderOptions.orderType'],
    [{ exchangeOrderLines: lines, orderStatus: 'Nothing' }, 400, 'exchangeOrderOptions.orderStatus'],
    [{ exchangeOrderLines: lines, storeId: 'Nothing' }, 400, 'exchangeOrderOptions.storeId'],
  ]
  for (const [options, status, path] of cases) {
    const response = await exchange(id, options)
    t.equal(response.status, status, JSON.stringify(options))
    if (path !== '') t.ok(response.body.errors[path], `${path}: ${JSON.stringify(response.body.errors)}`)
  }
  t.equal((await exchange(id, { exchangeOrderLines: lines, storeId: '142' }, { as: { storeIds: ['Oslo-01'] } })).status, 403)
  const over = await postReturn(id, {
    returns: [{ lineItemId: '1', returnQuantity: 9 }],
    exchangeOrderOptions: { exchangeOrderId: 'never', exchangeOrderLines: lines },
  })
  t.equal(over.status, 400)
  t.equal((await test.send({ url: '/api/Orders/never' })).status, 404)
  t.same(await readOrder(id), before)
})
