import t from 'tap'
import { returning } from '../../testing/returning.ts'
import { testOrders } from '../../testing/test-orders.ts'
import { close, pay, sell } from '../../testing/till.ts'

const test = await testOrders(t)
const { postReturn, readOrder, returnStatus } = returning(test)
let tills = 0

// biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape.
type Body = any
type Exchange = { price: number; taxRate?: number; options?: object; request?: object }

/** A till with a coat for 100.00 that was sold, paid in cash and reported. */
async function soldCoat(payments: object[] = [pay(100, 'Cash')]) {
  const register = `till-${++tills}`
  const id = await sell(test, { register, price: 100, payments })
  await close(test, { registerIds: [register] })
  return { id, register }
}

/** Exchanges the coat for goods of a price. */
async function exchanged(id: string, { price, taxRate = 25, options = {}, request = {} }: Exchange): Promise<Body> {
  const exchangeOrderLines = [{ code: 'JACKET', quantity: 1, placedPrice: price, taxRate }]
  const exchangeOrderOptions = {
    orderType: 'Pos',
    orderStatus: 'Completed',
    exchangeOrderId: `${id}-x`,
    exchangeOrderLines,
    ...options,
  }
  const body = { returns: [{ lineItemId: '1', returnQuantity: 1 }], status: 'Completed', exchangeOrderOptions, ...request }
  const response = await postReturn(id, body)
  if (response.status !== 200) throw new Error(JSON.stringify(response.body))
  await test.background.idle()
  return response.body
}

const zReport = async (register: string, more: object = {}): Promise<Body> =>
  (await close(test, { registerIds: [register], ...more })).body

/** What is captured less refunded, less what the order wants. */
const openAmount = ({ netTotal, orderForm }: Body) => orderForm.capturedPaymentTotal - orderForm.creditPaymentTotal - netTotal
const row = (name: string, amount: number) => ({ name, amount, count: 1 })
const once = (amount: number) => ({ amount, count: 1 })
const none = { amount: 0, count: 0 }

t.test(
  'given goods of the same price, when they are exchanged, then sale and return are in the report without cash',
  async (t) => {
    for (const request of [{}, { creditPayment: false }]) {
      const { id, register } = await soldCoat()
      const form = await exchanged(id, { price: 100, taxRate: 15, request })
      t.match(form, { total: 100, payments: [{ paymentMethodName: 'Exchange', amount: 100 }] })
      t.match(await zReport(register), {
        ...{ sales: once(100), returns: once(100), payments: [row('Exchange', 100)], paymentRefunds: [row('Exchange', 100)] },
        ...{
          vatGroups: [{ vatValue: 15, amount: 100 }],
          vatGroupRefunds: [{ vatValue: 25, amount: 100 }],
          orderIds: [`${id}-x`],
        },
      })
      t.same([openAmount(await readOrder(id)), openAmount(await readOrder(`${id}-x`))], [0, 0])
    }
  },
)

t.test('given dearer goods, when they are exchanged, then the customer pays the difference', async (t) => {
  const { id, register } = await soldCoat()
  await exchanged(id, { price: 150, options: { additionalPayments: [pay(50, 'Cash')] } })
  t.match(await zReport(register), {
    ...{ sales: once(150), returns: once(100), payments: [row('Cash', 50), row('Exchange', 100)] },
    paymentRefunds: [row('Exchange', 100)],
  })
  t.same([openAmount(await readOrder(id)), openAmount(await readOrder(`${id}-x`))], [0, 0])
})

t.test('given cheaper goods, when they are exchanged, then the difference is paid out', async (t) => {
  for (const request of [{}, { creditAmount: 40 }]) {
    const { id, register } = await soldCoat()
    await exchanged(id, { price: 60, request })
    t.match(await zReport(register), {
      ...{ sales: once(60), returns: once(100), payments: [row('Exchange', 60)] },
      paymentRefunds: [row('Cash', 40), row('Exchange', 60)],
    })
    t.same([openAmount(await readOrder(id)), openAmount(await readOrder(`${id}-x`))], [0, 0])
  }
})

t.test('given an exchange that is paid in full, when it is made, then the return is paid out in full', async (t) => {
  const { id, register } = await soldCoat()
  await exchanged(id, { price: 150, options: { additionalPayments: [pay(150, 'Cash')] } })
  t.match(await zReport(register), { payments: [row('Cash', 150)], paymentRefunds: [row('Cash', 100)] })
})

t.test('given an order that was paid in part, when it is exchanged, then no more than that settles it', async (t) => {
  const { id } = await soldCoat([pay(30, 'Cash')])
  await exchanged(id, { price: 100 })
  t.match(await readOrder(`${id}-x`), { remainingPayment: 70, orderForm: { capturedPaymentTotal: 30 } })
  t.equal(openAmount(await readOrder(id)), 0)
})

t.test('given a return that is completed later, when it is, then both orders are settled once', async (t) => {
  const { id } = await soldCoat()
  await exchanged(id, { price: 60, request: { status: 'New' } })
  t.match(await readOrder(`${id}-x`), { remainingPayment: 60, orderForm: { payments: { length: 0 } } })
  for (const _ of [1, 2]) t.equal((await returnStatus(id, { returnId: '1', status: 'Completed' })).status, 200)
  const [order, exchange] = [await readOrder(id), await readOrder(`${id}-x`)]
  t.same([openAmount(order), openAmount(exchange)], [0, 0])
  t.same(
    order.returnOrderForms[0].payments.map(({ paymentMethodName, amount }: Body) => [paymentMethodName, amount]),
    [
      ['Exchange', 60],
      ['Cash', 40],
    ],
  )
  t.match(exchange.orderForm.payments, [{ paymentMethodName: 'Exchange', amount: 60, transactionType: 'Sale' }])
})

