import t from 'tap'
import {
  authorization,
  createdOrder,
  orderFormBody,
  outboxEnvelopes,
  paymentsByType,
  testOrders,
  updateStatus,
} from '../../testing/test-orders.ts'
import { configWithOnlySteps, moneyAndDates } from '../../testing/workflow/only-steps.ts'

const test = await testOrders(t, { config: await configWithOnlySteps(...moneyAndDates) })
const newOrder = (fields: Record<string, unknown> = {}) => createdOrder(test, fields)
const update = (id: string, body: unknown, options: { headers?: Record<string, string> } = {}) =>
  updateStatus(test, id, { body, ...options })

t.test('given an authorised order, when it is Completed, then it is delivered, captured and dated', async (t) => {
  const { id } = await newOrder()
  const response = await update(id, { status: 'Completed', userId: 'kari' })
  t.equal(response.status, 200)
  t.equal(response.headers.etag, `"${response.body.order.versionId}"`)
  t.equal(response.body.isAborted, false)
  t.match(response.body.orderActionExecutionResults, [
    {
      actionType: 'CapturePayments',
      actionStatus: 'Success',
      cancelWorkflow: false,
      runId: String,
      stepId: 'Online.Completed.CapturePayments',
    },
    { actionType: 'CompleteShipment', actionStatus: 'Success' },
    { actionType: 'SetCompletedDate', actionStatus: 'Success' },
  ])
  const { order } = response.body
  t.match(order, { status: 'Completed', completed: String, updateStatusDate: String, modifiedBy: 'kari', remainingPayment: 0 })
  t.match(paymentsByType(order, 'Capture'), [
    { amount: 498.9, status: 'Processed', paymentMethodName: 'Card', paidDate: String, transactionId: /^manual-/ },
  ])
  t.match(order.orderForm.shipments, [
    {
      orderStatus: 'Completed',
      status: 'Shipped',
      completed: String,
      orderStatusLog: [{ status: 'New' }, { status: 'Completed', durationSincePreviousMs: Number }],
    },
  ])
  t.match(order.orderForm.lineItems, [{ deliveredQuantity: 2, deliveredDate: String }, { deliveredQuantity: 1 }])
  t.same((await test.send({ url: `/api/Orders/${id}` })).body, order)
})

t.test('given a completed order, when its events are read, then status, payment, shipment and run are in sequence', async (t) => {
  const { id } = await newOrder()
  await test.background.idle()
  const before = (await outboxEnvelopes(test, id)).length
  await update(id, { status: 'Completed' })
  await test.background.idle()
  const events = await outboxEnvelopes(test, id)
  t.same(
    events.map((event) => event.sequence),
    events.map((_, index) => index + 1),
  )
  const news = events.slice(before)
  t.same(
    news.map((event) => event.type),
    [
      'orders.order.status-changed.v1',
      'orders.payment.recorded.v1',
      'orders.shipment.changed.v1',
      'orders.workflow.completed.v1',
    ],
  )
  const { data } = news[0]
  t.match(data, { previousStatus: 'New', status: 'Completed', operation: 'UpdateStatus' })
  for (const field of ['status', 'completed', 'orderForm']) t.ok(data.changedFields.includes(field), `it names ${field}`)
  t.match(news[1].data, { payment: { transactionType: 'Capture', amount: 498.9 } })
  t.match(news[2].data, { status: 'Shipped', orderStatus: 'Completed' })
  t.match(news[3].data, {
    status: 'Completed',
    isAborted: false,
    results: [{ actionType: 'CapturePayments', actionStatus: 'Success' }, {}, {}],
  })
})

t.test('given a user in the request, when a status is set, then no event names the user', async (t) => {
  const { id } = await newOrder()
  await update(id, { status: 'Completed', userId: 'kari@example.com' })
  t.notMatch(JSON.stringify(await outboxEnvelopes(test, id)), /kari/i)
})

t.test('given a completed order, when it is Completed again, then its steps run again without effect', async (t) => {
  const { id } = await newOrder()
  const first = await update(id, { status: 'Completed' })
  const second = await update(id, { status: 'Completed' })
  t.equal(second.status, 200)
  t.equal(second.body.order.versionId, first.body.order.versionId)
  t.match(second.body.orderActionExecutionResults, [
    { actionType: 'CapturePayments', actionStatus: 'Warning', message: 'There is nothing to capture.' },
    { actionType: 'CompleteShipment', actionStatus: 'Warning' },
    { actionType: 'SetCompletedDate', actionStatus: 'Warning' },
  ])
})

t.test('given one order, when it is Completed concurrently, then it is captured once', async (t) => {
  const { id } = await newOrder()
  const responses = await Promise.all(Array.from({ length: 5 }, () => update(id, { status: 'Completed' })))
  t.same(
    responses.map((response) => response.status),
    Array(5).fill(200),
  )
  const { body } = await test.send({ url: `/api/Orders/${id}` })
  t.match(paymentsByType(body, 'Capture'), [{ amount: 498.9 }])
  t.equal(body.orderForm.capturedPaymentTotal, 498.9)
  await test.background.idle()
  const runs = await test.database.query({
    text: 'select state from workflow_run where order_id = $1 and status = $2',
    values: [id, 'Completed'],
  })
  t.same(runs, Array(5).fill({ state: 'Finished' }))
})

