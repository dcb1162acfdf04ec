import t from 'tap'
import { manualPayments } from '../../connectors/payment/manual.ts'
import type { PaymentConnector, PaymentRequest } from '../../connectors/payment/payment-connector.ts'
import { carriedOut, fetchExplanation, paymentsIn, reasonCodes, requireReason } from '../../testing/orders/explaining.ts'
import { returning } from '../../testing/returning.ts'
import {
  authorization,
  createdOrder,
  orderFormBody,
  paymentsByType,
  testOrders,
  updateStatus,
} from '../../testing/test-orders.ts'
import { configWithOnlySteps, moneyAndDates } from '../../testing/workflow/only-steps.ts'

const config = await configWithOnlySteps(...moneyAndDates, 'CreditReturn', 'UpdateOrderStatus')
const voids: { request: PaymentRequest; connector: string | null }[] = []
const held: { answer: (() => Promise<void>) | null; refusals: number } = { answer: null, refusals: 0 }
const payment = ({ connector }: { connector: string | null }): PaymentConnector => ({
  ...manualPayments,
  async cancel(request, signal) {
    voids.push({ request, connector })
    await held.answer?.()
    if (held.refusals > 0) {
      held.refusals -= 1
      return { outcome: 'refused', reason: 'No.' }
    }
    return manualPayments.cancel(request, signal)
  },
})
const test = await testOrders(t, { config, connectors: { payment } })
t.beforeEach(() => {
  voids.length = 0
  Object.assign(held, { answer: null, refusals: 0 })
  config.settings.payments.voidLeftAuthorizations = true
})

const extra = authorization({ id: 'p2', amount: 101.1, transactionId: 'auth-2' })
const paidWith = (...payments: object[]) => ({ orderForm: orderFormBody({ payments }) })
const overpaid = () => createdOrder(test, paidWith(authorization({ id: 'p1' }), extra))
const enter = (id: string, status = 'Completed', fields: object = {}) => updateStatus(test, id, { body: { status, ...fields } })
const cancelLine = (id: string, lineItemId: string) =>
  test.send({ method: 'POST', url: `/api/Orders/${id}/OrderLines/${lineItemId}/Cancel` })
const read = async (id: string) => (await test.send({ url: `/api/Orders/${id}` })).body
const voidedIn = async (id: string) => {
  const voided: { transactionType: string; amount?: number; status?: string }[] = paymentsByType(await read(id), 'Void')
  return voided.map(({ amount, status }) => [amount, status])
}
type StepResult = { actionType: string; actionStatus: string }
const toResultRows = ({ orderActionExecutionResults }: { orderActionExecutionResults: StepResult[] }) =>
  orderActionExecutionResults.map(({ actionType, actionStatus }) => [actionType, actionStatus])

t.test(
  'given more authorised than the order costs, when it is completed, then the rest is voided after the capture',
  async (t) => {
    const { id } = await overpaid()
    const { body } = await enter(id)
    t.match(toResultRows(body), [
      ['CapturePayments', 'Success'],
      ['CompleteShipment'],
      ['SetCompletedDate'],
      ['CancelPayments', 'Success'],
    ])
    t.match(voids, [{ request: { amount: 101.1, authorization: { transactionId: 'auth-2' } } }])
    t.strictSame(await voidedIn(id), [[101.1, 'Processed']])
    t.strictSame(reasonCodes(await fetchExplanation(test, id)), ['OrderComplete'])
    await enter(id)
    t.equal(voids.length, 1, 'once')
  },
)

t.test('given an order that costs what is authorised, when it is completed, then nothing is voided', async (t) => {
  const { id } = await createdOrder(test)
  const { body } = await enter(id)
  t.notOk(toResultRows(body).some(([actionType]) => actionType === 'CancelPayments'))
  t.strictSame(await voidedIn(id), [])
})

t.test('given one of two shipments, when it is delivered, then nothing is voided before the other one is', async (t) => {
  const shipments = [
    { shipmentId: 'A', lineItems: [{ lineItemId: '1', quantity: 2 }] },
    { shipmentId: 'B', lineItems: [{ lineItemId: '2', quantity: 1 }] },
  ]
  const payments = [authorization({ id: 'p1' }), extra]
  const { id } = await createdOrder(test, { orderForm: orderFormBody({ payments, shipments }) })
  const total = (await read(id)).netTotal
  await enter(id, 'Completed', { shipmentInfo: { shipmentId: 'A' } })
  t.strictSame(await voidedIn(id), [])
  await enter(id, 'Completed', { shipmentInfo: { shipmentId: 'B' } })
  t.match(await read(id), { status: 'Completed' })
  t.strictSame(
    (await voidedIn(id)).map(([amount]) => amount),
    total === 498.9 ? [101.1] : [101.1, 498.9 - total],
  )
})