t.test('given several callers at once, when a return is completed, then it is settled once', async (t) => {
  const { id } = await soldCoat()
  await exchanged(id, { price: 100, request: { status: 'New' } })
  await Promise.all([1, 2, 3].map(() => returnStatus(id, { returnId: '1', status: 'Completed' })))
  t.equal((await readOrder(id)).orderForm.creditPaymentTotal, 100)
  t.equal((await readOrder(`${id}-x`)).orderForm.capturedPaymentTotal, 100)
})

t.test('given exchanged goods, when they return, then they are paid out by the method of the first order', async (t) => {
  const { id, register } = await soldCoat([pay(60, 'Card', { transactionId: 'card-1' }), pay(40, 'GiftCard')])
  await exchanged(id, { price: 100 })
  await exchanged(`${id}-x`, { price: 30 })
  await zReport(register)
  const { status } = await postReturn(`${id}-x-x`, { returns: [{ lineItemId: '1', returnQuantity: 1 }], status: 'Completed' })
  t.equal(status, 200)
  const report = await zReport(register)
  t.match(report, { returns: once(30), paymentRefunds: [{ amount: 30, count: Number }] })
  t.notOk(
    report.paymentRefunds.some(({ name }: Body) => name === 'Exchange'),
    'the customer is paid',
  )
})

t.test('given another register of another store, when it takes goods back, then its report counts all of it', async (t) => {
  const { id, register } = await soldCoat()
  const bergen = `bergen-${tills}`
  const request = { storeId: 'Bergen-01', properties: [{ key: 'RegisterId', value: bergen }] }
  await exchanged(id, { price: 60, request })
  t.match(await zReport(register), { sales: none, returns: none, laterPayments: { length: 0 } })
  t.match(await zReport(bergen, { storeId: 'Bergen-01' }), {
    ...{ sales: once(60), returns: once(100), payments: [row('Exchange', 60)] },
    ...{ paymentRefunds: [row('Cash', 40), row('Exchange', 60)], orderIds: [`${id}-x`], laterPayments: { length: 2 } },
  })
  t.match(await zReport(bergen, { storeId: 'Bergen-01' }), { sales: none, returns: none, laterPayments: { length: 0 } })
})

t.test(
  'given a web order, when a register pays its return out, then the report has it and the web posting has not',
  async (t) => {
    const orderForm = { lineItems: [{ code: 'COAT', quantity: 1, placedPrice: 100, taxRate: 25 }], payments: [pay(100, 'Card')] }
    const id = `web-${++tills}`
    const body = { id, storeId: 'Oslo-01', marketId: 'NOR', orderType: 'Online', status: 'Completed', orderForm }
    t.equal((await test.send({ method: 'POST', url: '/api/Orders', body })).status, 201)
    await test.background.idle()
    const register = `web-till-${tills}`
    await exchanged(id, { price: 60, request: { properties: [{ key: 'RegisterId', value: register }] } })
    t.match(await zReport(register), {
      sales: once(60),
      returns: once(100),
      paymentRefunds: [row('Card', 40), row('Exchange', 60)],
    })
    const rows = await test.database.query<{ envelope: string }>({ text: 'select envelope from kit.outbox order by id' })
    const refunds = rows
      .map(({ envelope }) => JSON.parse(envelope))
      .filter(({ data }) => data.orderId === id && data.payment?.transactionType === 'Credit')
    t.ok(refunds.length > 0)
    for (const { data } of refunds) t.same(data.paidOutAt, { storeId: 'Oslo-01', registerId: register })
  },
)

t.test('given a store of another company, when an exchange or a register there would settle it, then it is 400', async (t) => {
  const { id } = await soldCoat()
  const before = await readOrder(id)
  const returns = [{ lineItemId: '1', returnQuantity: 1 }]
  const exchangeOrderLines = [{ code: 'JACKET', quantity: 1, placedPrice: 100 }]
  const elsewhere = await postReturn(id, { returns, exchangeOrderOptions: { storeId: 'Stockholm-01', exchangeOrderLines } })
  t.match(elsewhere, { status: 400, body: { errors: { 'exchangeOrderOptions.storeId': [String] } } })
  const properties = [{ key: 'RegisterId', value: 'S1' }]
  t.match(await postReturn(id, { returns, storeId: 'Stockholm-01', properties }), {
    status: 400,
    body: { errors: { storeId: [String] } },
  })
  t.same(await readOrder(id), before)
})

t.test('given a settled exchange, when its return is cancelled, then it is 400 and both orders stay', async (t) => {
  const { id } = await soldCoat()
  await exchanged(id, { price: 100 })
  const before = [await readOrder(id), await readOrder(`${id}-x`)]
  t.match(await returnStatus(id, { returnId: '1', status: 'Cancelled' }), {
    status: 400,
    body: { error: 'TransitionNotAllowed' },
  })
  t.same([await readOrder(id), await readOrder(`${id}-x`)], before)
})
