import type { Order } from '@open-oms/contracts/orders/order'
import t from 'tap'
import { manualPayments } from '../../../../connectors/payment/manual.ts'
import type { PaymentConnector, PaymentRequest } from '../../../../connectors/payment/payment-connector.ts'
import { calculateTotals } from '../../../../order/rules/totals/order-totals.ts'
import { type SampleForm, sampleOrder, sampleTerms } from '../../../../testing/sample-order.ts'
import { runStep, type StepRun } from '../../../../testing/workflow/run-step.ts'
import { EXPIRED } from '../../../payments/domain/captures-due.ts'
import type { StepDefinition } from '../step-definition.ts'
import { authorizePayment, cancelPayments, capturePayments } from './payments.ts'
import { afterRepetition } from './transfers.ts'

const lines = [
  { placedPrice: 100, taxRate: 25 },
  { placedPrice: 50, taxRate: 25 },
]
const order = (form: SampleForm) => calculateTotals(sampleOrder({ lineItems: lines, ...form }), sampleTerms)
const auth = (amount: number, fields: object = {}) => ({
  id: `a${amount}`,
  amount,
  transactionType: 'Authorization' as const,
  status: 'Processed' as const,
  paymentMethodName: 'Card',
  transactionId: `t${amount}`,
  ...fields,
})

/** A provider with prepared responses; after the last one it accepts everything. */
function provider(...responses: (Awaited<ReturnType<PaymentConnector['capture']>> | 'done')[]) {
  const asked: PaymentRequest[] = []
  const treat: PaymentConnector['capture'] = async (request) => {
    asked.push(request)
    const response = responses.shift() ?? 'done'
    return response === 'done' ? manualPayments.capture(request) : response
  }
  return { asked, connectors: { payment: () => ({ authorize: treat, capture: treat, cancel: treat, refund: treat }) } }
}
const refused = { outcome: 'refused', reason: 'No.' } as const
const lost = { outcome: 'unreachable', reason: 'Lost.' } as const

async function run(step: StepDefinition, start: Order, stepRun: StepRun) {
  const outcome = await runStep(step, start, stepRun)
  return { ...outcome, order: calculateTotals(outcome.order, { ...sampleTerms, previous: start }) }
}

t.test('given an amount that is not covered, when AuthorizePayment runs twice, then it is authorised once', async (t) => {
  const { asked, connectors } = provider()
  const first = await run(authorizePayment, order({ payments: [auth(90)] }), { connectors })
  t.equal(first.actionStatus, 'Success')
  t.match(asked, [{ amount: 60, currency: 'NOK', paymentMethodName: 'Card', authorization: null, capture: null }])
  t.match(first.order.orderForm.payments[1], {
    id: /^authorization-[0-9a-f]{40}$/,
    transactionType: 'Authorization',
    status: 'Processed',
    amount: 60,
    paidDate: null,
    transactionId: /^manual-/,
  })
  t.equal(first.order.orderForm.authorizedPaymentTotal, 150)
  t.match(await run(authorizePayment, first.order, { connectors }), { actionStatus: 'Warning', message: /nothing to authorise/ })
  t.equal(asked.length, 1)
})

t.test('given payments of all kinds, when AuthorizePayment runs, then sales and captures count, expired ones not', async (t) => {
  const due = async (form: SampleForm) => {
    const { asked, connectors } = provider()
    await run(authorizePayment, order(form), { connectors })
    return asked.map(({ amount }) => amount)
  }
  t.same(await due({ payments: [auth(150, { authorizationExpires: '2026-03-01T00:00:00.000Z' })] }), [150])
  t.same(await due({ payments: [auth(30, { transactionType: 'Sale' }), auth(40)] }), [80])
  t.same(await due({ payments: [auth(150), auth(150, { id: 'c', transactionId: 'c', transactionType: 'Capture' })] }), [])
})

t.test('given a payment method as property or nowhere, when AuthorizePayment runs, then it is used or an error', async (t) => {
  const { asked, connectors } = provider()
  await run(authorizePayment, order({}), { connectors, properties: { PaymentMethodName: 'Vipps' } })
  t.match(asked, [{ paymentMethodName: 'Vipps', amount: 150 }])
  t.match(await run(authorizePayment, order({}), { connectors }), { actionStatus: 'Error', errorReason: /which payment method/ })
  t.equal(asked.length, 1)
})

