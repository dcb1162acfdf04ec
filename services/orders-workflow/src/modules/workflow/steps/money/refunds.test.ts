import type { Order } from '@open-oms/contracts/orders/order'
import t from 'tap'
import { manualPayments } from '../../../../connectors/payment/manual.ts'
import type { PaymentRequest, PaymentResult } from '../../../../connectors/payment/payment-connector.ts'
import { canceled, withShipments } from '../../../../order/rules/shipments/shipment-lines.ts'
import { calculateTotals } from '../../../../order/rules/totals/order-totals.ts'
import { type SampleForm, sampleOrder, sampleTerms } from '../../../../testing/sample-order.ts'
import { returnForm, runStep, type StepRun } from '../../../../testing/workflow/run-step.ts'
import { creditCancelledOrderLines, creditReturn } from './refunds.ts'

const paid = (amount: number, fields: object = {}) => ({
  id: `c${amount}`,
  amount,
  transactionType: 'Capture' as const,
  status: 'Processed' as const,
  paymentMethodName: 'Card',
  transactionId: `t${amount}`,
  ...fields,
})
const lines = [
  { quantity: 2, placedPrice: 100, taxRate: 25 },
  { placedPrice: 50, taxRate: 25 },
]
const order = (form: SampleForm, forms = [returnForm({ creditAmount: 120 })]): Order =>
  calculateTotals({ ...sampleOrder({ lineItems: lines, shipments: [{}], ...form }), returnOrderForms: forms }, sampleTerms)

function provider(...responses: PaymentResult[]) {
  const asked: PaymentRequest[] = []
  const refund = async (request: PaymentRequest) => {
    asked.push(request)
    return responses.shift() ?? manualPayments.refund(request)
  }
  return { asked, connectors: { payment: () => ({ ...manualPayments, refund }) } }
}
const amounts = (asked: readonly PaymentRequest[]) => asked.map(({ amount }) => amount)

async function run(step: typeof creditReturn, start: Order, stepRun: StepRun) {
  const outcome = await runStep(step, start, stepRun)
  return { ...outcome, order: calculateTotals(outcome.order, { ...sampleTerms, previous: start }) }
}
const credit = (start: Order, stepRun: StepRun) => run(creditReturn, start, { returnId: '1', ...stepRun })
const creditLines = (start: Order, stepRun: StepRun) => run(creditCancelledOrderLines, start, stepRun)

t.test('given a return form, when CreditReturn runs twice, then its credit amount is paid back once for its lines', async (t) => {
  const { asked, connectors } = provider()
  const form = returnForm({ creditAmount: 120, lineItems: [{ lineItemId: '1', quantity: 1 }] })
  const first = await credit(order({ payments: [paid(250)] }, [form]), { connectors })
  t.equal(first.actionStatus, 'Success')
  t.match(asked, [{ amount: 120, authorization: null, capture: { transactionId: 't250' }, paymentMethodName: 'Card' }])
  const expected = {
    transactionType: 'Credit',
    status: 'Processed',
    amount: 120,
    internalReference: 'c250',
    orderLineReferences: [{ lineItemId: '1' }],
  }
  t.match(first.order.orderForm.payments[1], expected)
  t.match(first.order.returnOrderForms[0], { creditPaymentTotal: 120, payments: [expected] })
  t.equal(first.order.orderForm.creditPaymentTotal, 120)
  t.match(await credit(first.order, { connectors }), { actionStatus: 'Warning', message: /nothing to credit/ })
  t.equal(asked.length, 1)
})

t.test('given nothing to credit, when CreditReturn runs, then it is a warning', async (t) => {
  const { asked, connectors } = provider()
  const payments = [paid(250)]
  const forms = [returnForm({ creditAmount: 120, creditPayment: false }), returnForm({ creditAmount: 0 })]
  for (const form of forms) t.match(await credit(order({ payments }, [form]), { connectors }), { actionStatus: 'Warning' })
  const noForm = await runStep(creditReturn, order({ payments }), { connectors })
  t.match(noForm, { actionStatus: 'Warning' }, 'a run of the order itself')
  t.equal(asked.length, 0)
})

