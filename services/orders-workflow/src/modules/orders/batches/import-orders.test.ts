import t from 'tap'
import type { OrdersConfig } from '../../../order/rules/context/orders-config.ts'
import {
  authorization,
  createdOrder,
  orderBody,
  orderFormBody,
  outboxEnvelopes,
  sampleConfig,
  testOrders,
} from '../../../testing/test-orders.ts'

const test = await testOrders(t)
// biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape.
type Body = any
type Options = { on?: typeof test; headers?: Record<string, string>; as?: { storeIds: string[] } }
const importMany = (body: unknown, { on = test, headers = {}, as }: Options = {}) =>
  on.send({ method: 'POST', url: '/api/Orders/ImportMany', body, headers, ...(as === undefined ? {} : { as }) })
const representation = { prefer: 'return=representation' }
const read = async (id: string): Promise<Body> => (await test.send({ url: `/api/Orders/${id}` })).body

/** What another system may send of an order that it has done with. */
const history = {
  created: '2019-03-01T10:00:00.000Z',
  modified: '2019-03-09T10:00:00.000Z',
  completed: '2019-03-08T10:00:00.000Z',
  received: '2019-03-01T11:00:00.000Z',
  readyForPickup: '2019-03-05T10:00:00.000Z',
  customerPickupDeadline: '2019-03-15T10:00:00.000Z',
  updateStatusDate: '2019-03-08T12:00:00.000Z',
  isNewCustomer: true,
  secretKey: 'from-before',
}

t.test('given an old order, when it is imported, then its dates, numbers and status are kept and no step runs', async (t) => {
  const body: Body = orderBody({ ...history, status: 'Completed', orderNumber: 'OLD-1' })
  const response = await importMany([body])
  t.equal(response.status, 204)
  const order = await read(body.id)
  t.match(order, { ...history, id: body.id, status: 'Completed', orderNumber: 'OLD-1', modifiedBy: 'test-client' })
  t.equal(order.orderForm.capturedPaymentTotal, 0, 'no step ran')
  t.equal(order.orderForm.lineItems[0].deliveredQuantity, 0, 'nothing is delivered that was not said to be')
})

t.test('given an order without a date, when it is imported, then it has that of its creation or now', async (t) => {
  const { created } = history
  const [dated, undated]: Body[] = [orderBody({ created }), orderBody()]
  await importMany([dated, undated])
  t.match(await read(dated.id), { created, modified: created, updateStatusDate: created })
  t.ok((await read(undated.id)).created > '2026')
})

t.test('given an imported order, when it is written, then version and event are of now and no workflow begins', async (t) => {
  const before = new Date()
  const body: Body = orderBody({ ...history })
  await importMany([body])
  await test.background.idle()
  const events = await outboxEnvelopes(test, body.id)
  t.same(
    events.map(({ type }) => type),
    ['orders.order.created.v1', 'orders.payment.recorded.v1'],
  )
  t.ok(new Date(events[0].time) >= before)
  const [version] = await test.database.query<{ created: Date; operation: string }>({
    text: 'select created, operation from order_version where order_id = $1',
    values: [body.id],
  })
  t.equal(version?.operation, 'ImportMany')
  t.ok((version?.created as Date) >= before)
  const [change] = await test.database.query<{ occurred: Date }>({
    text: 'select occurred from order_change_pending where order_id = $1',
    values: [body.id],
  })
  t.ok((change?.occurred as Date) >= before)
  const runs = await test.database.query({ text: 'select 1 from workflow_run where order_id = $1', values: [body.id] })
  t.equal(runs.length, 0)
})

t.test('given existing, bad and repeated rows, when orders are imported, then they are skipped, named or refused', async (t) => {
  const known = await createdOrder(test)
  const fresh: Body = orderBody()
  const response = await importMany([{ ...known, customerName: 'Ola' }, fresh], { headers: representation })
  t.match(response.body.results, [
    { index: 0, id: known.id, status: 'skipped' },
    { index: 1, id: fresh.id, status: 'created' },
  ])
  t.equal((await read(known.id)).versionId, known.versionId)
  const good: Body = orderBody()
  const bad = await importMany([good, orderBody({ status: 'PickedUp' }), orderBody({ storeId: 'X' })])
  t.same(Object.keys(bad.body.errors), ['[1].status', '[2].storeId'])
  t.equal((await importMany([good, good])).status, 400)
  t.equal((await test.send({ url: `/api/Orders/${good.id}` })).status, 404)
  const forbidden = await importMany([good], { as: { storeIds: ['142'] } })
  t.equal(forbidden.status, 403)
})

