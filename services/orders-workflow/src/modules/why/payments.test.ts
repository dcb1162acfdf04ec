import t from 'tap'
import { carriedOut, fetchExplanation, paymentsIn, reasonCodes, requireReason } from '../../testing/orders/explaining.ts'
import { held } from '../../testing/orders/holding.ts'
import { returning } from '../../testing/returning.ts'
import { authorization, createdOrder, orderFormBody, testOrders, updateStatus } from '../../testing/test-orders.ts'
import { configWithOnlySteps, moneyAndDates } from '../../testing/workflow/only-steps.ts'

const config = await configWithOnlySteps(...moneyAndDates, 'CreditReturn')
const test = await testOrders(t, { config })
const inShipments = [
  { shipmentId: 'A', lineItems: [{ lineItemId: '1', quantity: 2 }] },
  { shipmentId: 'B', lineItems: [{ lineItemId: '2', quantity: 1 }] },
]
const paid = (payment: object) =>
  createdOrder(test, { orderForm: orderFormBody({ payments: [authorization({ id: 'p1', ...payment })] }) })
const ofPayment = (id: string, paymentId = 'p1') => fetchExplanation(test, id, { paymentId })

t.test('given an authorised payment, when it is explained, then the statuses that capture are named', async (t) => {
  const authorizationExpires = new Date(Date.now() + 5 * 86_400_000).toISOString()
  const { id } = await paid({ authorizationExpires })
  const explanation = await ofPayment(id)
  t.match(explanation, { about: { kind: 'Payment', id: 'p1' } })
  const reason = requireReason(explanation, 'CaptureAtStatus')
  t.match(reason, {
    sentence:
      '498.9 NOK are authorised and not captured yet: the workflow captures with status Shipped or with status Completed.',
    next: { sentence: /expires then/, at: authorizationExpires },
    actions: [{ body: { status: 'Shipped' } }, { body: { status: 'Completed' } }],
  })
  t.equal((await carriedOut(test, reason.actions[1])).body.isAborted, false)
  t.strictSame(reasonCodes(await ofPayment(id)), ['PaymentComplete'])
})

t.test('given a payment of a held order, when it is explained, then the hold comes first', async (t) => {
  const { id } = await paid({})
  await held(test, id)
  t.strictSame(reasonCodes(await ofPayment(id)), ['HeldByPerson', 'CaptureAtStatus'])
})

t.test('given a delivery of one of two shipments, when the payment is explained, then it is captured partly', async (t) => {
  const orderForm = orderFormBody({ shipments: inShipments, payments: [authorization({ id: 'p1', amount: 449.9 })] })
  const { id } = await createdOrder(test, { orderForm })
  await updateStatus(test, id, { body: { status: 'Completed', shipmentInfo: { shipmentId: 'A' } } })
  t.match(requireReason(await ofPayment(id), 'CapturedPartly'), {
    sentence: /^200 of 449\.9 NOK are captured; 249\.9 NOK are left/,
  })
})

t.test(
  'given a type that never captures, when a payment is explained, then that is said, and a capture can be recorded',
  async (t) => {
    const without = await testOrders(t, { config: await configWithOnlySteps(), database: test.database })
    const { id } = await createdOrder(without, { orderForm: orderFormBody({ payments: [authorization({ id: 'p1' })] }) })
    const reason = requireReason(await fetchExplanation(without, id, { paymentId: 'p1' }), 'CaptureNotConfigured')
    t.match(reason, { sentence: /no status of order type "Online" has a step that captures/ })
    const [capture] = paymentsIn(reason)
    await carriedOut(without, reason.actions[0], { payments: [{ ...capture, transactionId: 'tx-9' }] })
    t.strictSame(reasonCodes(await fetchExplanation(without, id, { paymentId: 'p1' })), ['PaymentComplete'])
  },
)

t.test('given a payment that is pending, when its outcome is recorded by the action, then it counts', async (t) => {
  const { id } = await paid({ status: 'Pending' })
  t.match(reasonCodes(await fetchExplanation(test, id)), ['PaymentMissing', 'PaymentPending'])
  const reason = requireReason(await ofPayment(id), 'PaymentPending')
  t.match(reason, { sentence: /reported as pending/ })
  t.equal((await carriedOut(test, reason.actions[0])).status, 200)
  t.strictSame(reasonCodes(await ofPayment(id)), ['CaptureAtStatus'])
})

t.test('given an invoice, when it is recorded as paid by the action, then nothing is left to do', async (t) => {
  const { id } = await paid({ transactionType: 'Invoiced', invoiceId: 'F-7' })
  const reason = requireReason(await ofPayment(id), 'InvoiceUnpaid')
  t.match(reason, { sentence: /498\.9 NOK are invoiced \(invoice F-7\)/ })
  t.equal((await carriedOut(test, reason.actions[0])).status, 200)
  t.strictSame(reasonCodes(await ofPayment(id)), ['PaymentComplete'])
})