t.test(
  'given details of the authorisation in the response, when AuthorizePayment runs, then the payment stores them',
  async (t) => {
    const done = {
      outcome: 'done',
      transactionId: 'x',
      authorizationCode: 'C',
      authorizationExpires: '2026-04-01T00:00:00.000Z',
    } as const
    const { connectors } = provider(done)
    const outcome = await run(authorizePayment, order({}), { connectors, properties: { PaymentMethodName: 'Card' } })
    const { outcome: _, ...kept } = done
    t.match(outcome.order.orderForm.payments, [kept])
  },
)

const cases = [
  { step: authorizePayment, type: 'Authorization', form: { payments: [auth(90)] } },
  { step: capturePayments, type: 'Capture', form: { payments: [auth(150)] } },
  { step: cancelPayments, type: 'Void', form: { payments: [auth(400)] } },
]
for (const { step, type, form } of cases) {
  const ofType = (outcome: { order: Order }) =>
    outcome.order.orderForm.payments.filter(({ transactionType }) => transactionType === type)

  t.test(
    `given a refused request, when ${step.names[0]} runs again, then the failed payment stays and a new request is made`,
    async (t) => {
      const { asked, connectors } = provider(refused)
      const first = await run(step, order(form), { connectors })
      t.match(first, { actionStatus: 'Error', errorReason: 'No.' })
      const failed = ofType(first).filter(({ status }) => status === 'Failed')
      t.match(failed, [{ reason: 'No.', transactionId: /./ }])
      const second = await run(step, first.order, { connectors })
      t.equal(second.actionStatus, 'Success')
      t.equal(ofType(second).filter(({ status }) => status === 'Processed').length, ofType(first).length)
      t.not(asked[1]?.idempotencyKey, asked[0]?.idempotencyKey)
    },
  )

  t.test(
    `given a request without a response, when ${step.names[0]} runs again, then the very same request is repeated`,
    async (t) => {
      const { asked, connectors } = provider(lost)
      const first = await run(step, order(form), { connectors })
      t.match(first, { actionStatus: 'Error', errorReason: 'Lost.' })
      const second = await run(step, first.order, { connectors })
      t.equal(second.actionStatus, 'Success')
      t.same(asked[1], asked[0])
      t.equal(ofType(second).filter(({ status }) => status === 'Failed').length, 0, 'its outcome takes its place')
      t.match(await run(step, second.order, { connectors }), { actionStatus: 'Warning', message: /nothing/ })
    },
  )
}

t.test(
  'given a lost request, when CapturePayments runs again, then it is repeated first and the rest is a separate one',
  async (t) => {
    const { asked, connectors } = provider(lost)
    const first = await run(capturePayments, order({ payments: [auth(400)] }), { connectors })
    const form = first.order.orderForm
    const grown = calculateTotals({ ...first.order, orderForm: { ...form, handlingTotal: 30 } }, sampleTerms)
    const second = await run(capturePayments, grown, { connectors })
    t.equal(second.order.orderForm.capturedPaymentTotal, 180)
    t.same(
      asked.map(({ amount }) => amount),
      [150, 150, 30],
    )
    t.equal(asked[1]?.idempotencyKey, asked[0]?.idempotencyKey)
  },
)

t.test(
  'given a lost request above the amount due, when CapturePayments runs again, then no other request is made at all',
  async (t) => {
    const { asked, connectors } = provider(lost)
    const first = await run(capturePayments, order({ payments: [auth(150)] }), { connectors })
    const form = first.order.orderForm
    const [cup, pot] = form.lineItems
    const lineItems = [cup, { ...pot, canceledQuantity: 1 }] as typeof form.lineItems
    const less = calculateTotals({ ...first.order, orderForm: { ...form, lineItems } }, sampleTerms)
    t.match(await run(capturePayments, less, { connectors }), { actionStatus: 'Error', errorReason: /had no response/ })
    t.equal(asked.length, 1)
  },
)

t.test(
  'given a capture without a response, when CancelPayments runs, then its amount is not voided and the error says so',
  async (t) => {
    const { asked, connectors } = provider(lost)
    const first = await run(capturePayments, order({ payments: [auth(150), auth(60)] }), { connectors })
    const voided = await run(cancelPayments, first.order, { connectors })
    t.equal(voided.order.orderForm.authorizedPaymentTotal, 150)
    const captured = await run(capturePayments, voided.order, { connectors })
    t.equal(captured.order.orderForm.capturedPaymentTotal, 150)
    const lineItems = first.order.orderForm.lineItems.map((line) => ({ ...line, canceledQuantity: line.quantity }))
    const canceled = calculateTotals({ ...first.order, orderForm: { ...first.order.orderForm, lineItems } }, sampleTerms)
    const all = await run(cancelPayments, canceled, { connectors })
    t.match(all, { actionStatus: 'Error', errorReason: /had no response/ })
    t.equal(all.order.orderForm.authorizedPaymentTotal, 150, 'the provider may have captured it')
    t.same(
      asked.map(({ amount }) => amount),
      [150, 60, 150, 60],
    )
  },
)

