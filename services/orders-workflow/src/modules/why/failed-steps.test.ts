import { eventually } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import { manualPayments } from '../../connectors/payment/manual.ts'
import type { PaymentConnector } from '../../connectors/payment/payment-connector.ts'
import { carriedOut, fetchExplanation, reasonCodes, requireReason } from '../../testing/orders/explaining.ts'
import { connectorTo, testProvider } from '../../testing/payments/test-provider.ts'
import { waitingProvider } from '../../testing/payments/waiting-provider.ts'
import { returning } from '../../testing/returning.ts'
import {
  createdOrder,
  type OrdersTest,
  orderFormBody,
  sampleConfig,
  testOrders,
  updateStatus,
} from '../../testing/test-orders.ts'
import { configWithOnlySteps } from '../../testing/workflow/only-steps.ts'
import { configWithSteps } from '../../testing/workflow/stepped-config.ts'

const capturing = await configWithSteps([
  { name: 'CapturePayments', id: 'capture', stopOnError: true, retryFor: '24h' },
  { name: 'SetCompletedDate', id: 'date' },
])
const enter = (test: OrdersTest, id: string, status = 'InProgress') => updateStatus(test, id, { body: { status } })

t.test('given a declined card, when the step is run again by the action, then the payment is captured', async (t) => {
  const { connectors } = waitingProvider('refused', 'done')
  const test = await testOrders(t, { config: capturing, connectors })
  const { id } = await createdOrder(test)
  await enter(test, id)
  const explanation = await fetchExplanation(test, id)
  const reason = requireReason(explanation, 'PaymentRefused')
  t.equal(explanation.reasons[0]?.code, 'PaymentRefused', 'it is the most pressing')
  t.match(reason, {
    sentence: 'Payment could not be captured. The payment provider declined it: It refused. 1 later step is on hold.',
    actions: [{ sentence: 'Retry payment' }, { sentence: 'Mark as resolved' }],
    waitsFor: 'Person',
    since: String,
    next: null,
    evidence: [
      { kind: 'Run', data: { state: 'Aborted' } },
      { kind: 'Step', data: { stepId: 'capture', reasonClass: 'Refused' } },
      { kind: 'Error', data: { key: 'CapturePayments', status: null } },
    ],
  })
  const { orderForm } = (await test.send({ url: `/api/Orders/${id}` })).body
  const findPaymentId = (type: string) =>
    orderForm.payments.find((one: { transactionType: string }) => one.transactionType === type).id
  t.match(reasonCodes(await fetchExplanation(test, id, { paymentId: findPaymentId('Authorization') })), [
    'PaymentRefused',
    'CaptureAtStatus',
  ])
  t.strictSame(reasonCodes(await fetchExplanation(test, id, { paymentId: findPaymentId('Capture') })), ['PaymentFailed'])

  t.equal((await carriedOut(test, reason.actions[0])).body.isAborted, false)
  t.notOk(reasonCodes(await fetchExplanation(test, id)).includes('PaymentRefused'), 'the error is solved')
})

t.test('given an error that is closed by the action, when the order is explained, then it is no reason any more', async (t) => {
  const test = await testOrders(t, { config: capturing, connectors: waitingProvider('refused').connectors })
  const { id } = await createdOrder(test)
  await enter(test, id)
  const close = requireReason(await fetchExplanation(test, id), 'PaymentRefused').actions[1]
  t.equal((await carriedOut(test, close)).status, 200)
  t.notOk(reasonCodes(await fetchExplanation(test, id)).includes('PaymentRefused'))
})

t.test('given a connector that is not configured, when the order is explained, then that is the reason', async (t) => {
  const config = structuredClone(capturing)
  for (const method of config.paymentMethods) Object.assign(method, { connector: 'gone' })
  const test = await testOrders(t, { config })
  const { id } = await createdOrder(test)
  await enter(test, id)
  t.match(requireReason(await fetchExplanation(test, id), 'ConnectorNotReady'), {
    sentence: /The connector is not ready: There is no active payment connector "gone"\..* Set it up, then retry\.$/,
    actions: [{ code: 'RetryPayment' }, {}],
  })
})

t.test('given an authorisation that has expired, when its capture fails by that, then step and payment say so', async (t) => {
  const test = await testOrders(t, { config: capturing })
  const expired = { ...(orderFormBody().payments as object[])[0], authorizationExpires: '2026-01-01T00:00:00.000Z' }
  const { id, orderForm } = await createdOrder(test, { orderForm: orderFormBody({ payments: [expired] }) })
  await enter(test, id)
  const explanation = await fetchExplanation(test, id)
  t.match(requireReason(explanation, 'StepFailed'), {
    sentence: /expired/,
    evidence: [{}, { kind: 'Step', data: { reasonClass: 'Rule' } }, {}],
  })
  t.match(requireReason(explanation, 'AuthorizationExpired'), {
    sentence: 'The authorisation expired 1 Jan 2026, 01:00 CET. NOK 498.90 was not captured.',
    since: '2026-01-01T00:00:00.000Z',
    actions: [{ url: `/api/Orders/${id}/AddPayments` }],
  })
  t.ok(reasonCodes(await fetchExplanation(test, id, { paymentId: orderForm.payments[0].id })).includes('AuthorizationExpired'))
})

