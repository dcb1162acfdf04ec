import { join } from 'node:path'
import t from 'tap'
import { killInTheMiddle } from '../../testing/killed-requests.ts'
import { type OrdersTest, testOrders } from '../../testing/test-orders.ts'
import { close, closedEvents, pay, sell } from '../../testing/till.ts'

// biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape.
type Body = any

/** Refunds, in cash by default; returns the id of the payment. */
async function refund(test: OrdersTest, id: string, { amount = 125, method = 'Cash', more = {} } = {}): Promise<string> {
  const payment = pay(amount, method, { transactionType: 'Credit', ...more })
  const { status, body } = await test.send({ method: 'POST', url: `/api/Orders/${id}/AddPayments`, body: [payment] })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.orderForm.payments.at(-1).id
}

const move = (test: OrdersTest, id: string, status: string) =>
  test.send({ method: 'POST', url: `/api/Orders/${id}/UpdateStatus`, body: { status, skipRunWorkflow: true } })

const waiting = ({ database }: OrdersTest) => database.query({ text: 'select order_id from z_report_waiting order by 1' })
async function untilOneWaits({ database }: OrdersTest): Promise<void> {
  const text = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await database.query({ text })).length === 0) await new Promise(setImmediate)
}

const nothing = { amount: 0, count: 0 }
const none = { length: 0 }
const noMoney = {
  sales: nothing,
  payments: none,
  vatGroups: none,
  returns: nothing,
  paymentRefunds: none,
  vatGroupRefunds: none,
}
const cashBack = (amount: number, count = 1) => ({
  ...noMoney,
  returns: { amount, count },
  paymentRefunds: [{ name: 'Cash', amount, count }],
  vatGroupRefunds: [{ vatValue: 25, amount, count }],
})

t.test(
  'given a reported order, when it is refunded, then the refund counts once, in the next report of its register',
  async (t) => {
    const test = await testOrders(t)
    const order = await sell(test)
    t.match((await close(test)).body, { orderIds: [order], laterPayments: none, returns: nothing })
    const paymentId = await refund(test, order, { amount: 50 })
    t.match((await close(test, { registerIds: ['R2'] })).body, { ...noMoney, laterPayments: none }, 'not of another register')
    t.match((await close(test, { currencyCode: 'EUR' })).body, { ...noMoney, laterPayments: none }, 'nor in another currency')
    t.match((await close(test, { storeId: 'Bergen-01' })).body, { ...noMoney, laterPayments: none }, 'nor of another store')
    const next = await close(test)
    t.match(next.body, { ...cashBack(50), orderIds: none, laterPayments: [{ orderId: order, paymentId }] })
    t.same((await closedEvents(test)).at(-1).data, next.body)
    t.same(await waiting(test), [])
    t.match((await close(test)).body, { ...noMoney, laterPayments: none })
  },
)

t.test(
  'given a reported order, when a capture follows, then it is a sale; changes that move no money do not count',
  async (t) => {
    const test = await testOrders(t)
    const order = await sell(test, { payments: [pay(125, 'Card', { status: 'Pending', transactionId: 'late' })] })
    t.match((await close(test)).body, { orderIds: [order], payments: none })
    const add = (payment: object) => test.send({ method: 'POST', url: `/api/Orders/${order}/AddPayments`, body: [payment] })
    await add(pay(125, 'Card', { transactionType: 'Authorization' }))
    await add(pay(5, 'Card', { status: 'Failed' }))
    await test.send({ method: 'PATCH', url: `/api/Orders/${order}`, body: { customerName: 'Ola' } })
    t.match((await close(test)).body, { ...noMoney, laterPayments: none })
    t.same(await waiting(test), [], 'an order with nothing to report does not wait')
    await add(pay(125, 'Card', { transactionId: 'late' }))
    t.match((await close(test)).body, {
      ...noMoney,
      sales: { amount: 125, count: 1 },
      payments: [{ name: 'Card', amount: 125, count: 1 }],
      vatGroups: [{ vatValue: 25, amount: 125, count: 1 }],
      orderIds: none,
      laterPayments: [{ orderId: order }],
    })
  },
)

t.test('given a returned, cancelled or deleted order, when a register is closed, then its refund counts', async (t) => {
  const test = await testOrders(t)
  const orders = [await sell(test), await sell(test), await sell(test)]
  await close(test)
  const [returned, cancelled, deleted] = orders as [string, string, string]
  for (const order of orders) await refund(test, order)
  await move(test, returned, 'Returned')
  await move(test, cancelled, 'Cancelled')
  await test.send({ method: 'DELETE', url: `/api/Orders/${deleted}` })
  t.match((await close(test)).body, { ...cashBack(375, 3), orderIds: none, laterPayments: { length: 3 } })
})