t.test(
  'given a completed request, when its Idempotency-Key is sent again, then the response is replayed and nothing runs',
  async (t) => {
    const { id } = await newOrder()
    const headers = { 'idempotency-key': `status-${id}` }
    const first = await update(id, { status: 'Completed' }, { headers })
    const replay = await update(id, { status: 'Completed' }, { headers })
    t.equal(replay.headers['idempotent-replayed'], 'true')
    t.same(replay.body, first.body)
    t.equal(replay.headers.etag, first.headers.etag)
  },
)

t.test('given Prefer: return=minimal, when a status is set, then the response has the result of the workflow', async (t) => {
  const { id } = await newOrder()
  const response = await update(id, { status: 'Completed' }, { headers: { prefer: 'return=minimal' } })
  t.match(response, { status: 200, body: { isAborted: false, order: { id } }, headers: { etag: /^"/ } })
})

t.test('given skipRunWorkflow, when a status is set, then only the status is written', async (t) => {
  const { id } = await newOrder()
  const { body } = await update(id, { status: 'Completed', skipRunWorkflow: true })
  t.equal(body.order.status, 'Completed')
  t.same(body.orderActionExecutionResults, [])
  t.equal(body.order.completed, null)
  t.match(body.order.orderForm.lineItems, [{ deliveredQuantity: 0 }, { deliveredQuantity: 0 }])
  t.equal(body.order.orderForm.shipments[0].orderStatus, 'Completed')
})

t.test('given an authorised order, when it is Cancelled, then the rest is cancelled and the amount voided', async (t) => {
  const { id } = await newOrder()
  const { body } = await update(id, { status: 'Cancelled' })
  t.match(body.order.orderForm.lineItems, [
    { canceledQuantity: 2, canceledDate: String, extendedPrice: 0 },
    { canceledQuantity: 1, canceledDate: String },
  ])
  t.match(paymentsByType(body.order, 'Void'), [{ amount: 498.9, status: 'Processed' }])
  t.match(body.order.properties, [{ key: 'CanceledDate', value: String }])
  t.equal(body.order.orderForm.shipments[0].status, 'Cancelled')
})

t.test('given an unknown payment method, when an order is Completed, then the run is aborted and errors say why', async (t) => {
  const { id } = await newOrder({ orderForm: orderFormBody({ payments: [authorization({ paymentMethodName: 'Shells' })] }) })
  const { status, body } = await update(id, { status: 'Completed' })
  t.equal(status, 200)
  t.equal(body.isAborted, true)
  t.match(body.orderActionExecutionResults, [
    { actionType: 'CapturePayments', actionStatus: 'Error', errorReason: /Shells/, cancelWorkflow: true },
  ])
  t.equal(body.orderActionExecutionResults.length, 1)
  t.equal(body.order.status, 'Completed')
  t.equal(body.order.completed, null)
  t.match(body.order.errors, [
    { key: 'CapturePayments', severity: 'Error', referenceId: body.orderActionExecutionResults[0].runId },
  ])
  t.same(paymentsByType(body.order, 'Capture'), [], 'nobody was asked')
})

t.test('given an expired authorisation, when an order is Completed, then it is an error and nothing is captured', async (t) => {
  const { id } = await newOrder({
    orderForm: orderFormBody({ payments: [authorization({ authorizationExpires: '2020-01-01' })] }),
  })
  const { body } = await update(id, { status: 'Completed' })
  t.match(body, {
    isAborted: true,
    orderActionExecutionResults: [{ actionStatus: 'Error', errorReason: 'The authorisation has expired.' }],
  })
  t.same(paymentsByType(body.order, 'Capture'), [])
})

t.test(
  'given several authorisations, when the order is captured, then they are captured one after the other up to the amount due',
  async (t) => {
    const payments = [
      authorization({ amount: 100, paymentMethodName: 'GiftCard', transactionId: 'g' }),
      authorization({ amount: 600 }),
    ]
    const { id } = await newOrder({ orderForm: orderFormBody({ payments }) })
    const { body } = await update(id, { status: 'Completed' })
    t.match(paymentsByType(body.order, 'Capture'), [
      { amount: 100, paymentMethodName: 'GiftCard' },
      { amount: 398.9, paymentMethodName: 'Card' },
    ])
  },
)

t.test('given an order with 250 payments or properties, when a step would add one, then it is an error', async (t) => {
  const payments = Array.from({ length: 250 }, (_, index) => authorization({ transactionId: `a-${index}`, amount: 2 }))
  const properties = Array.from({ length: 250 }, (_, index) => ({ key: `k${index}`, value: '1' }))
  const { id } = await newOrder({ orderForm: orderFormBody({ payments }), properties })
  const completed = (await update(id, { status: 'Completed' })).body
  t.match(completed, {
    isAborted: true,
    orderActionExecutionResults: [{ actionType: 'CapturePayments', errorReason: /250 payments/ }],
  })
  const canceled = await update((await newOrder({ properties })).id, { status: 'Cancelled' })
  t.equal(canceled.status, 200)
  t.equal(canceled.body.order.properties.length, 250)
  t.match(canceled.body.orderActionExecutionResults.at(-1), {
    actionType: 'SetCanceledDate',
    actionStatus: 'Error',
    errorReason: /250 properties/,
  })
  t.ok(canceled.body.order.orderForm.lineItems[0].canceledDate)
})
