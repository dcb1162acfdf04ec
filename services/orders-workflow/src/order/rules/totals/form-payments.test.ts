import t from 'tap'
import { capture, credit, orderAtVersion, type SamplePayment } from '../../../testing/payments/payment-histories.ts'

const lineItems = [{ placedPrice: 100, deliveredQuantity: 1 }]
const order = (own: SamplePayment, ofForm: SamplePayment) =>
  orderAtVersion({
    form: { lineItems, payments: [capture('A', 100), own] },
    returns: [{ lineItems: [{ lineItemId: '1', quantity: 1 }], payments: [ofForm] }],
  })

t.test('given a refund that bounced, then its return form is not paid back', async (t) => {
  const [form] = order(credit('B', 100, { status: 'Failed' }), credit('B', 100)).returnOrderForms
  t.match(form, { creditPaymentTotal: 0, payments: [{ id: 'B', status: 'Failed' }] })
})

t.test('given a refund of another id, then the transaction and type say which payment of the order it is', async (t) => {
  const same = credit('C', 100, { transactionId: 'B' })
  t.match(order(credit('B', 100), same).returnOrderForms, [{ creditPaymentTotal: 100, payments: [{ id: 'B' }] }])
  const other = order(credit('B', 100), credit('C', 100))
  t.match(other.returnOrderForms, [{ creditPaymentTotal: 100, payments: [{ id: 'C' }] }], 'a payment that the order lacks')
})
