import t from 'tap'
import { manualPayments } from '../../connectors/payment/manual.ts'
import type { PaymentConnector, PaymentResult } from '../../connectors/payment/payment-connector.ts'
import {
  authorization,
  createdOrder,
  orderFormBody,
  outboxEnvelopes,
  paymentsByType,
  testOrders,
} from '../../testing/test-orders.ts'
import { close, sell } from '../../testing/till.ts'
import { configWithOnlySteps } from '../../testing/workflow/only-steps.ts'

const outcomes: PaymentResult[] = []
const requests: { operation: string; amount: number; idempotencyKey: string }[] = []
const answering =
  (operation: 'refund' | 'capture' | 'cancel'): PaymentConnector['refund'] =>
  async ({ amount, idempotencyKey, ...request }, signal) => {
    requests.push({ operation, amount, idempotencyKey })
    await new Promise(setImmediate)
    return outcomes.shift() ?? manualPayments[operation]({ amount, idempotencyKey, ...request }, signal)
  }
const payment = (): PaymentConnector => ({
  ...manualPayments,
  refund: answering('refund'),
  capture: answering('capture'),
  cancel: answering('cancel'),
})
const config = await configWithOnlySteps('CapturePayments')
const test = await testOrders(t, { config, connectors: { payment } })
test.deps.retryPauseMs = 10
t.beforeEach(() => {
  requests.length = 0
  outcomes.length = 0
})

type CallOptions = { query?: Record<string, string>; headers?: Record<string, string>; as?: { storeIds: string[] } }
const send = (id: string, action: 'Refund' | 'Capture' | 'Void', sending: CallOptions & { body: object }) =>
  test.send({ method: 'POST', url: `/api/Orders/${id}/${action}`, ...sending })
const refund = (id: string, fields: object, sending: CallOptions = {}) =>
  send(id, 'Refund', { body: { reason: 'Late', ...fields }, ...sending })
const read = async (id: string) => (await test.send({ url: `/api/Orders/${id}` })).body
const sale = (amount: number, fields: object = {}) =>
  authorization({ id: 's1', transactionType: 'Sale', transactionId: 'sale-1', amount, ...fields })
const paid = (...payments: object[]) => createdOrder(test, { orderForm: orderFormBody({ payments }) })
const refunded = () => requests.reduce((sum, { amount }) => sum + amount, 0)
const breakdownOf = async (id: string) => {
  const events = await outboxEnvelopes(test, id)
  return events.findLast(({ type }) => type === 'orders.payment.recorded.v1').data.breakdown
}

t.test('given a paid order, when something is refunded, then the payment says why, and nothing is due again', async (t) => {
  const { id } = await paid(sale(498.9))
  const trial = await refund(id, { amount: 50, note: 'Two days' }, { query: { dryRun: 'true' } })
  t.match(paymentsByType(trial.body.order, 'Credit'), [{ amount: 50, reason: 'Late' }])
  t.equal(requests.length, 0)
  const { status, body } = await refund(id, { amount: 50, note: 'Two days' })
  t.equal(status, 200)
  t.match(paymentsByType(body.order, 'Credit'), [
    { amount: 50, status: 'Processed', reason: 'Late', comment: 'Two days', internalReference: 's1', isManuallyAdded: true },
  ])
  t.match(body.order, { status: 'New', paymentStatus: 'Paid', orderForm: { creditPaymentTotal: 50 }, remainingPayment: 0 })
  t.match(body.orderActionExecutionResults, [{ actionType: 'RefundAmount', actionStatus: 'Success' }])
  t.match(await breakdownOf(id), [{ kind: 'Sales' }, { kind: 'Sales' }, { kind: 'Shipping' }])
})

t.test('when shipping or a line is refunded, then that is what the refund takes back', async (t) => {
  const { id } = await paid(sale(498.9))
  await refund(id, { amount: 40, refundFor: 'Shipping' })
  const ofShipping = await breakdownOf(id)
  t.match(ofShipping, [{ kind: 'Shipping' }])
  t.equal(ofShipping.length, 1)
  t.equal(ofShipping[0].net + ofShipping[0].vatAmount, 40)
  await refund(id, { amount: 30, lineItemIds: ['2'] })
  t.match(await breakdownOf(id), [{ kind: 'Sales', lineItemId: '2' }])
})

t.test('when more is asked for than was captured, then it is refused, and nothing is paid back', async (t) => {
  const { id } = await paid(sale(498.9))
  t.match(await refund(id, { amount: 498.91 }), { status: 400, body: { errors: { amount: [/498\.9 /] } } })
  t.match(await refund(id, { amount: 0 }), { status: 400 })
  for (const amount of [10.005, 0.001])
    t.match(await refund(id, { amount }), { status: 400, body: { errors: { amount: [/more decimals than the 2/] } } })
  t.match(await send(id, 'Void', { body: {} }), { status: 400, body: { errors: { amount: [/no payment left/] } } })
  t.match(await refund(id, { amount: 1, paymentId: 'other' }), { status: 400, body: { errors: { paymentId: [String] } } })
  t.match(await refund(id, { amount: 1, lineItemIds: ['1', '9'] }), {
    status: 400,
    body: { errors: { 'lineItemIds[1]': [String] } },
  })
  t.match(await refund(id, { amount: 1 }, { as: { storeIds: ['Bergen-01'] } }), { status: 403 })
  t.equal(requests.length, 0)
})

