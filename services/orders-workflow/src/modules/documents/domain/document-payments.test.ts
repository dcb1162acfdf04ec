import type { Payment } from '@open-oms/contracts/orders/payment'
import type { InputOf } from '@open-oms/contracts/primitives'
import { toAmount } from '@open-oms/money/minor'
import t from 'tap'
import { documentOrder } from '../../../testing/documents/document-samples.ts'
import type { DocumentScope } from './document-amounts.ts'
import { amountDue, documentBalance, invoicedPayments, kidNumbers, paymentsInScope } from './document-payments.ts'

type PaymentInput = InputOf<Payment>
const payment = (
  transactionType: Payment['transactionType'] & string,
  amount: number,
  more: PaymentInput = {},
): PaymentInput => ({
  transactionType,
  amount,
  status: 'Processed',
  paymentMethodName: 'Card',
  ...more,
})
const invoiced = (amount: number, more: PaymentInput = {}) =>
  payment('Invoiced', amount, { paymentMethodName: 'Invoice', ...more })

/** An order of 500.00 with these payments. */
function sampleScope(payments: PaymentInput[], shipmentId: string | null = null): DocumentScope {
  const lineItems = [{ code: 'A', quantity: 1, placedPrice: 500, taxRate: 25 }]
  const form = { lineItems, payments, discounts: [], handlingTotal: 0, grossRoundoff: 0, shipments: [{ shippingSubTotal: 0 }] }
  const order = documentOrder({ form })
  const shipment = order.orderForm.shipments.find((one) => one.shipmentId === shipmentId) ?? null
  return { order, shipment, terms: { exponent: 2, taxRate: 25 } }
}

function figures(scope: DocumentScope) {
  const { paid, openInvoices } = documentBalance(scope)
  const due = amountDue(scope)
  return { paid: toAmount(paid, 2), open: toAmount(openInvoices, 2), due: due === null ? null : toAmount(due, 2) }
}

t.test(
  'given payments, when the amount due is calculated, then it is the uncovered and the invoiced unpaid amount',
  async (t) => {
    const cases: [string, PaymentInput[], object][] = [
      ['nothing was paid', [], { paid: 0, open: 0, due: 500 }],
      ['reserved on a card', [payment('Authorization', 500)], { paid: 0, open: 0, due: 0 }],
      ['paid', [payment('Sale', 500)], { paid: 500, open: 0, due: 0 }],
      ['invoiced', [invoiced(500)], { paid: 0, open: 500, due: 500 }],
      [
        'invoiced by an authorised invoice provider',
        [payment('Authorization', 500), invoiced(500)],
        { paid: 0, open: 500, due: 500 },
      ],
      ['an invoice that was paid', [invoiced(500, { status: 'Paid' })], { paid: 500, open: 0, due: 0 }],
      ['half by card, half on invoice', [payment('Capture', 200), invoiced(300)], { paid: 200, open: 300, due: 300 }],
      [
        'failed and pending payments',
        [payment('Sale', 500, { status: 'Failed' }), invoiced(500, { status: 'Pending' })],
        { paid: 0, open: 0, due: 500 },
      ],
    ]
    for (const [name, payments, expected] of cases) t.same(figures(sampleScope(payments)), expected, name)
  },
)

t.test('given an open invoice, when its method is credited, then the invoice is reduced, and the rest is a refund', async (t) => {
  const credit = (amount: number, paymentMethodName: string) => payment('Credit', amount, { paymentMethodName })
  const { paid, open } = figures(sampleScope([invoiced(500), credit(100, 'Invoice')]))
  t.same([paid, open], [0, 400])
  t.same(figures(sampleScope([payment('Sale', 200), invoiced(300), credit(50, 'Card')])), { paid: 150, open: 300, due: 300 })
  t.same(documentBalance(sampleScope([invoiced(100), payment('Sale', 400), credit(150, 'Invoice')])), {
    paid: 35_000,
    openInvoices: 0,
  })
})

t.test(
  'given a shipment, when its document is made, then it has its payments, and an amount due only with its own invoice',
  async (t) => {
    const ofOrder = [payment('Sale', 500)]
    t.same(paymentsInScope(sampleScope(ofOrder, '1')), [])
    t.equal(amountDue(sampleScope(ofOrder, '1')), null)
    const ofShipment = [invoiced(500, { shipmentId: '1', invoiceId: 'F-1' }), invoiced(9, { shipmentId: '2' })]
    t.same(figures(sampleScope(ofShipment, '1')), { paid: 0, open: 500, due: 500 })
    t.same(
      invoicedPayments(sampleScope(ofShipment, '1')).map(({ invoiceId }) => invoiceId),
      ['F-1'],
    )
  },
)

t.test('when an invoice is made, then its KID is that of the invoiced payment, else of the order', async (t) => {
  const kid = (value: string) => [{ key: 'KidNumber', value }]
  const own = sampleScope([invoiced(500, { properties: kid('1') })])
  t.same(kidNumbers({ ...own, order: { ...own.order, properties: kid('2') as never } }), ['1'])
  const without = sampleScope([invoiced(500)])
  t.same(kidNumbers({ ...without, order: { ...without.order, properties: kid('2') as never } }), ['2'])
  t.same(kidNumbers(without), [])
})