t.test(
  'given a part that is delivered, when the lines that are open are cancelled, then what they were to cost is voided',
  async (t) => {
    const { id } = await createdOrder(test, paidWith(authorization({ id: 'p1' })))
    const lineItemUpdates = [{ lineItemId: '1', deliveredQuantity: 2 }]
    const part = await test.send({
      method: 'POST',
      url: `/api/Orders/${id}/OrderLinesUpdate`,
      body: { status: 'Completed', lineItemUpdates, shipmentInfo: { shipmentId: '1' } },
    })
    t.match(part.body, { order: { status: 'PartiallyShipped' } })
    t.strictSame(await voidedIn(id), [])
    const { body } = await cancelLine(id, '2')
    t.match(body, { status: 'Completed' })
    await test.background.idle()
    t.strictSame(await voidedIn(id), [[249.9, 'Processed']])
    const runs = await test.send({ url: `/api/Orders/${id}/WorkflowRuns` })
    t.match(runs.body.result[0], {
      state: 'Finished',
      status: 'Completed',
      steps: [{ actionType: 'CancelPayments', actionStatus: 'Success' }],
    })
  },
)

t.test('given an open order, when all its lines are cancelled, then the whole authorisation is voided', async (t) => {
  const { id } = await createdOrder(test, paidWith(authorization({ id: 'p1' })))
  await cancelLine(id, '1')
  t.strictSame(await voidedIn(id), [], 'not while a line is open')
  await cancelLine(id, '2')
  await test.background.idle()
  t.match(await read(id), { status: 'Cancelled' })
  t.strictSame(await voidedIn(id), [[498.9, 'Processed']])
  await cancelLine(id, '2')
  await test.background.idle()
  t.equal(voids.length, 1)
})

t.test(
  'given payments outside of the system, when the last open line is cancelled, then the response has the void',
  async (t) => {
    const manual = await testOrders(t, { config, database: test.database })
    const { id } = await createdOrder(manual, paidWith(authorization({ id: 'p1' })))
    const references = [{ orderId: id, lineItemIds: ['1', '2'] }]
    await manual.send({ method: 'POST', url: '/api/Orders/OrderLines/Cancel', body: references })
    t.match(await read(id), { status: 'Cancelled', orderForm: { authorizedPaymentTotal: 0 } })
    t.strictSame(await voidedIn(id), [[498.9, 'Processed']])
  },
)

t.test('given a status without steps, when an order is completed by it, then what is left is voided', async (t) => {
  const without = await testOrders(t, { config: await configWithOnlySteps(), connectors: { payment }, database: test.database })
  const sale = authorization({ id: 's1', transactionType: 'Sale', transactionId: 'sale' })
  const { id } = await createdOrder(without, paidWith(authorization({ id: 'p1' }), sale))
  await updateStatus(without, id, { body: { status: 'Completed' } })
  t.strictSame(await voidedIn(id), [[498.9, 'Processed']])
})

t.test(
  'given an order that is due what is authorised, when it is completed uncaptured, then the authorisation stays',
  async (t) => {
    const without = await testOrders(t, { config: await configWithOnlySteps(), connectors: { payment }, database: test.database })
    const { id } = await createdOrder(without, paidWith(authorization({ id: 'p1', amount: 600 })))
    await updateStatus(without, id, { body: { status: 'Completed' } })
    t.strictSame(await voidedIn(id), [[101.1, 'Processed']])
  },
)

t.test('given an expired authorisation, when the order is completed, then it is not voided', async (t) => {
  const expired = authorization({ id: 'p0', transactionId: 'auth-0', authorizationExpires: '2020-01-01T00:00:00Z' })
  const { id } = await createdOrder(test, paidWith(expired, authorization({ id: 'p1' })))
  t.match((await enter(id)).body, { isAborted: false, order: { errors: { length: 0 } } })
  t.strictSame(await voidedIn(id), [])
  t.notOk(reasonCodes(await fetchExplanation(test, id)).includes('AuthorizationLeft'))
})

t.test('given a provider that refuses, when the status is entered again, then what is left is voided then', async (t) => {
  held.refusals = 1
  const { id } = await overpaid()
  const { body } = await enter(id)
  t.match(body, { isAborted: false, order: { status: 'Completed', errors: [{ key: 'CancelPayments', severity: 'Warning' }] } })
  t.equal(voids.length, 1, 'a run asks once')
  const reason = requireReason(await fetchExplanation(test, id, { paymentId: 'p2' }), 'AuthorizationLeft')
  t.match(reason, {
    sentence: /^NOK 101\.10 of the NOK 101\.10 authorisation is no longer needed\.$/,
    evidence: [{}, { data: { left: 101.1 } }],
  })
  t.equal((await carriedOut(test, reason.actions[0])).body.order.errors[0].status, 'Solved')
  t.strictSame(await voidedIn(id), [
    [101.1, 'Failed'],
    [101.1, 'Processed'],
  ])
  t.not(voids[0]?.request.idempotencyKey, voids[1]?.request.idempotencyKey)
  t.strictSame(reasonCodes(await fetchExplanation(test, id)), ['OrderComplete'])
})