t.test('given less captured than credited, when CreditReturn runs, then it pays back the rest and is an error', async (t) => {
  const { asked, connectors } = provider()
  const credited = paid(80, { id: 'k', transactionId: 'k', transactionType: 'Credit' })
  const outcome = await credit(order({ payments: [paid(150), credited] }), { connectors })
  t.match(outcome, { actionStatus: 'Error', errorReason: /captured/, order: { orderForm: { creditPaymentTotal: 150 } } })
  t.same(amounts(asked), [70])
  t.match(await credit(order({ payments: [] }), { connectors }), { actionStatus: 'Error', errorReason: /captured/ })
  t.equal(asked.length, 1)
})

t.test(
  'given several payment methods, when CreditReturn runs, then each of the payments is refunded by its own method',
  async (t) => {
    const { asked, connectors } = provider()
    const sale = paid(50, { transactionType: 'Sale', paymentMethodName: 'GiftCard' })
    await credit(order({ payments: [sale, paid(200)] }), { connectors })
    t.match(asked, [
      { amount: 50, paymentMethodName: 'GiftCard', capture: { transactionId: 't50' } },
      { amount: 70, paymentMethodName: 'Card', capture: { transactionId: 't200' } },
    ])
  },
)

const invoice = (invoiceId: string, lineItemId: string, amount: number) =>
  paid(amount, {
    ...{ id: invoiceId, transactionId: invoiceId, invoiceId, transactionType: 'Invoiced', paymentMethodName: 'Invoice' },
    orderLineReferences: [{ lineItemId }],
  })

t.test('given a payment for each line, when CreditReturn runs, then the payment of the returned line is refunded', async (t) => {
  const { asked, connectors } = provider()
  const payments = [invoice('F-1', '1', 200), invoice('F-2', '2', 50)]
  const form = returnForm({ creditAmount: 50, lineItems: [{ lineItemId: '2', quantity: 1 }] })
  const { order: credited } = await credit(order({ payments }, [form]), { connectors })
  t.match(asked, [{ amount: 50, capture: { transactionId: 'F-2' } }])
  t.match(credited.orderForm.payments[2], { amount: 50, invoiceId: 'F-2', internalReference: 'F-2' })
})

t.test('given lines of several payments, when CreditReturn runs, then each refund takes over its invoice', async (t) => {
  const { asked, connectors } = provider()
  const payments = [invoice('F-2', '1', 200), invoice('F-1', '2', 50)]
  const lineItems = [
    { lineItemId: '1', quantity: 1 },
    { lineItemId: '2', quantity: 1 },
  ]
  const { order: credited } = await credit(order({ payments }, [returnForm({ creditAmount: 150, lineItems })]), { connectors })
  t.same(amounts(asked), [100, 50])
  t.match(credited.orderForm.payments.slice(2), [
    { amount: 100, invoiceId: 'F-2' },
    { amount: 50, invoiceId: 'F-1' },
  ])
})

t.test(
  'given a payer whose payment is used up, when CreditReturn runs, then the others are refunded in their order',
  async (t) => {
    const { asked, connectors } = provider()
    const gone = invoice('c', '', 50)
    const used = { ...gone, transactionType: 'Credit', internalReference: 'F-2', orderLineReferences: [] }
    const form = returnForm({ creditAmount: 50, lineItems: [{ lineItemId: '2', quantity: 1 }] })
    const payments = [invoice('F-2', '2', 50), paid(150), paid(50, { id: 'x' }), used]
    await credit(order({ payments } as SampleForm, [form]), { connectors })
    t.match(asked, [{ amount: 50, capture: { transactionId: 't150' } }])
  },
)

t.test('given one of two refunds refused, when CreditReturn runs again, then only what is missing is asked for', async (t) => {
  const { asked, connectors } = provider({ outcome: 'done', transactionId: 'r-1' }, { outcome: 'refused', reason: 'No.' })
  const payments = [paid(200, { orderLineReferences: [{ lineItemId: '1' }] }), invoice('F-2', '2', 50)]
  const lineItems = [
    { lineItemId: '1', quantity: 1 },
    { lineItemId: '2', quantity: 1 },
  ]
  const first = await credit(order({ payments }, [returnForm({ creditAmount: 150, lineItems })]), { connectors })
  t.match(first, { actionStatus: 'Error', errorReason: 'No.' })
  const second = await credit(first.order, { connectors })
  t.equal(second.actionStatus, 'Success')
  t.match(asked, [
    { amount: 100, capture: { transactionId: 't200' } },
    { amount: 50, capture: { transactionId: 'F-2' } },
    { amount: 50, capture: { transactionId: 'F-2' } },
  ])
  t.equal(second.order.returnOrderForms[0]?.creditPaymentTotal, 150)
})