t.test(
  'given an order that nothing pays for, when it is explained, then the amount is named, and a payment can be recorded',
  async (t) => {
    const { id } = await createdOrder(test, { orderForm: orderFormBody({ payments: [] }) })
    const reason = requireReason(await fetchExplanation(test, id), 'PaymentMissing')
    t.match(reason, {
      sentence: '498.9 NOK of 498.9 NOK are neither authorised nor captured.',
      evidence: [{ data: { netTotal: 498.9 } }],
    })
    const [payment] = paymentsIn(reason)
    const body = { payments: [{ ...payment, paymentMethodName: 'Card', transactionId: 'auth-9' }] }
    t.equal((await carriedOut(test, reason.actions[0], body)).status, 200)
    t.notOk(reasonCodes(await fetchExplanation(test, id)).includes('PaymentMissing'))
  },
)

t.test(
  'given a payment of which a part was paid back without a return, when the order is explained, then nothing is missing',
  async (t) => {
    const capture = { id: 'p1', transactionType: 'Capture', amount: 498.9 }
    const credit = { id: 'p2', transactionType: 'Credit', amount: 50 }
    const explained = async (payments: Record<string, unknown>[]) => {
      const { id } = await createdOrder(test, {
        orderForm: orderFormBody({ payments: payments.map((payment) => authorization(payment)) }),
      })
      return await fetchExplanation(test, id)
    }
    t.notOk(reasonCodes(await explained([capture, credit])).includes('PaymentMissing'))
    t.match(requireReason(await explained([{ ...capture, amount: 400 }, credit]), 'PaymentMissing'), {
      sentence: /^98\.9 NOK of/,
    })
  },
)

t.test('given a refused and a voided payment, when they are explained, then nothing is left to do about them', async (t) => {
  const failed = await paid({ status: 'Failed', reason: 'Stolen card' })
  t.match(requireReason(await ofPayment(failed.id), 'PaymentFailed'), {
    sentence: /was refused: Stolen card\./,
    waitsFor: 'Nothing',
  })
  const voided = await paid({})
  await updateStatus(test, voided.id, { body: { status: 'Cancelled' } })
  t.strictSame(reasonCodes(await ofPayment(voided.id)), ['PaymentVoided'])
})

t.test(
  'given more authorised than the order costs, when it is captured, then the rest is not due, and is left when it is over',
  async (t) => {
    const payments = [
      authorization({ id: 'p1', amount: 498.9 }),
      authorization({ id: 'p2', amount: 100, transactionId: 'auth-2' }),
    ]
    const { id } = await createdOrder(test, { orderForm: orderFormBody({ payments }) })
    await updateStatus(test, id, { body: { status: 'Shipped' } })
    t.match(requireReason(await ofPayment(id, 'p2'), 'PaymentNotDue'), {
      sentence: /Nothing of the authorisation of 100 NOK is due/,
    })
    await updateStatus(test, id, { body: { status: 'Completed', skipRunWorkflow: true } })
    const left = requireReason(await ofPayment(id, 'p2'), 'AuthorizationLeft')
    t.match(left, {
      sentence: /^100 NOK of the authorisation of 100 NOK are left and cannot become due: no step has voided them/,
    })
    await carriedOut(test, left.actions[0])
    t.strictSame(reasonCodes(await ofPayment(id, 'p2')), ['PaymentVoided'])
  },
)

t.test('given a return of more than was captured, when it is explained, then it says what is missing', async (t) => {
  const { deliveredOrder, postReturn, returnStatus } = returning(test)
  const payments = [authorization({ amount: 60 })]
  const { id } = await deliveredOrder({ orderForm: orderFormBody({ payments }) })
  await postReturn(id, { returns: [{ lineItemId: '1', returnQuantity: 1 }] })
  await returnStatus(id, { returnId: '1', status: 'Completed' })
  const reason = requireReason(await fetchExplanation(test, id), 'RefundPending')
  t.match(reason.sentence, /^40 NOK of return form "1" are not paid back yet.*The amount to credit exceeds what was captured/)
  t.strictSame(reason.actions, [], 'the step would fail again')
})

t.test(
  'given goods that came back, when the form is completed by the action, then the refund is no reason any more',
  async (t) => {
    const { deliveredOrder, postReturn } = returning(test)
    const { id } = await deliveredOrder()
    await postReturn(id, { returns: [{ lineItemId: '1', returnQuantity: 1, returnReason: 'Broken' }] })
    const reason = requireReason(await fetchExplanation(test, id), 'RefundPending')
    t.match(reason, {
      about: { kind: 'ReturnForm', id: '1' },
      sentence: /^100 NOK of return form "1" are not paid back yet: the form is New, and it is paid back with status Completed/,
      evidence: [{ kind: 'ReturnForm', data: { due: 100 } }],
    })
    t.equal((await carriedOut(test, reason.actions[0])).status, 200)
    t.strictSame(reasonCodes(await fetchExplanation(test, id)), ['OrderComplete'])
  },
)