t.test('when the whole is refunded twice at once, then it is paid back once', async (t) => {
  const { id } = await paid(sale(498.9))
  const both = await Promise.all([refund(id, { amount: 498.9 }), refund(id, { amount: 498.9 })])
  const successes = both.filter(({ body }) => body.orderActionExecutionResults?.[0]?.actionStatus === 'Success')
  t.equal(successes.length, 1, JSON.stringify(both.map(({ status, body }) => [status, body.orderActionExecutionResults ?? body])))
  t.equal(refunded(), 498.9)
})

t.test('given a key, when a refund is repeated, then it is one', async (t) => {
  const { id } = await paid(sale(498.9))
  const headers = { 'idempotency-key': `refund-${id}` }
  await refund(id, { amount: 20 }, { headers })
  t.equal((await refund(id, { amount: 20 }, { headers })).headers['idempotent-replayed'], 'true')
  t.equal(refunded(), 20)
})

t.test('given a refund without a response, when it is tried again, then it is the same request', async (t) => {
  const { id } = await paid(sale(498.9))
  outcomes.push(...Array.from({ length: 4 }, (): PaymentResult => ({ outcome: 'unreachable', reason: 'Gone.' })))
  const { body } = await refund(id, { amount: 60 })
  const [result] = body.orderActionExecutionResults
  t.match(result, { actionStatus: 'Error', nextAttempt: null })
  t.match(paymentsByType(body.order, 'Credit'), [{ amount: 60, status: 'Failed', transactionId: '' }])
  t.match(await refund(id, { amount: 450 }), { status: 400 }, 'it may have been carried out')
  const retried = await test.send({
    method: 'POST',
    url: `/api/Orders/${id}/WorkflowRuns/${result.runId}/RetryStep`,
    body: { stepId: result.stepId },
  })
  t.equal(retried.status, 200)
  t.match(paymentsByType(await read(id), 'Credit'), [{ amount: 60, status: 'Processed', reason: 'Late' }])
  t.equal(new Set(requests.map(({ idempotencyKey }) => idempotencyKey)).size, 1)
})

t.test('given a refund that is refused, when another one is made, then the first stays an error', async (t) => {
  const { id } = await paid(sale(498.9))
  outcomes.push({ outcome: 'refused', reason: 'Card closed.' })
  await refund(id, { amount: 60 })
  const { body } = await refund(id, { amount: 60 })
  t.match(paymentsByType(body.order, 'Credit'), [{ status: 'Failed', reason: 'Card closed.' }, { status: 'Processed' }])
  t.match(body.order, { errors: [{ key: 'RefundAmount', status: null }] })
})

t.test('given two payments, when one is named, then the refund draws on it', async (t) => {
  const { id } = await paid(sale(300), sale(198.9, { id: 's2', transactionId: 'sale-2' }))
  const { body } = await refund(id, { amount: 100, paymentId: 's2' })
  t.match(paymentsByType(body.order, 'Credit'), [{ internalReference: 's2', amount: 100 }])
  t.match(await refund(id, { amount: 100, paymentId: 's2' }), { status: 400 })
})

t.test('given an authorised order, when it is captured by hand, then the workflow captures the rest', async (t) => {
  const { id } = await paid(authorization({ id: 'a1' }))
  const { body } = await send(id, 'Capture', { body: { amount: 100 } })
  t.match(paymentsByType(body.order, 'Capture'), [{ amount: 100, status: 'Processed', internalReference: 'a1' }])
  t.match(await send(id, 'Capture', { body: { amount: 398.91 } }), { status: 400, body: { errors: { amount: [/398\.9 /] } } })
  await test.send({ method: 'POST', url: `/api/Orders/${id}/UpdateStatus`, body: { status: 'Completed' } })
  t.match(await read(id), { orderForm: { capturedPaymentTotal: 498.9 } })
  t.match(await send(id, 'Capture', { body: {} }), { status: 400 })
})

t.test('given an authorised order, when it is voided by hand, then the order wants its money again', async (t) => {
  const { id } = await paid(authorization({ id: 'a1' }))
  const { body } = await send(id, 'Void', { body: {} })
  t.match(paymentsByType(body.order, 'Void'), [{ amount: 498.9, status: 'Processed' }])
  t.match(body.order, { paymentStatus: 'NotPaid' })
  t.match(await send(id, 'Capture', { body: { amount: 1 } }), { status: 400 })
})

t.test('given a sale that is in a Z-report, when it is refunded, then the next one of the register has it', async (t) => {
  const order = await sell(test)
  await close(test)
  t.equal((await refund(order, { amount: 50 })).status, 200)
  t.match((await close(test)).body, {
    returns: { amount: 50, count: 1 },
    paymentRefunds: [{ name: 'Cash', amount: 50, count: 1 }],
    vatGroupRefunds: [{ vatValue: 25, amount: 50, count: 1 }],
  })
})
