import type { Order, WorkflowResult } from '@open-oms/client/types'
import t from 'tap'
import { movableMoney, movedMoney } from './moved-money.ts'
import { hasAuthorised, hasRefundable, wantsPayment } from './offered.ts'
import { isKnownReference, paidInvoice, unpaidAmount } from './recorded-payment.ts'

type Payment = Order['orderForm']['payments'][number]

const payment = (transactionType: Payment['transactionType'], amount: number, fields: Partial<Payment> = {}) =>
  ({
    id: `${transactionType} ${amount}`,
    transactionType,
    amount,
    status: 'Processed',
    paymentMethodName: 'Card',
    ...fields,
  }) as Payment

const order = (payments: readonly Payment[], fields: object = {}) => {
  const captured = payments.filter((one) => ['Capture', 'Sale', 'Invoiced'].includes(one.transactionType))
  const capturedPaymentTotal = captured.reduce((sum, { amount }) => sum + amount, 0)
  return { netTotal: 100, status: 'New', isReadOnly: false, orderForm: { payments, capturedPaymentTotal }, ...fields } as Order
}

const result = (after: Order, steps: object[] = []) =>
  ({ order: after, orderActionExecutionResults: steps }) as unknown as WorkflowResult

t.test('says what of the money is new, and what has failed', async (t) => {
  const before = order([payment('Sale', 100)])
  const after = order([
    payment('Sale', 100),
    payment('Credit', 70.1),
    payment('Credit', 29.9),
    payment('Void', 5),
    payment('Credit', 1, { status: 'Failed' }),
  ])
  t.match(movedMoney(before, result(after), 'NOK'), { refunded: 100, voided: 5, captured: 0, failure: null })
  const failed = [{ actionStatus: 'Error', errorReason: 'Card closed.' }]
  t.match(movedMoney(before, result(before, failed), 'NOK'), { refunded: 0, payments: { length: 0 }, failure: 'Card closed.' })
})

t.test('counts what can be moved', async (t) => {
  const authorised = order([payment('Authorization', 150)])
  t.same(movableMoney(authorised, 'NOK'), { refundable: 0, authorised: 150, capturable: 100 })
  t.same(
    [hasAuthorised, hasRefundable, wantsPayment].map((is) => is(authorised)),
    [true, false, true],
  )
  const paid = order([payment('Sale', 100), payment('Credit', 40)])
  t.same(movableMoney(paid, 'NOK'), { refundable: 60, authorised: 0, capturable: 0 })
  t.same(
    [hasAuthorised, hasRefundable, wantsPayment].map((is) => is(paid)),
    [false, true, false],
  )
  t.notOk(hasRefundable({ ...paid, isReadOnly: true }))
})

t.test('knows what is unpaid, and what is recorded already', async (t) => {
  const invoice = payment('Invoiced', 100, { invoiceId: 'F-1', transactionId: 'i' })
  t.ok(wantsPayment(order([invoice])))
  t.notOk(wantsPayment(order([{ ...invoice, status: 'Paid' }])))
  t.match(paidInvoice(invoice, { reference: 'B-7', paidDate: '2026-01-02T12:00:00.000Z' }), {
    id: invoice.id,
    status: 'Paid',
    comment: 'B-7',
  })
  t.equal(unpaidAmount(order([payment('Sale', 40.5)]), 'NOK'), 59.5)
  t.ok(isKnownReference(order([payment('Sale', 40, { transactionId: 'B-7' })]), ' B-7 '))
  t.notOk(isKnownReference(order([payment('Sale', 40, { transactionId: '' })]), ' '))
})