t.test('given a sale on account, when it is refunded before it is paid, then the refund is on account too', async (t) => {
  const test = await testOrders(t)
  const order = await sell(test, { payments: [pay(125, 'Invoice', { transactionType: 'Invoiced', invoiceId: 'F-1' })] })
  await close(test)
  await refund(test, order, { amount: 50, method: 'Invoice' })
  t.match((await close(test)).body, {
    ...cashBack(50),
    paymentRefunds: [{ name: 'Invoice', amount: 50, count: 1, behaviour: 'invoice' }],
  })
})

t.test('when a report is revised, then it counts what it had before, and nothing of other reports', async (t) => {
  const test = await testOrders(t)
  const order = await sell(test)
  await close(test, { zReportId: 'Z-1' })
  await refund(test, order, { amount: 25 })
  const second = (await close(test, { zReportId: 'Z-2' })).body
  await refund(test, order, { amount: 10 })
  await move(test, order, 'Cancelled')
  const dateClosed = '2026-01-15T20:00:00Z'
  t.match((await close(test, { zReportId: 'Z-1', dateClosed })).body, {
    revision: 2,
    sales: { amount: 125, count: 1 },
    returns: nothing,
    orderIds: [order],
    laterPayments: none,
  })
  t.match((await close(test, { zReportId: 'Z-2', dateClosed })).body, {
    revision: 2,
    ...cashBack(25),
    orderIds: none,
    laterPayments: second.laterPayments,
  })
  t.match((await close(test, { zReportId: 'Z-3' })).body, { ...cashBack(10), laterPayments: { length: 1 } })
})

t.test('when a revision has other registers, then it releases orders and later payments separately', async (t) => {
  const test = await testOrders(t)
  const order = await sell(test)
  await close(test, { zReportId: 'Z-1' })
  await refund(test, order)
  await move(test, order, 'Cancelled')
  await close(test, { zReportId: 'Z-2' })
  t.match((await close(test, { zReportId: 'Z-1', registerIds: ['R2'] })).body, { ...noMoney, orderIds: none })
  const third = (await close(test, { zReportId: 'Z-3' })).body
  t.match(third, { sales: { amount: 125 }, returns: nothing, orderIds: [order] }, 'the sale of a refund that was reported')
  t.match((await close(test, { zReportId: 'Z-2', registerIds: ['R2'] })).body, { ...noMoney, laterPayments: none })
  t.match((await close(test, { zReportId: 'Z-4' })).body, {
    ...cashBack(125),
    orderIds: none,
    laterPayments: { length: 1 },
  })
})

t.test('given sent figures, when a register is closed, then later payments are included as published', async (t) => {
  const test = await testOrders(t)
  const order = await sell(test)
  await close(test)
  await refund(test, order)
  const others = { cashManagement: {}, tips: 0, giftCardsSold: 0, giftCardsUsed: 0, roundOff: 0 }
  const given = { ...cashBack(100), payments: [], vatGroups: [], ...others }
  t.match((await close(test, { zReportId: 'Z-given', ...given })).body, { ...cashBack(100), laterPayments: [{ orderId: order }] })
  t.match((await close(test)).body, { ...noMoney, laterPayments: none })
  t.match((await close(test, { zReportId: 'Z-given' })).body, { revision: 2, ...cashBack(125), laterPayments: { length: 1 } })
})

t.test('given concurrent closes and refunds, when all have ended, then each payment is in one report', async (t) => {
  const test = await testOrders(t)
  const orders = await Promise.all(
    Array.from({ length: 12 }, (_, index) => sell(test, { register: index % 2 === 0 ? 'R1' : 'R2' })),
  )
  const responses = [await close(test, { registerIds: ['R1', 'R2'] })]
  const refunding = Promise.all(
    orders.map(async (order) => {
      for (const amount of [1, 2, 4]) await refund(test, order, { amount })
      if (order.length % 2 === 0) await move(test, order, 'Cancelled')
    }),
  )
  const rounds = Array.from({ length: 12 }, (_, index) => close(test, { registerIds: index % 3 === 0 ? ['R1', 'R2'] : ['R2'] }))
  responses.push(...(await Promise.all(rounds)))
  await refunding
  responses.push(await close(test, { registerIds: ['R1', 'R2'] }))
  t.same(new Set(responses.map(({ status }) => status)), new Set([201]))
  const later = responses
    .flatMap(({ body }) => body.laterPayments as Body[])
    .map(({ orderId, paymentId }) => `${orderId} ${paymentId}`)
  t.equal(later.length, 36)
  t.equal(new Set(later).size, 36)
  const returned = responses.reduce((total, { body }) => total + body.returns.amount, 0)
  t.equal(returned, 12 * 7)
  t.same(responses.flatMap(({ body }) => body.orderIds).sort(), orders.toSorted())
})

