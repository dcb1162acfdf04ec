import type { PaymentMethod } from '@open-oms/contracts/config/payment-methods'
import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderPaymentStatus } from '@open-oms/contracts/orders/order-states'
import fc from 'fast-check'
import t from 'tap'
import { type SampleForm, sampleOrder } from '../../../testing/sample-order.ts'
import { derivePaymentStatus, isOnInvoice, unsecuredAmount } from './payment-status.ts'

type Payments = NonNullable<SampleForm['payments']>

/** An order whose totals are those of its payments. */
function paid(
  netTotal: number,
  capturedPaymentTotal: number,
  ...[creditPaymentTotal = 0, payments = []]: [number?, Payments?]
): Order {
  const order = sampleOrder({ payments })
  return { ...order, netTotal, orderForm: { ...order.orderForm, capturedPaymentTotal, creditPaymentTotal } }
}

const processed = { status: 'Processed', transactionId: '', paymentMethodName: 'Card' } as const
const authorization = (amount: number, fields: Partial<Payments[number]> = {}) =>
  ({ ...processed, id: 'a', transactionType: 'Authorization', amount, ...fields }) as const
const invoice: Pick<PaymentMethod, 'name' | 'paymentMethodName' | 'isInvoice'> = {
  name: 'Invoice',
  paymentMethodName: 'Billing',
  isInvoice: true,
}
const methods = [invoice, { ...invoice, name: 'Card', paymentMethodName: null, isInvoice: false }] as PaymentMethod[]

t.test('given captures and refunds, when the payment status is derived, then it compares them with the net total', async (t) => {
  const statuses: [OrderPaymentStatus, Order][] = [
    ['NotPaid', paid(100, 0)],
    ['PartiallyPaid', paid(100, 99.99)],
    ['Paid', paid(100, 100)],
    ['OverPaid', paid(100, 100.01)],
    ['Paid', paid(0, 0)],
    ['Paid', paid(100, 100, 100)],
    ['Paid', paid(100, 140, 40)],
    ['Paid', paid(0, 100, 100)],
    ['OverPaid', paid(0, 100)],
    ['Paid', paid(100.2, 100.3, 0.1)],
    ['OverPaid', paid(100.0001, 100.0002)],
    ['Paid', paid(900_000_000_000.25, 900_000_000_000.5, 0.25)],
  ]
  for (const [status, order] of statuses) t.equal(derivePaymentStatus(order), status)
})

t.test('given open authorisations, when they cover what is not captured, then the order is authorised', async (t) => {
  const capture = { ...processed, id: 'c', transactionType: 'Capture', internalReference: 'a' } as const
  const sale = { ...processed, id: 's', transactionType: 'Sale', amount: 40 } as const
  const rest = { ...processed, id: 'v', transactionType: 'Void', internalReference: 'a', amount: 1 } as const
  const statuses: [OrderPaymentStatus, Order, number][] = [
    ['Authorized', paid(100, 0, 0, [authorization(100)]), 0],
    ['Authorized', paid(100, 0, 0, [authorization(150)]), 0],
    ['NotPaid', paid(100, 0, 0, [authorization(99.99)]), 0.01],
    ['NotPaid', paid(100, 0, 0, [authorization(100, { status: 'Pending' })]), 100],
    ['NotPaid', paid(100, 0, 0, [authorization(100), rest]), 1],
    ['Authorized', paid(100, 40, 0, [authorization(100), { ...capture, amount: 40 }]), 0],
    ['Authorized', paid(100, 40, 0, [authorization(60), sale]), 0],
    ['PartiallyPaid', paid(100, 40, 0, [authorization(59), sale]), 1],
    ['Paid', paid(100, 100, 0, [authorization(150), { ...capture, amount: 100 }]), 0],
  ]
  for (const [status, order, unsecured] of statuses) {
    t.equal(derivePaymentStatus(order), status)
    t.equal(unsecuredAmount(order, methods), unsecured)
  }
})

t.test('given an Invoiced payment or an invoice method, when the order is asked, then it is on invoice', async (t) => {
  const billed = { ...processed, transactionType: 'Authorization', amount: 1, paymentMethodName: 'billing' } as const
  const cases: [boolean, Order][] = [
    [false, paid(100, 0, 0, [authorization(1)])],
    [true, paid(100, 0, 0, [{ ...processed, transactionType: 'Invoiced', status: 'Pending', amount: 100 }])],
    [false, paid(100, 0, 0, [{ ...processed, transactionType: 'Invoiced', status: 'Failed', amount: 100 }])],
    [true, paid(100, 0, 0, [{ ...billed, status: 'Pending' }])],
    [false, paid(100, 0, 0, [{ ...billed, transactionType: 'Credit' }])],
    [true, { ...paid(100, 0), paymentType: 'INVOICE' }],
    [false, { ...paid(100, 0), paymentType: 'Card' }],
  ]
  for (const [expected, order] of cases) {
    t.equal(isOnInvoice(order, methods), expected)
    t.equal(unsecuredAmount(order, methods) === 0, expected)
  }
})

t.test(
  'given any payments, when an order is neither paid nor authorised, then and only then it has an unsecured amount',
  async (t) => {
    const amount = fc.integer({ min: 0, max: 20_000 }).map((minor) => minor / 100)
    fc.assert(
      fc.property(amount, amount, amount, (net, captured, authorised) => {
        const order = paid(net, captured, 0, authorised > 0 ? [authorization(authorised)] : [])
        const isSecured = ['Paid', 'OverPaid', 'Authorized'].includes(derivePaymentStatus(order))
        return isSecured === (unsecuredAmount(order, methods) === 0)
      }),
    )
    t.pass()
  },
)
