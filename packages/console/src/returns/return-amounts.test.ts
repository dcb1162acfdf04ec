import type { Order } from '@open-oms/client/types'
import t from 'tap'
import { capturedLeft, type ReturnedUnits, refundDue, returnableUnits, shippingLeft, valueReturn } from './return-amounts.ts'

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

type Terms = Partial<typeof form> & { grossRoundoff?: number; netTotal?: number; forms?: readonly object[] }

function order(lines: readonly object[], { netTotal = 150, forms = [], ...totals }: Terms = {}): Order {
  return { netTotal, returnOrderForms: forms, orderForm: { ...form, ...totals, lineItems: lines } } as unknown as Order
}

const valuing = { isShippingCredited: false, currency: 'NOK', canceledStatuses: ['Cancelled'] }
const returnCredit = (of: Order, returned: readonly ReturnedUnits[], fields: Partial<typeof valuing> = {}) =>
  valueReturn(of, returned, { ...valuing, ...fields }).credit

t.test('given delivered and returned units, when they are counted, then only what the customer has can come back', async (t) => {
  t.equal(returnableUnits(line), 3)
  t.equal(returnableUnits({ ...line, deliveredQuantity: 2, returnQuantity: 1 }), 1)
  t.equal(returnableUnits({ ...line, deliveredQuantity: 0.3, returnQuantity: 0.1 }), 0.2, 'parts of a unit are exact')
  t.equal(returnableUnits({ ...line, deliveredQuantity: 1, returnQuantity: 2 }), 0)
})

t.test('given 3 units sold for 100.00, when they come back one by one, then they credit 33.33, 33.34 and 33.33', async (t) => {
  const one = [{ lineItemId: '1', units: 1 }]
  t.equal(returnCredit(order([line]), one), 33.33)
  t.equal(returnCredit(order([{ ...line, returnQuantity: 1, creditedAmount: 33.33 }]), one), 33.34)
  t.equal(returnCredit(order([{ ...line, returnQuantity: 2, creditedAmount: 66.67 }]), one), 33.33)
  t.equal(returnCredit(order([line]), [{ lineItemId: '1', units: 3 }]), 100)
})

t.test(
  'given cancelled units, agreed credits and other currencies, when a return is valued, then it is as the API does',
  async (t) => {
    const two = [{ lineItemId: '1', units: 2 }]
    t.equal(returnCredit(order([{ ...line, canceledQuantity: 1 }]), two), 100, 'the sold units are those that are not cancelled')
    t.equal(returnCredit(order([{ ...line, creditedAmount: 90 }]), two), 10, 'never more than the line has left')
    t.equal(returnCredit(order([line]), [{ lineItemId: '1', units: 1 }], { currency: 'JPY' }), 33, 'no decimals')
    t.equal(returnCredit(order([line]), [{ lineItemId: '1', units: 1 }], { currency: 'KWD' }), 33.333)
    t.equal(returnCredit(order([line]), [{ lineItemId: 'unknown', units: 1 }]), 0)
  },
)

t.test('given shipping that is credited in part, when the rest is credited, then it is exact', async (t) => {
  t.equal(shippingLeft({ ...form, shippingCreditedTotal: 20.1 }, 2), 29.8)
  t.equal(
    returnCredit(order([line], { shippingCreditedTotal: 20.1 }), [{ lineItemId: '1', units: 1 }], { isShippingCredited: true }),
    63.13,
  )
  t.equal(shippingLeft({ ...form, shippingCreditedTotal: 60 }, 2), 0)
})

t.test('given a return, when its refund is due, then it is what is not refunded, at most what was captured', async (t) => {
  const taken = { creditAmount: 125.1, creditPayment: true, creditPaymentTotal: 0 }
  t.equal(refundDue(order([]), taken, 'NOK'), 125.1)
  t.equal(refundDue(order([]), { ...taken, creditPaymentTotal: 125.1 }, 'NOK'), 0, 'nothing is refunded twice')
  t.equal(refundDue(order([]), { ...taken, creditPaymentTotal: 0.2 }, 'NOK'), 124.9)
  t.equal(refundDue(order([], { creditPaymentTotal: 100 }), taken, 'NOK'), 50, 'other refunds have left 50')
  t.equal(refundDue(order([], { capturedPaymentTotal: 0 }), taken, 'NOK'), 0, 'nothing was captured')
  t.equal(refundDue(order([]), { ...taken, creditPayment: false }, 'NOK'), 0, 'agreed without a refund')
  t.equal(capturedLeft({ ...form, creditPaymentTotal: 149.9 }, 2), 0.1)
})

t.test(
  'given an order that was rounded, when a return takes the last goods, then it has the rounding that is left',
  async (t) => {
    const worth = (of: Order, units: number) => valueReturn(of, [{ lineItemId: '1', units }], valuing)
    const down = { netTotal: 99.6, grossRoundoff: -0.4 }
    t.same(worth(order([line], down), 3), { credit: 99.6, rounding: -0.4 })
    t.same(worth(order([line], down), 1), { credit: 33.33, rounding: 0 }, 'others are still to come back')
    t.same(worth(order([line], { netTotal: 100.4, grossRoundoff: 0.4 }), 3), { credit: 100.4, rounding: 0.4 })
    const forms = [
      { status: 'Completed', grossRoundoff: -0.1 },
      { status: 'Cancelled', grossRoundoff: -0.3 },
      { status: 'New', grossRoundoff: null },
    ]
    t.same(worth(order([line], { ...down, forms }), 3), { credit: 99.7, rounding: -0.3 }, 'cancelled forms have none')
    const other = { ...line, lineItemId: '2', extendedPrice: 0.2 }
    const favour = order([line, other], { netTotal: 99.8, grossRoundoff: -0.4 })
    t.same(worth(favour, 3), { credit: 99.8, rounding: -0.2 }, 'as much as keeps the net total from falling below 0')
    t.same(worth(order([{ ...line, extendedPrice: 0 }], down), 3), { credit: 0, rounding: 0 }, 'goods that are worth nothing')
  },
)
