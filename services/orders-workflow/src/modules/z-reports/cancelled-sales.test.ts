import t from 'tap'
import { returning } from '../../testing/returning.ts'
import { type OrdersTest, testOrders } from '../../testing/test-orders.ts'
import { close, pay, sell } from '../../testing/till.ts'

const cancel = (test: OrdersTest, id: string) =>
  test.send({ method: 'POST', url: `/api/Orders/${id}/UpdateStatus`, body: { status: 'Cancelled' } })
const row = (name: string, amount: number) => ({ name, amount, count: 1 })
const none = { length: 0 }

// Regression: the cash of the sale was in the drawer and in no report.
t.test('given a cash sale that is cancelled before the close, when the till is closed, then its cash counts once', async (t) => {
  const test = await testOrders(t)
  const id = await sell(test, { price: 100 })
  t.equal((await cancel(test, id)).status, 200)
  await test.background.idle()
  t.match((await close(test)).body, {
    orderIds: [id],
    sales: { amount: 100, count: 1 },
    payments: [row('Cash', 100)],
    paymentRefunds: none,
  })
  t.match((await close(test)).body, { orderIds: none, sales: { amount: 0, count: 0 } })
  const refund = pay(100, 'Cash', { transactionType: 'Credit' })
  await test.send({ method: 'POST', url: `/api/Orders/${id}/AddPayments`, body: [refund] })
  t.match((await close(test)).body, { laterPayments: [{ orderId: id }], paymentRefunds: [row('Cash', 100)] })
})

t.test('given a sale that is paid back and cancelled, when the till is closed, then both directions count', async (t) => {
  const test = await testOrders(t)
  const id = await sell(test, { price: 100, payments: [pay(100, 'Cash'), pay(100, 'Cash', { transactionType: 'Credit' })] })
  await cancel(test, id)
  await test.background.idle()
  t.match((await close(test)).body, { orderIds: [id], payments: [row('Cash', 100)], paymentRefunds: [row('Cash', 100)] })
})

t.test('given a cancelled order without money, when the till is closed, then it is in no report', async (t) => {
  const test = await testOrders(t)
  const id = await sell(test, { price: 100, payments: [] })
  await cancel(test, id)
  await test.background.idle()
  t.match((await close(test)).body, { orderIds: none, sales: { amount: 0, count: 0 } })
})

// Regression: the return counted and the new order did not, which left the exchange open.
t.test('given an exchange order that is cancelled, when the till is closed, then the exchange ends at 0', async (t) => {
  const test = await testOrders(t)
  const { postReturn } = returning(test)
  const id = await sell(test, { price: 100 })
  await close(test)
  const exchangeOrderOptions = {
    ...{ orderType: 'Pos', orderStatus: 'Completed', exchangeOrderId: `${id}-x` },
    exchangeOrderLines: [{ code: 'JACKET', quantity: 1, placedPrice: 100, taxRate: 25 }],
  }
  const returns = [{ lineItemId: '1', returnQuantity: 1 }]
  const response = await postReturn(id, { returns, status: 'Completed', exchangeOrderOptions })
  t.equal(response.status, 200)
  await test.background.idle()
  t.equal((await cancel(test, `${id}-x`)).status, 200)
  t.match((await close(test)).body, {
    orderIds: [`${id}-x`],
    ...{ sales: { amount: 100, count: 1 }, returns: { amount: 100, count: 1 } },
    ...{ payments: [row('Exchange', 100)], paymentRefunds: [row('Exchange', 100)] },
  })
})