t.test('given a concurrent write, when a register is closed, then the order waits for the next report', async (t) => {
  const test = await testOrders(t)
  const order = await sell(test)
  await close(test)
  const first = await refund(test, order, { amount: 10 })
  const writer = await test.database.pool.connect()
  await writer.query('begin')
  // As an uncommitted write does: the close has read the version before it.
  await writer.query('update order_search set version_number = version_number + 1 where order_id = $1', [order])
  const closing = close(test)
  await untilOneWaits(test)
  await writer.query('commit')
  writer.release()
  t.match((await closing).body, { laterPayments: [{ paymentId: first }] })
  t.same(await waiting(test), [{ order_id: order }])
})

t.test(
  'given a concurrent purge, when a register is closed, then that is refused, and the next try reports the others',
  async (t) => {
    const test = await testOrders(t)
    const [purged, kept] = [await sell(test), await sell(test)]
    const other = await test.database.pool.connect()
    await other.query('begin')
    // As a purge does: the close has read the order before it.
    await other.query('delete from "order" where id = $1', [purged])
    const closing = close(test, { zReportId: 'Z-1' })
    await untilOneWaits(test)
    await other.query('commit')
    other.release()
    t.match(await closing, { status: 409, headers: { 'retry-after': '1' }, body: { error: 'ResourceLocked' } })
    t.match((await close(test, { zReportId: 'Z-1' })).body, { zReportNumber: 1, orderIds: [kept] })
  },
)

t.test('given a concurrent purge, when a report is closed again without the order, then that succeeds', async (t) => {
  const test = await testOrders(t)
  const [purged, kept] = [await sell(test), await sell(test, { register: 'R2' })]
  await close(test, { zReportId: 'Z-1', registerIds: ['R1', 'R2'] })
  const other = await test.database.pool.connect()
  await other.query('begin')
  await other.query('delete from "order" where id = $1', [purged])
  const closing = close(test, { zReportId: 'Z-1', registerIds: ['R2'] })
  await untilOneWaits(test)
  await other.query('commit')
  other.release()
  t.match(await closing, { status: 201, body: { revision: 2, orderIds: [kept] } })
  t.same(await waiting(test), [])
})

t.test('given a concurrent close of another store, when both have ended, then no payment is in two reports', async (t) => {
  const test = await testOrders(t)
  const order = await sell(test)
  const other = await test.database.pool.connect()
  await other.query('begin')
  // As the other close does after the order moved to that store.
  await other.query(`insert into z_report_order (order_id, z_report_id) values ($1, 'Z-other')`, [order])
  const closing = close(test, { zReportId: 'Z-1' })
  await untilOneWaits(test)
  await other.query('commit')
  other.release()
  t.match(await closing, { status: 409, headers: { 'retry-after': '1' }, body: { error: 'ResourceLocked' } })
  t.equal((await test.send({ url: '/api/ZReport/Z-1' })).status, 404)
  t.match((await close(test, { zReportId: 'Z-1' })).body, {
    zReportNumber: 1,
    orderIds: none,
    laterPayments: [{ orderId: order }],
  })
})

t.test(
  'given a process that is killed during a close, when the close is sent again, then it succeeds and nothing was left over',
  async (t) => {
    const test = await testOrders(t)
    const order = await sell(test)
    await close(test)
    await refund(test, order)
    const sold = await sell(test)
    const request = { zReportId: 'Z-killed', storeId: 'Oslo-01', registerIds: ['R1'] }
    const hold = { text: 'select 1 from z_report_waiting where order_id = $1 for update', values: [order] }
    const file = join(t.testdir(), 'close.json')
    await killInTheMiddle(test, file, [{ url: '/api/ZReport/Close', body: request, hold }])
    t.equal((await test.send({ url: '/api/ZReport/Z-killed' })).status, 404)
    t.equal((await closedEvents(test)).length, 1)
    const again = await close(test, request)
    t.match(again, { status: 201, body: { zReportNumber: 2, orderIds: [sold], laterPayments: [{ orderId: order }] } })
    t.match(again.body, { sales: { amount: 125 }, returns: { amount: 125 } })
  },
)
