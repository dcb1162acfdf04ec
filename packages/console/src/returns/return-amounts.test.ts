import type { Order } from '@open-oms/client/types'
import t from 'tap'
import { capturedLeft, creditOf, refundDue, returnableUnits, shippingLeft } from './return-amounts.ts'

const line = {
  lineItemId: '1',
  quantity: 3,
  canceledQuantity: 0,
  deliveredQuantity: 3,
  returnQuantity: 0,
  extendedPrice: 100,
  creditedAmount: 0,
}
const form = { capturedPaymentTotal: 150, creditPaymentTotal: 0, shippingTotal: 49.9, shippingCreditedTotal: 0 }

type Terms = Partial<typeof form> & { currency?: string }

function order(lines: readonly object[], { currency = 'NOK', ...totals }: Terms = {}): Order {
  return { billingCurrency: currency, orderForm: { ...form, ...totals, lineItems: lines } } as unknown as Order
}

t.test('given delivered and returned units, when they are counted, then only what the customer has can come back', async (t) => {
  t.equal(returnableUnits(line), 3)
  t.equal(returnableUnits({ ...line, deliveredQuantity: 2, returnQuantity: 1 }), 1)
  t.equal(returnableUnits({ ...line, deliveredQuantity: 0.3, returnQuantity: 0.1 }), 0.2, 'parts of a unit are exact')
  t.equal(returnableUnits({ ...line, deliveredQuantity: 1, returnQuantity: 2 }), 0)
})

t.test('given 3 units sold for 100.00, when they come back one by one, then they credit 33.33, 33.34 and 33.33', async (t) => {
  const one = [{ lineItemId: '1', units: 1 }]
  t.equal(creditOf(order([line]), one, false), 33.33)
  t.equal(creditOf(order([{ ...line, returnQuantity: 1, creditedAmount: 33.33 }]), one, false), 33.34)
  t.equal(creditOf(order([{ ...line, returnQuantity: 2, creditedAmount: 66.67 }]), one, false), 33.33)
  t.equal(creditOf(order([line]), [{ lineItemId: '1', units: 3 }], false), 100)
})

t.test(
  'given cancelled units, agreed credits and other currencies, when a return is valued, then it is as the API does',
  async (t) => {
    const two = [{ lineItemId: '1', units: 2 }]
    t.equal(
      creditOf(order([{ ...line, canceledQuantity: 1 }]), two, false),
      100,
      'the sold units are those that are not cancelled',
    )
    t.equal(creditOf(order([{ ...line, creditedAmount: 90 }]), two, false), 10, 'never more than the line has left')
    t.equal(creditOf(order([line], { currency: 'JPY' }), [{ lineItemId: '1', units: 1 }], false), 33, 'no decimals')
    t.equal(creditOf(order([line], { currency: 'KWD' }), [{ lineItemId: '1', units: 1 }], false), 33.333)
    t.equal(creditOf(order([line]), [{ lineItemId: 'unknown', units: 1 }], false), 0)
  },
)

t.test('given shipping that is credited in part, when the rest is credited, then it is exact', async (t) => {
  t.equal(shippingLeft({ ...form, shippingCreditedTotal: 20.1 }, 2), 29.8)
  t.equal(creditOf(order([line], { shippingCreditedTotal: 20.1 }), [{ lineItemId: '1', units: 1 }], true), 63.13)
  t.equal(shippingLeft({ ...form, shippingCreditedTotal: 60 }, 2), 0)
})

t.test('given a return, when its refund is due, then it is what is not refunded, at most what was captured', async (t) => {
  const taken = { creditAmount: 125.1, creditPayment: true, creditPaymentTotal: 0 }
  t.equal(refundDue(order([]), taken), 125.1)
  t.equal(refundDue(order([]), { ...taken, creditPaymentTotal: 125.1 }), 0, 'nothing is refunded twice')
  t.equal(refundDue(order([]), { ...taken, creditPaymentTotal: 0.2 }), 124.9)
  t.equal(refundDue(order([], { creditPaymentTotal: 100 }), taken), 50, 'other refunds have left 50')
  t.equal(refundDue(order([], { capturedPaymentTotal: 0 }), taken), 0, 'nothing was captured')
  t.equal(refundDue(order([]), { ...taken, creditPayment: false }), 0, 'agreed without a refund')
  t.equal(capturedLeft({ ...form, creditPaymentTotal: 149.9 }, 2), 0.1)
})