t.test('given an expired authorisation, when CapturePayments runs, then it is an error, others are captured', async (t) => {
  const { asked, connectors } = provider()
  const expired = auth(150, { authorizationExpires: '2026-03-01T00:00:00.000Z' })
  const outcome = await run(capturePayments, order({ payments: [expired] }), { connectors })
  t.match(outcome, { actionStatus: 'Error', errorReason: EXPIRED })
  const partly = await run(capturePayments, order({ payments: [expired, auth(60)] }), { connectors })
  t.match(partly, { actionStatus: 'Error', errorReason: EXPIRED, order: { orderForm: { capturedPaymentTotal: 60 } } })
  t.equal(asked.length, 1)
})

t.test(
  'given a provider that refuses the first request, when CapturePayments runs, then the next request is not made',
  async (t) => {
    const { asked, connectors } = provider(refused)
    await run(capturePayments, order({ payments: [auth(70), auth(80)] }), { connectors })
    t.equal(asked.length, 1)
  },
)

t.test(
  'given two transactions with the same id of the provider, when they are recorded, then both payments are stored',
  async (t) => {
    const alike = { outcome: 'done', transactionId: 'same' } as const
    const { connectors } = provider(alike, alike)
    const outcome = await run(capturePayments, order({ payments: [auth(70), auth(80)] }), { connectors })
    t.equal(outcome.order.orderForm.capturedPaymentTotal, 150)
  },
)

t.test('given a request to a provider, when its timeout ends or its run is lost, then the request is aborted', async (t) => {
  const signals: (AbortSignal | undefined)[] = []
  const lostRun = new AbortController()
  const silent: PaymentConnector['capture'] = (_, signal) => {
    signals.push(signal)
    if (signals.length === 2) setImmediate(() => lostRun.abort())
    return new Promise(() => undefined)
  }
  const connectors = { payment: () => ({ ...manualPayments, capture: silent }) }
  const start = order({ payments: [auth(150)] })
  t.match(await run(capturePayments, start, { connectors, timeoutMs: 30 }), { actionStatus: 'Error', errorReason: /30 ms/ })
  const ended = await run(capturePayments, start, { connectors, signal: lostRun.signal, timeoutMs: 240_000 })
  t.match(ended, { actionStatus: 'Error', errorReason: /cancelled/ })
  t.same(
    signals.map((signal) => signal?.aborted),
    [true, true],
    'the connector was notified of the abort',
  )
})

t.test('given an order with the maximum of payments, when a capture is due, then no money is moved', async (t) => {
  const { asked, connectors } = provider()
  const pending = Array.from({ length: 249 }, (_, index) =>
    auth(1, { id: `p${index}`, transactionId: `p${index}`, status: 'Pending' }),
  )
  const outcome = await run(capturePayments, order({ payments: [auth(150), ...pending] }), { connectors })
  t.match(outcome, { actionStatus: 'Error', errorReason: /250 payments/ })
  t.equal(asked.length, 0)
})

const done = (transactionId: string) => ({ outcome: 'done' as const, transactionId })
const unsent = { outcome: 'unreachable', reason: 'Not called.', isUnsent: true } as const
const repetitions = [
  ['was sent once', [lost], [unsent], [{ reason: 'Not called.', isUnsent: false }]],
  ['was never sent', [unsent], [unsent], [{ isUnsent: true }]],
  ['is sent now', [unsent], [lost], [{ reason: 'Lost.', isUnsent: false }]],
  ['was carried out', [done('1'), lost], [unsent], [done('1'), { reason: 'Not called.', isUnsent: false }]],
  ['is carried out now', [lost, lost], [done('1'), unsent], [done('1'), { isUnsent: false }]],
  ['is refused now', [lost, lost], [refused], [refused]],
] as const
for (const [title, earlier, output, known] of repetitions)
  t.test(`given a request that ${title}, when it is repeated, then no try is forgotten`, async (t) => {
    const result = afterRepetition([...earlier], [...output])
    t.match(result, known)
    t.equal(result.length, known.length)
  })