t.test(
  'given a refused or a lost refund, when CreditReturn runs again, then the lost request is repeated unchanged',
  async (t) => {
    const { asked, connectors } = provider({ outcome: 'refused', reason: 'No.' }, { outcome: 'unreachable', reason: 'Lost.' })
    const first = await credit(order({ payments: [paid(250)] }), { connectors })
    t.match(first, { actionStatus: 'Error', errorReason: 'No.' })
    t.match(first.order.returnOrderForms[0]?.payments, [{ status: 'Failed' }])
    const second = await credit(first.order, { connectors })
    t.match(second, { actionStatus: 'Error', errorReason: 'Lost.' })
    const third = await credit(second.order, { connectors })
    t.equal(third.actionStatus, 'Success')
    t.not(asked[1]?.idempotencyKey, asked[0]?.idempotencyKey)
    t.same(asked[2], asked[1])
    t.match(third.order.returnOrderForms[0], {
      creditPaymentTotal: 120,
      payments: [{ status: 'Failed' }, { status: 'Processed' }],
    })
    t.equal(third.order.orderForm.creditPaymentTotal, 120)
  },
)

t.test('given two return forms, when CreditReturn runs for each, then they never share a refund', async (t) => {
  const { asked, connectors } = provider()
  const forms = ['1', '2'].map((returnId) => returnForm({ returnId, creditAmount: 100 }))
  const first = await credit(order({ payments: [paid(150)] }, forms), { connectors })
  const second = await credit(first.order, { connectors, returnId: '2' })
  t.equal(second.actionStatus, 'Error')
  t.same(amounts(asked), [100, 50])
  t.equal(new Set(asked.map(({ idempotencyKey }) => idempotencyKey)).size, 2)
})

t.test('given more lines than a payment can name, when CreditReturn runs, then the refund names none', async (t) => {
  const { connectors } = provider()
  const lineItems = Array.from({ length: 251 }, (_, index) => ({ lineItemId: String(index), quantity: 1 }))
  const start = { ...order({ payments: [paid(250)] }, []), returnOrderForms: [returnForm({ creditAmount: 10, lineItems })] }
  const { order: credited } = await runStep(creditReturn, start, { connectors, returnId: '1' })
  t.match(credited.orderForm.payments[1], { amount: 10, orderLineReferences: { length: 0 } })
})

/** The order with the open rest of a shipment cancelled, or the given units of line 1. */
function cancel(start: Order, units?: number): Order {
  const shipments = start.orderForm.shipments.map((shipment) =>
    units === undefined
      ? canceled(shipment)
      : {
          ...shipment,
          lineItems: shipment.lineItems.map((line) => (line.lineItemId === '1' ? { ...line, canceledQuantity: units } : line)),
        },
  )
  return calculateTotals(withShipments(start, shipments), { ...sampleTerms, previous: start })
}

t.test('given cancelled units, when CreditCancelledOrderLines runs, then each quantity is paid back once', async (t) => {
  const { asked, connectors } = provider()
  const start = order({ payments: [paid(250)] }, [])
  t.match(await creditLines(start, { connectors }), { actionStatus: 'Warning', message: /nothing to credit/ })
  const one = await creditLines(cancel(start, 1), { connectors })
  t.match(one.order.orderForm.payments[1], {
    transactionType: 'Credit',
    amount: 100,
    orderLineReferences: [{ lineItemId: '1' }],
    internalReference: 'c250',
  })
  t.match(await creditLines(one.order, { connectors }), { actionStatus: 'Warning' })
  const all = await creditLines(cancel(one.order), { connectors })
  t.same(amounts(asked), [100, 100, 50])
  t.match(all.order.orderForm, { creditPaymentTotal: 250, total: 0 })
  t.equal(new Set(asked.map(({ idempotencyKey }) => idempotencyKey)).size, 3)
})

t.test('given units that were not captured, when CreditCancelledOrderLines runs, then they are not paid back', async (t) => {
  const { asked, connectors } = provider()
  const authorised = paid(250, { transactionType: 'Authorization' })
  t.match(await creditLines(cancel(order({ payments: [authorised] }, []), 1), { connectors }), { actionStatus: 'Warning' })
  const partly = paid(180, { transactionType: 'Sale' })
  await creditLines(cancel(order({ payments: [partly] }, []), 1), { connectors })
  t.same(amounts(asked), [30], 'the rest still pays for what is left')
})