t.test('given partial deliveries, when an order is imported, then quantities and dates are kept', async (t) => {
  const deliveredDate = '2019-03-04T00:00:00.000Z'
  const orderForm = {
    lineItems: [{ lineItemId: '1', quantity: 3, deliveredQuantity: 2, returnQuantity: 1, deliveredDate, placedPrice: 10 }],
    shipments: [
      {
        shipmentId: 'A',
        orderStatus: 'Completed',
        completed: deliveredDate,
        lineItems: [{ lineItemId: '1', quantity: 2, deliveredQuantity: 2, deliveredDate }],
      },
      { shipmentId: 'B', orderStatus: 'New', lineItems: [{ lineItemId: '1', quantity: 1 }] },
    ],
  }
  const body: Body = orderBody({ status: 'PartiallyShipped', orderForm })
  t.equal((await importMany([body])).status, 204)
  const order = await read(body.id)
  t.match(order.orderForm.lineItems, [{ deliveredQuantity: 2, returnQuantity: 1, deliveredDate }])
  t.match(order.orderForm.shipments, [
    { orderStatus: 'Completed', completed: deliveredDate, lineItems: [{ deliveredQuantity: 2, deliveredDate }] },
    { orderStatus: 'New', lineItems: [{ deliveredQuantity: 0, returnQuantity: 0, deliveredDate: null }] },
  ])
  const again: Body = { ...order, id: `${order.id}-again` }
  t.equal((await importMany([again])).status, 204, 'what was read can be imported elsewhere')
  const { versionId: _a, ...copy } = await read(again.id)
  const { versionId: _b, ...original } = order
  t.same({ ...copy, id: order.id }, original)
})

t.test('given wrong amounts, when an order is imported, then they are calculated', async (t) => {
  const body: Body = orderBody({ total: 1, netTotal: 1, orderForm: orderFormBody({ total: 1, subTotal: 1 }) })
  await importMany([body])
  t.match(await read(body.id), { total: 498.9, netTotal: 498.9, orderForm: { total: 498.9, subTotal: 449.9 } })
})

t.test('given recalculateOnImport false, when an order is imported, then the sent amounts are stored', async (t) => {
  const config: OrdersConfig = structuredClone(await sampleConfig())
  const settings = { ...config.settings, recalculateOnImport: false }
  const keeping = await testOrders(t, { config: { ...config, settings }, database: test.database })
  // 100.00 with a tax that the other system rounded in its own way, and amounts captured in a
  // payment that is not sent.
  const line = { lineItemId: '1', quantity: 1, placedPrice: 100, taxRate: 25 }
  const sent = { extendedPrice: 100, extendedPriceExclTax: 80.01, taxTotal: 19.99, placedPriceExclTax: 80.01 }
  const totals = { taxTotal: 19.99, totalExclTax: 80.01, subTotalExclTax: 80.01 }
  const orderForm = {
    ...totals,
    capturedPaymentTotal: 100,
    lineItems: [{ ...line, ...sent }],
    shipments: [{ ...totals }],
  }
  const body: Body = orderBody({ ...history, orderForm, netTotalExclTax: 80.01, remainingPayment: 0 })

  t.test(
    'given sent amounts that add up, when the order is imported, then they are stored and the rest is calculated',
    async (t) => {
      const response = await importMany([body], { on: keeping, headers: representation })
      t.match(response.body.results, [{ status: 'created' }])
      const order = await read(body.id)
      t.match(order, {
        total: 100,
        taxTotal: 19.99,
        totalExclTax: 80.01,
        netTotalExclTax: 80.01,
        remainingPayment: 0,
        ...history,
      })
      t.match(order.orderForm, { ...totals, total: 100, subTotal: 100, capturedPaymentTotal: 100 })
      t.match(order.orderForm.lineItems, [{ ...sent, discountedPrice: 100 }])
      t.match(order.orderForm.shipments, [{ taxTotal: 19.99, total: 100, lineItems: [sent] }])
    },
  )

  t.test('given amounts to be kept, when they do not add up, then the row is refused, others only with continue', async (t) => {
    const bad: Body = orderBody({ orderForm: { ...orderForm, total: 101 } })
    const mirrors: Body = orderBody({ orderForm, total: 101 })
    const fine: Body = orderBody({ orderForm: orderFormBody() })
    const response = await importMany([fine, bad, mirrors], { on: keeping })
    t.equal(response.status, 400)
    t.match(response.body.errors, { '[1].orderForm': [/do not add up/], '[2].orderForm': [/do not add up/] })
    t.equal((await test.send({ url: `/api/Orders/${fine.id}` })).status, 404)
    const policy = await importMany([fine, bad], { on: keeping, headers: { 'error-policy': 'continue' } })
    t.match(policy.body.results, [{ status: 'created' }, { status: 'failed', message: /add up/ }])
  })

  t.test('given amounts to be kept, when quantities do not fit, then the order is refused', async (t) => {
    const over: Body = orderBody({ orderForm: { lineItems: [{ quantity: 1, deliveredQuantity: 2, placedPrice: 1 }] } })
    const response = await importMany([over], { on: keeping })
    t.match([response.status, response.body.error], [400, 'QuantityNotAvailable'])
  })

  t.test('given amounts to be kept at imports, when orders are added otherwise, then they are calculated', async (t) => {
    const many: Body = orderBody({ orderForm })
    await keeping.send({ method: 'POST', url: '/api/Orders/AddMany', body: [many] })
    t.match(await read(many.id), { taxTotal: 20, totalExclTax: 80, orderForm: { capturedPaymentTotal: 0 } })
  })
})

