import t from 'tap'
import { type OrdersTest, testOrders } from '../../testing/test-orders.ts'
import { close, closedEvents, pay, sell } from '../../testing/till.ts'

const drawer = { cashManagement: { cashExpected: 125, cashCounted: 120, cashBank: 120 } }
const oneSale = {
  sales: { amount: 125, count: 1 },
  returns: { amount: 0, count: 0 },
  payments: [{ name: 'Cash', amount: 125, count: 1 }],
  paymentRefunds: [],
  vatGroups: [{ vatValue: 25, amount: 125, count: 1 }],
  vatGroupRefunds: [],
}
const idle = 'cashManagement is given, but nothing was sold or refunded since the last report of these registers'
const isNew = (zReportNumber: number, more: object = {}) => ({ status: 201, body: { zReportNumber, revision: 1, ...more } })
const refund = (test: OrdersTest, order: string) => {
  const body = [pay(125, 'Cash', { transactionType: 'Credit' })]
  return test.send({ method: 'POST', url: `/api/Orders/${order}/AddPayments`, body })
}

// A till that did not get its response sent the close again: the cash was booked twice.
t.test('given a counted drawer, when its close is sent again without an id, then it is the same report', async (t) => {
  const test = await testOrders(t)
  const order = await sell(test)
  const first = await close(test, drawer)
  t.match(first, isNew(1, { orderIds: [order], warnings: { length: 0 } }))
  for (const again of [
    await close(test, drawer),
    await close(test, { ...drawer, registerIds: ['R1', 'R1'], currencyCode: 'nok' }),
  ]) {
    t.equal(again.status, 200)
    t.same(again.body, first.body)
  }
  t.equal((await closedEvents(test)).length, 1)
  t.match(await close(test, { ...drawer, registerIds: ['R2'] }), isNew(2), 'no number was used')
})

t.test('given equal concurrent closes without ids, when all have ended, then there is one report', async (t) => {
  const test = await testOrders(t)
  await sell(test)
  const responses = await Promise.all([1, 2, 3].map(() => close(test, drawer)))
  t.same(responses.map(({ status }) => status).sort(), [200, 200, 201])
  t.equal(new Set(responses.map(({ text }) => text)).size, 1)
  t.equal((await closedEvents(test)).length, 1)
})

t.test('given sent figures, when their close is sent again without an id, then it is the same report until a sale', async (t) => {
  const test = await testOrders(t)
  await sell(test)
  const first = await close(test, { ...oneSale, ...drawer })
  t.match(first, isNew(1))
  t.same((await close(test, { ...oneSale, ...drawer })).body, first.body)
  const next = await sell(test)
  t.match(await close(test, { ...oneSale, ...drawer }), isNew(2, { orderIds: [next], warnings: { length: 0 } }))
})

t.test('given sales or refunds since, when an equal close is sent, then it is a new report', async (t) => {
  const test = await testOrders(t)
  const order = await sell(test)
  await close(test, drawer)
  const next = await sell(test)
  t.match(await close(test, drawer), isNew(2, { orderIds: [next], warnings: { length: 0 } }))
  await refund(test, order)
  t.match(await close(test, drawer), isNew(3, { laterPayments: [{ orderId: order }], warnings: { length: 0 } }))
  t.match(await close(test, drawer), { status: 200, body: { zReportNumber: 3 } })
})

t.test('given other content or an id, when a register is closed again, then it is a new report with a warning', async (t) => {
  const test = await testOrders(t)
  await sell(test)
  await close(test, drawer)
  const others = [
    { ...drawer, dateClosed: '2026-01-15T20:00:00Z' },
    { ...drawer, dateClosed: '2026-01-16T20:00:00Z' },
    { cashManagement: { cashBank: 5 } },
    { ...drawer, zReportId: 'Z-own' },
    { ...drawer, currencyCode: 'EUR' },
    { ...drawer, registerIds: ['R1', 'R2'] },
  ]
  for (const [index, other] of others.entries()) {
    t.match(await close(test, other), isNew(index + 2, { warnings: [idle] }), JSON.stringify(other))
    t.match(await close(test, other), { status: 200, body: { zReportNumber: index + 2 } }, 'and the same again is not')
  }
  t.match(await close(test, drawer), isNew(8), 'the last report of R1 is that of R1 and R2')
  const given = await close(test, { ...oneSale, ...drawer })
  t.same(given.body.warnings?.[0], idle)
  t.match(await close(test, { cashManagement: {} }), isNew(10, { warnings: { length: 0 } }), 'an empty drawer moves nothing')
})

t.test(
  'given a close that only names registers, when it is sent again, then there is nothing to close: a new report of zeros',
  async (t) => {
    const test = await testOrders(t)
    const none = { sales: { amount: 0, count: 0 }, orderIds: { length: 0 }, warnings: { length: 0 } }
    t.match(await close(test), isNew(1, none), 'nothing was ever sold')
    const order = await sell(test)
    t.match(await close(test), isNew(2, { orderIds: [order] }))
    t.match(await close(test), isNew(3, none))
    const dated = { dateClosed: '2026-01-15T20:00:00Z' }
    t.match(await close(test, dated), isNew(4, none))
    t.match(await close(test, { dateClosed: '2026-01-15T21:00:00+01:00' }), { status: 200, body: { zReportNumber: 4 } })
  },
)

t.test('given nothing was ever sold, when an equal drawer is sent again, then it is the first report', async (t) => {
  const test = await testOrders(t)
  const first = await close(test, drawer)
  t.match(first, isNew(1, { warnings: [idle] }))
  t.same((await close(test, drawer)).body, first.body)
})

t.test('given a revised report, when a close without an id is sent, then it is compared with the revision', async (t) => {
  const test = await testOrders(t)
  await sell(test)
  const { zReportId } = (await close(test, drawer)).body
  const recounted = { cashManagement: { ...drawer.cashManagement, cashCounted: 121 } }
  const revised = await close(test, { ...recounted, zReportId })
  t.match(revised.body, { zReportNumber: 1, revision: 2, warnings: { length: 0 } })
  const again = await close(test, recounted)
  t.equal(again.status, 200)
  t.same(again.body, revised.body)
  t.match(await close(test, drawer), isNew(2, { warnings: [idle] }), 'the former content is new')
})

t.test('given the orders of a report are purged, when its close is sent again, then it is the same report', async (t) => {
  const test = await testOrders(t)
  const order = await sell(test)
  const first = await close(test, drawer)
  const waiting = await sell(test)
  for (const id of [order, waiting]) await test.send({ method: 'DELETE', url: `/api/Orders/${id}?deletePermanently=true` })
  const again = await close(test, drawer)
  t.equal(again.status, 200)
  t.same(again.body, first.body)
})

t.test('given a closed register, when an equal close is previewed, then it is the report that Close would return', async (t) => {
  const test = await testOrders(t)
  await sell(test)
  const { body: closed } = await close(test, drawer)
  const preview = async (body: object) => {
    const request = { storeId: 'Oslo-01', registerIds: ['R1'], ...body }
    return (await test.send({ method: 'POST', url: '/api/ZReport/Preview', body: request })).body
  }
  t.same(await preview(drawer), closed)
  t.match(await preview({ cashManagement: { cashBank: 5 } }), { zReportNumber: 2, warnings: [idle] })
  t.match(await preview({}), { zReportNumber: 2, sales: { amount: 0, count: 0 } })
})
