import t from 'tap'
import { returning } from '../../testing/returning.ts'
import { testOrders } from '../../testing/test-orders.ts'
import { close, pay, sell } from '../../testing/till.ts'

const test = await testOrders(t)
const { postReturn } = returning(test)
let tills = 0

// biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape.
type Body = any
const newTill = () => `kinds-${++tills}`
const zReport = async (register: string): Promise<Body> => (await close(test, { registerIds: [register] })).body
const line = (lineItemId: string, placedPrice: number, more: object = {}) => ({
  ...{ lineItemId, code: `SKU-${lineItemId}`, quantity: 1, placedPrice, taxRate: 25 },
  ...more,
})

/** A completed web order with these lines, shipping and payments. */
async function soldOnline({
  payments,
  shippingSubTotal = 0,
}: {
  payments: object[]
  shippingSubTotal?: number
}): Promise<string> {
  const id = `web-${++tills}`
  const shipments = shippingSubTotal === 0 ? [] : [{ shipmentId: '1', shippingSubTotal }]
  const order = {
    ...{ id, storeId: 'Oslo-01', marketId: 'NOR', orderType: 'Online', status: 'New', customerNumber: 'K-1' },
    orderForm: { lineItems: [line('1', 100)], shipments, payments },
  }
  const made = await test.send({ method: 'POST', url: '/api/Orders', body: order })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  await test.send({ method: 'POST', url: `/api/Orders/${id}/UpdateStatus`, body: { status: 'Completed' } })
  await test.background.idle()
  return id
}

async function returned(id: string, body: object, ids = ['1']): Promise<void> {
  const returns = ids.map((lineItemId) => ({ lineItemId, returnQuantity: 1 }))
  const response = await postReturn(id, { returns, status: 'Completed', ...body })
  if (response.status !== 200) throw new Error(JSON.stringify(response.body))
  await test.background.idle()
}

t.test('given a rental and a fee sold at a till, when it is closed, then each kind of line has its part', async (t) => {
  const register = newTill()
  const lineItems = [line('1', 115, { productType: 'Rental', taxRate: 15 }), line('2', 25, { productType: 'fee' }), line('3', 50)]
  const id = await sell(test, { register, fields: { orderForm: { lineItems, payments: [pay(190, 'Cash')] } } })
  t.match(await zReport(register), {
    sales: { amount: 190, count: 1 },
    fees: [{ vatValue: 25, amount: 25, vatAmount: 5 }],
    rentals: [{ vatValue: 15, amount: 115, vatAmount: 15 }],
    shipping: undefined,
  })
  await returned(id, {})
  t.match(await zReport(register), {
    returns: { amount: 115, count: 1 },
    vatGroupRefunds: [{ vatValue: 15, amount: 115, vatAmount: 15 }],
    rentals: [{ vatValue: 15, amount: -115, vatAmount: -15 }],
    fees: undefined,
  })
})

t.test('given a web order, when a till refunds goods and shipping, then the shipping has its part', async (t) => {
  const register = newTill()
  const id = await soldOnline({ payments: [pay(149, 'Card')], shippingSubTotal: 49 })
  await returned(id, { creditShipmentAmount: 10, properties: [{ key: 'RegisterId', value: register }] })
  t.match(await zReport(register), {
    returns: { amount: 110, count: 1 },
    vatGroupRefunds: [{ vatValue: 25, amount: 110, vatAmount: 22 }],
    shipping: [{ vatValue: 25, amount: -10, vatAmount: -2 }],
  })
})

t.test('given an unpaid invoice, when a till takes the goods back, then the report names customer and papers', async (t) => {
  const register = newTill()
  const id = await soldOnline({ payments: [pay(100, 'Invoice', { transactionType: 'Invoiced', invoiceId: 'INV-7' })] })
  await returned(id, { properties: [{ key: 'RegisterId', value: register }] })
  const report = await zReport(register)
  t.match(report.paymentRefunds, [{ name: 'Invoice', amount: 100, behaviour: 'invoice' }])
  t.match(report.receivables, [
    { name: 'Invoice', amount: -100, orderId: id, customerNumber: 'K-1', invoiceNumber: 'INV-7', creditNoteNumber: /\d/ },
  ])
})

t.test(
  'given a sale that is rounded to nothing, when its till is closed, then goods and rounding are in the report',
  async (t) => {
    const register = newTill()
    const orderForm = { grossRoundoff: -0.4, lineItems: [line('1', 0.4)], payments: [] }
    await sell(test, { register, fields: { orderForm } })
    t.match(await zReport(register), {
      sales: { amount: 0.4, count: 1 },
      vatGroups: [{ vatValue: 25, amount: 0.4, vatAmount: 0.08, count: 1 }],
      roundOff: -0.4,
      payments: { length: 0 },
    })
    t.match(await zReport(register), { sales: { amount: 0, count: 0 }, roundOff: 0 }, 'once')
  },
)

t.test('given free goods, when a till is closed, then they are a sale of zero', async (t) => {
  const register = newTill()
  const discounts = [{ discountId: 'D', discountType: 'Manual', rewardType: 'Percentage', discountValue: 100 }]
  await sell(test, { register, fields: { orderForm: { lineItems: [line('1', 50)], discounts, payments: [] } } })
  t.match(await zReport(register), { sales: { amount: 0, count: 1 }, vatGroups: { length: 0 } })
})