t.test('given a provider that takes its time, when two requests complete the order, then it is asked once', async (t) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  held.answer = () => promise
  const { id } = await overpaid()
  const first = enter(id)
  const second = enter(id)
  while (voids.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  t.match(requireReason(await fetchExplanation(test, id, { paymentId: 'p2' }), 'AuthorizationLeft'), {
    actions: { length: 0 },
    next: { at: null },
  })
  resolve()
  for (const { status } of await Promise.all([first, second])) t.equal(status, 200)
  t.equal(voids.length, 1)
  t.strictSame(await voidedIn(id), [[101.1, 'Processed']])
})

t.test(
  'given the setting is off, when an order is completed, then Why names what is left, until it is recorded as voided',
  async (t) => {
    config.settings.payments.voidLeftAuthorizations = false
    const { id } = await overpaid()
    await enter(id)
    t.equal(voids.length, 0)
    const reason = requireReason(await fetchExplanation(test, id), 'AuthorizationLeft')
    t.match(reason, {
      about: { kind: 'Payment', id: 'p2' },
      waitsFor: 'Person',
      sentence: /switched off \(payments\.voidLeftAuthorizations\)/,
    })
    const [action] = reason.actions
    const [made] = paymentsIn(reason)
    t.match(made, { amount: 101.1, transactionType: 'Void', internalReference: 'p2' })
    await carriedOut(test, action, { payments: [{ ...made, transactionId: 'by hand' }] })
    t.strictSame(reasonCodes(await fetchExplanation(test, id)), ['OrderComplete'])
  },
)

t.test(
  'given a status that is written without its steps, when Why is asked, then entering it again voids what is left',
  async (t) => {
    const { id } = await overpaid()
    await enter(id, 'Completed', { skipRunWorkflow: true })
    t.equal(voids.length, 0)
    const reason = requireReason(await fetchExplanation(test, id), 'AuthorizationLeft')
    t.match(reason, {
      sentence: /^NOK 101\.10 of the NOK 101\.10 authorisation is no longer needed\.$/,
      actions: [{ body: { status: 'Completed' } }, {}],
    })
    await carriedOut(test, reason.actions[0])
    t.strictSame(await voidedIn(id), [[101.1, 'Processed']])
  },
)

t.test(
  'given a type without workflow, when an order of it is completed, then Why says that no step voids what is left',
  async (t) => {
    const disabled = await configWithOnlySteps()
    for (const type of disabled.orderTypes) type.disableWorkflow = type.name === 'Online'
    const other = await testOrders(t, { config: disabled, connectors: { payment }, database: test.database })
    const { id } = await createdOrder(other, paidWith(authorization({ id: 'p1' }), extra))
    await updateStatus(other, id, { body: { status: 'Completed' } })
    t.equal(voids.length, 0)
    const reason = requireReason(await fetchExplanation(other, id), 'AuthorizationLeft')
    t.match(reason, { sentence: /Orders of type "Online" run no workflow/ })
    t.strictSame(
      reason.actions.map(({ url }) => url),
      [`/api/Orders/${id}/AddPayments`],
    )
  },
)

t.test('given a dry run, when a status is entered, then the response shows the void and no provider is asked', async (t) => {
  const { id } = await overpaid()
  const dry = await test.send({
    method: 'POST',
    url: `/api/Orders/${id}/UpdateStatus`,
    query: { dryRun: 'true' },
    body: { status: 'Completed' },
  })
  t.match(paymentsByType(dry.body.order, 'Void'), [{ amount: 101.1 }])
  t.equal(voids.length, 0)
  t.strictSame(await voidedIn(id), [])
})

t.test('given what was left is voided, when goods come back, then what was captured is refunded', async (t) => {
  const { postReturn, returnStatus } = returning(test)
  const { id } = await overpaid()
  await enter(id)
  await postReturn(id, { returns: [{ lineItemId: '2', returnQuantity: 1 }] })
  t.match((await returnStatus(id, { returnId: '1', status: 'Completed' })).body, { isAborted: false })
  t.match(await read(id), { orderForm: { creditPaymentTotal: 249.9 }, status: 'PartiallyReturned' })
  t.equal(voids.length, 1)
})

t.test('given steps that name a connector, when what is left is voided, then that connector is asked', async (t) => {
  const named = await configWithOnlySteps(...moneyAndDates)
  for (const { orderStatuses } of named.orderTypes)
    for (const { workflowSteps } of orderStatuses)
      for (const step of workflowSteps) if (step.name === 'CapturePayments') step.connector = 'card'
  const other = await testOrders(t, { config: named, connectors: { payment }, database: test.database })
  for (const { name, orderStatuses } of named.orderTypes)
    if (name === 'Online')
      for (const status of orderStatuses)
        status.workflowSteps = status.workflowSteps.filter((step) => step.name !== 'CancelPayments')
  const { id } = await createdOrder(other, paidWith(authorization({ id: 'p1' }), extra))
  await updateStatus(other, id, { body: { status: 'Completed' } })
  t.match(voids, [{ connector: 'card' }])
})