t.test('given sent payments, when the order is imported, then each is published once with its id', async (t) => {
  const payments = [authorization({ id: 'pay-1', created: history.created }), authorization({ transactionId: 'other' })]
  const body: Body = orderBody({ ...history, orderForm: orderFormBody({ payments }) })
  await importMany([body])
  t.match((await read(body.id)).orderForm.payments, [{ id: 'pay-1', created: history.created }, { id: String }])
})

t.test('given a repeated Idempotency-Key, when orders are imported, then they are imported once', async (t) => {
  const headers = { 'idempotency-key': `import-${process.pid}`, ...representation }
  const rows = [orderBody(history)]
  const first = await importMany(rows, { headers })
  const again = await importMany(rows, { headers })
  t.match(first.body.results, [{ status: 'created' }])
  t.equal(again.headers['idempotent-replayed'], 'true')
  t.same(again.body, first.body)
})

t.test(
  'given new and taken ids, when the import is a dry run, then each row says what would become of it and nothing is written',
  async (t) => {
    const known = await createdOrder(test)
    const fresh: Body = orderBody(history)
    const dryRun = (body: unknown, headers = {}) =>
      test.send({ method: 'POST', url: '/api/Orders/ImportMany', query: { dryRun: 'true' }, body, headers })
    const response = await dryRun([{ ...known, customerName: 'Ola' }, fresh], representation)
    t.match(response.body.results, [
      { index: 0, id: known.id, status: 'skipped' },
      { index: 1, id: fresh.id, status: 'created' },
    ])
    t.equal((await test.send({ url: `/api/Orders/${fresh.id}` })).status, 404)
    t.same(await outboxEnvelopes(test, fresh.id), [])
    const bad = await dryRun([
      fresh,
      orderBody({ status: 'PickedUp' }),
      orderBody({ orderForm: { lineItems: [{ quantity: 1, deliveredQuantity: 2 }] } }),
    ])
    t.equal(bad.status, 400)
    t.same(Object.keys(bad.body.errors), ['[1].status', '[2].orderForm.lineItems[0].deliveredQuantity'])
    const policy = await dryRun([fresh, orderBody({ storeId: 'X' })], { 'error-policy': 'continue' })
    t.match(policy.body.results, [{ status: 'created' }, { status: 'failed' }])
  },
)

t.test(
  'given return forms without ids of their parts, when an order is imported, then each part has one of its own',
  async (t) => {
    const payment = { paymentMethodName: 'Card', transactionType: 'Credit', status: 'Processed', amount: 1 }
    const form = {
      lineItems: [{ code: 'OTHER', quantity: 1 }],
      shipments: [{ lineItems: [{ code: 'OTHER', quantity: 1 }] }, { shipmentId: '4' }],
      payments: [
        { ...payment, transactionId: 'back-1' },
        { ...payment, transactionId: 'back-2', id: 'sent' },
      ],
    }
    const body: Body = orderBody({ returnOrderForms: [form] })
    t.equal((await importMany([body])).status, 204)
    const order = await read(body.id)
    const [returned] = order.returnOrderForms
    const sold = order.orderForm.lineItems.map(({ lineItemId }: Body) => lineItemId)
    t.match(returned, { returnId: '1', lineItems: [{ lineItemId: /./ }], shipments: [{ shipmentId: '5' }, { shipmentId: '4' }] })
    t.notOk(sold.includes(returned.lineItems[0].lineItemId), 'it is no line of the order, which was not returned')
    t.match(returned.shipments[0].lineItems, [{ lineItemId: /./ }])
    t.match(returned.payments, [
      { id: /./, transactionId: 'back-1' },
      { id: 'sent', transactionId: 'back-2' },
    ])
    t.not(returned.payments[0].id, 'sent')
  },
)

t.test('given a return form with a generated payment id, when the order is sent back without it, then it stays', async (t) => {
  const refund = { transactionId: 'back', paymentMethodName: 'Card', transactionType: 'Credit', status: 'Pending', amount: 1 }
  const body: Body = orderBody({ returnOrderForms: [{ returnId: '1', payments: [refund] }] })
  await importMany([body])
  const before = await read(body.id)
  t.equal((await test.send({ method: 'POST', url: '/api/Orders/Update', body })).status, 200)
  t.same((await read(body.id)).returnOrderForms[0].payments, before.returnOrderForms[0].payments)
})