t.test(
  'given a carrier that refuses, when the order and a line are explained, then the shipment is what it is about',
  async (t) => {
    const carrier = await testProvider(t, ['refuses'])
    const config = await configWithSteps([{ name: 'BookShipment', id: 'book', connector: 'carrier' }])
    config.connectors.connectors = [
      ...config.connectors.connectors,
      { ...connectorTo(carrier.url, { kind: 'shipping' }), name: 'carrier' },
    ]
    const test = await testOrders(t, { config })
    const { id } = await createdOrder(test)
    await updateStatus(test, id, { body: { status: 'InProgress', shipmentInfo: { shipmentId: '1' } } })
    const explanation = await fetchExplanation(test, id)
    t.match(requireReason(explanation, 'BookingRefused'), {
      about: { kind: 'Shipment', id: '1' },
      sentence:
        /^The shipment could not be booked \(shipment 1\)\. The carrier declined it: .*No\. The workflow continued\. Correct the shipment/,
      actions: [{ url: /RetryStep$/ }, {}],
    })
    t.match(reasonCodes(await fetchExplanation(test, id, { lineItemId: '1' })), ['BookingRefused', 'LineAwaitsShipment'])
  },
)

t.test('given a refund that is refused, when the order is explained, then its return form is what it is about', async (t) => {
  const refund: PaymentConnector['refund'] = async () => ({ outcome: 'refused', reason: 'The card is closed.' })
  const config = await configWithOnlySteps('CapturePayments', 'CreditReturn')
  const test = await testOrders(t, { config, connectors: { payment: () => ({ ...manualPayments, refund }) } })
  const { deliveredOrder, postReturn, returnStatus } = returning(test)
  const { id } = await deliveredOrder()
  await postReturn(id, { returns: [{ lineItemId: '1', returnQuantity: 1, returnReason: 'Broken' }] })
  await returnStatus(id, { returnId: '1', status: 'Completed' })
  const explanation = await fetchExplanation(test, id)
  t.match(requireReason(explanation, 'PaymentRefused'), {
    about: { kind: 'ReturnForm', id: '1' },
    sentence: /^The refund could not be made \(return #1\)\. The payment provider declined it: The card is closed\./,
  })
  t.match(requireReason(explanation, 'RefundPending'), { sentence: /^Return #1: NOK 100\.00 not refunded yet/ })
})

t.test('given a failed step that is run again at this moment, when the order is explained, then it is under way', async (t) => {
  const responded = Promise.withResolvers<void>()
  const { connectors, asked } = waitingProvider('refused', 'done')
  const payment = () => {
    const connector = connectors.payment()
    const capture: PaymentConnector['capture'] = async (request) => {
      if (asked.length > 0) await responded.promise
      return connector.capture(request)
    }
    return { ...connector, capture }
  }
  const test = await testOrders(t, { config: capturing, connectors: { payment } })
  const { id } = await createdOrder(test)
  await enter(test, id)
  const retry = carriedOut(test, requireReason(await fetchExplanation(test, id), 'PaymentRefused').actions[0])
  await eventually(async () => reasonCodes(await fetchExplanation(test, id)).includes('StepUnderWay'), 'the step is run again')
  t.notOk(reasonCodes(await fetchExplanation(test, id)).some((code) => ['OpenError', 'PaymentRefused'].includes(code)))
  responded.resolve()
  t.equal((await retry).body.isAborted, false)
})

t.test('given a webhook step whose receiver refuses, when the order is explained, then its step is refused', async (t) => {
  const receiver = await testProvider(t, ['rejects'])
  const config = await configWithSteps([{ name: 'Webhook', id: 'hook', connector: 'erp-hook' }])
  config.connectors.connectors = [
    ...config.connectors.connectors,
    { ...connectorTo(receiver.url, { kind: 'webhook' }), name: 'erp-hook' },
  ]
  const test = await testOrders(t, { config })
  const { id } = await createdOrder(test)
  await enter(test, id)
  t.match(requireReason(await fetchExplanation(test, id), 'StepRefused'), {
    sentence: /^Step Webhook failed\. The receiver declined it/,
  })
})

t.test('given webhooks that wait to be delivered, when the order is explained, then they are no reason', async (t) => {
  const test = await testOrders(t, { config: await sampleConfig() })
  const { id } = await createdOrder(test)
  await test.background.idle()
  const before = reasonCodes(await fetchExplanation(test, id))
  await test.database.query({
    text: `insert into webhook_delivery (subscription_id, event_id, event_type, subject, order_id, envelope, state, created, give_up)
      select 'shop', gen_random_uuid()::text, 'orders.order.created.v1', $1, $1, '{}', 'Pending', now(), now() + interval '1 day'
      from generate_series(1, 50)`,
    values: [id],
  })
  t.strictSame(reasonCodes(await fetchExplanation(test, id)), before)
})

t.test('given shipped goods that were cancelled, when the order is explained, then money and goods are named', async (t) => {
  const test = await testOrders(t, { config: await configWithSteps([]) })
  const { id } = await createdOrder(test)
  await enter(test, id, 'Shipped')
  await enter(test, id, 'Cancelled')
  t.match(requireReason(await fetchExplanation(test, id), 'ShippedGoodsCanceled'), {
    sentence: /498\.9/,
    evidence: [{ kind: 'Error' }],
  })
})

t.test('given an imported error, when the order is explained, then it is open until the action closes it', async (t) => {
  const test = await testOrders(t, { config: await configWithSteps([]) })
  const errors = [{ key: 'Legacy', message: 'The address was not found.', severity: 'Error', referenceId: 'R-1' }]
  const { id } = await createdOrder(test)
  await test.send({ method: 'PATCH', url: `/api/Orders/${id}/PatchOrder`, body: { errors } })
  const reason = requireReason(await fetchExplanation(test, id), 'OpenError')
  t.match(reason, { sentence: 'Open error (Legacy): The address was not found.' })
  t.equal((await carriedOut(test, reason.actions[0])).status, 200)
  t.notOk(reasonCodes(await fetchExplanation(test, id)).includes('OpenError'))
})