t.test('given a return, when CreditCancelledOrderLines runs, then the money of the return stays', async (t) => {
  const { asked, connectors } = provider()
  const form = returnForm({ creditAmount: 50, lineItems: [{ lineItemId: '2', quantity: 1 }] })
  const start = order({ payments: [paid(250)] }, [form])
  t.match(await creditLines(start, { connectors }), { actionStatus: 'Warning' }, 'a return is no cancellation')
  const returned = await credit(start, { connectors })
  await creditLines(cancel(returned.order, 1), { connectors })
  t.same(amounts(asked), [50, 100])
})

t.test('given a discount of the order, when CreditCancelledOrderLines runs, then it is not paid back', async (t) => {
  const { asked, connectors } = provider()
  const discounts = [{ discountType: 'Order' as const, rewardType: 'Percentage' as const, discountValue: 10 }]
  const start = order({ payments: [paid(225)], discounts }, [])
  t.equal(start.netTotal, 225)
  await creditLines(cancel(start, 1), { connectors })
  t.same(amounts(asked), [90])
})

// Regression: the captured shipping stayed, and the cancelled order was overpaid.
t.test('given captured shipping, when all is cancelled, then CreditCancelledOrderLines pays it back once', async (t) => {
  const { asked, connectors } = provider()
  const shipments = [{ shippingSubTotal: 60, shippingDiscountAmount: 11 }]
  const form = { shipments, handlingTotal: 20, grossRoundoff: 0.5 }
  const payments = [paid(250), paid(69.5, { transactionType: 'Sale' })]
  const start = order({ ...form, payments }, [])
  t.equal(start.netTotal, 319.5)
  const one = await creditLines(cancel(start, 1), { connectors })
  t.same(amounts(asked), [100], 'the shipment still leaves')
  const all = await creditLines(cancel(one.order), { connectors })
  t.same(amounts(asked), [100, 100, 50, 69.5])
  t.match(all.order, { netTotal: 0, orderForm: { creditPaymentTotal: 319.5 } })
  t.match(await creditLines(all.order, { connectors }), { actionStatus: 'Warning', message: /nothing to credit/ })
})

t.test(
  'given two shipments, when one is cancelled whole, then its shipping is paid back and that of the other stays',
  async (t) => {
    const { asked, connectors } = provider()
    const [first, second] = sampleOrder({ lineItems: lines }).orderForm.lineItems
    const shipments = [
      { shippingSubTotal: 49, lineItems: [first] },
      { shippingSubTotal: 30, lineItems: [second] },
    ]
    const start = order({ payments: [paid(329)], shipments } as never, [])
    const only = start.orderForm.shipments.map((shipment, index) =>
      index === 0 ? shipment : { ...shipment, lineItems: shipment.lineItems.map((line) => ({ ...line, canceledQuantity: 1 })) },
    )
    const canceledSecond = calculateTotals(withShipments(start, only), { ...sampleTerms, previous: start })
    t.match(await creditLines(canceledSecond, { connectors, shipmentId: '1' }), { actionStatus: 'Warning' })
    const outcome = await creditLines(canceledSecond, { connectors, shipmentId: '2' })
    t.same(amounts(asked), [50, 30])
    t.match(outcome.order, { netTotal: 249, orderForm: { creditPaymentTotal: 80 } })
    const rest = await creditLines(cancel(outcome.order), { connectors })
    t.same(amounts(asked), [50, 30, 200, 49])
    t.match(rest.order, { netTotal: 0, orderForm: { creditPaymentTotal: 329 } })
  },
)

t.test('given shipping whose refund had no response, when the step runs again, then the same request is made', async (t) => {
  const processed = undefined as unknown as PaymentResult
  const { asked, connectors } = provider(processed, processed, { outcome: 'unreachable', reason: 'no response' })
  const start = cancel(order({ shipments: [{ shippingSubTotal: 49 }], payments: [paid(299)] }, []))
  const first = await creditLines(start, { connectors })
  t.match(first, { actionStatus: 'Error' })
  const second = await creditLines(first.order, { connectors })
  t.same(amounts(asked), [200, 50, 49, 49])
  t.equal(asked[3]?.idempotencyKey, asked[2]?.idempotencyKey)
  t.equal(second.order.orderForm.creditPaymentTotal, 299)
})
