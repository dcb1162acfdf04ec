import { DomainError } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import t from 'tap'
import { type SampleForm, type SampleOrder, sampleOrder, sampleTerms } from '../../../testing/sample-order.ts'
import { assertInvariants } from '../invariants.ts'
import { calculateTotals } from './order-totals.ts'

function calculated(form: SampleForm, order: SampleOrder = {}): Order {
  const result = calculateTotals(sampleOrder(form, order), sampleTerms)
  assertInvariants(result)
  return result
}

const catchErrors = (work: () => unknown) => {
  try {
    work()
    return null
  } catch (error) {
    if (error instanceof DomainError) return { code: error.code, paths: Object.keys(error.details.errors ?? {}) }
    throw error
  }
}

t.test('given a line, when totals are calculated, then it has its price with and without tax, cost and tax', async (t) => {
  const order = calculated({
    lineItems: [{ placedPrice: 125, quantity: 3, cost: 40.125, taxRate: 25, suggestedRetailPrice: 150 }],
  })
  t.match(order.orderForm.lineItems[0], {
    placedPrice: 125,
    placedPriceExclTax: 100,
    suggestedRetailPriceExclTax: 120,
    discounted: 0,
    discountedPrice: 375,
    discountedPriceExclTax: 300,
    extendedPrice: 375,
    extendedPriceExclTax: 300,
    taxTotal: 75,
    costTotal: 120.38,
  })
  t.match(order, {
    subTotal: 375,
    subTotalExclTax: 300,
    total: 375,
    totalExclTax: 300,
    taxTotal: 75,
    netTotal: 375,
    lineItemsCost: 120.38,
  })
})

t.test('given a unit price of four decimals, when amounts are calculated, then they are rounded half away from 0', async (t) => {
  const order = calculated({ lineItems: [{ placedPrice: 0.3335, quantity: 3, taxRate: 0 }] })
  t.match(order.orderForm.lineItems[0], { placedPrice: 0.3335, extendedPrice: 1, taxTotal: 0 })
  t.match(calculated({ lineItems: [{ placedPrice: 1.005 }] }).orderForm.lineItems[0], { extendedPrice: 1.01 })
})

t.test('given a line without a tax rate, when totals are calculated, then the rate of the market counts, unstored', async (t) => {
  const order = calculated({
    lineItems: [{ placedPrice: 125 }, { placedPrice: 115, taxRate: 15 }, { placedPrice: 100, taxRate: 0 }],
  })
  t.strictSame(
    order.orderForm.lineItems.map(({ taxRate, taxTotal }) => [taxRate, taxTotal]),
    [
      [null, 25],
      [15, 15],
      [0, 0],
    ],
  )
})

t.test('given a currency of order or market, when totals are calculated, then it sets the decimals', async (t) => {
  const form = { lineItems: [{ placedPrice: 10.1239, quantity: 1, taxRate: 10 }] }
  t.equal(calculated(form, { billingCurrency: 'JPY' }).total, 10)
  t.equal(calculated(form, { billingCurrency: 'KWD' }).total, 10.124)
  t.equal(calculated(form, { billingCurrency: 'CLF' }).total, 10.1239)
  const ofMarket = calculateTotals({ ...sampleOrder(form), billingCurrency: null }, { ...sampleTerms, currency: 'JPY' })
  t.equal(ofMarket.total, 10)
  t.equal(ofMarket.orderForm.lineItems[0]?.taxTotal, 1)
})

t.test('given cancelled units, when totals are calculated, then they have no price and keep their discount share', async (t) => {
  const order = calculated({ lineItems: [{ placedPrice: 100, quantity: 3, canceledQuantity: 1, discounted: 50, cost: 10 }] })
  t.match(order.orderForm.lineItems[0], { discounted: 50, discountedPrice: 166.67, extendedPrice: 166.67, costTotal: 20 })
  t.equal(order.discountTotalIncVat, 33.33)
  t.match(calculated({ lineItems: [{ placedPrice: 100, quantity: 2, canceledQuantity: 2 }] }), {
    total: 0,
    taxTotal: 0,
    lineItemsCost: 0,
  })
})

t.test('given shipping, handling and rounding, when totals are calculated, then the form sums them with tax', async (t) => {
  const order = calculated({
    lineItems: [
      { placedPrice: 125, taxRate: 25 },
      { placedPrice: 115, taxRate: 15 },
    ],
    shipments: [{ shippingSubTotal: 50, shipmentTaxRate: 12 }],
    handlingTotal: 12.5,
    grossRoundoff: -0.5,
  })
  t.match(order.orderForm, {
    subTotal: 240,
    subTotalExclTax: 200,
    shippingSubTotal: 50,
    shippingSubTotalExclTax: 44.64,
    shippingTotal: 50,
    handlingTotal: 12.5,
    orderLevelTax: 2.5,
    grossRoundoff: -0.5,
    total: 302,
    taxTotal: 47.86,
    totalExclTax: 254.14,
  })
  t.match(order.orderForm.shipments[0], { subTotal: 240, shippingTax: 5.36, taxTotal: 45.36, total: 290 })
})

t.test('given failed and pending payments, when totals are calculated, then they do not count', async (t) => {
  const payment = (transactionType: string, amount: number, status = 'Processed') =>
    ({ transactionType, amount, status, paymentMethodName: 'Card', transactionId: 't' }) as never
  const payments = [
    payment('Authorization', 100),
    payment('Authorization', 30, 'Failed'),
    payment('Void', 20),
    payment('Capture', 40, 'Paid'),
    payment('Sale', 10, 'Approved'),
    payment('Invoiced', 5),
    payment('Capture', 25, 'Pending'),
    payment('Credit', 15),
  ]
  const order = calculated({ lineItems: [{ placedPrice: 100 }], payments })
  t.match(order.orderForm, { authorizedPaymentTotal: 80, capturedPaymentTotal: 55, creditPaymentTotal: 15, fullRefund: false })
  t.equal(order.remainingPayment, 20)
  t.match(calculated({ lineItems: [{ placedPrice: 50 }], payments: [payment('Sale', 60)] }), { remainingPayment: 0 })
  const refunded = calculated({ lineItems: [{ placedPrice: 50 }], payments: [payment('Sale', 50), payment('Credit', 50)] })
  t.equal(refunded.orderForm.fullRefund, true)
})

t.test('given calculated values of a client, when totals are calculated, then all are replaced', async (t) => {
  const lines = [{ placedPrice: 125, quantity: 2, taxRate: 25 }]
  const honest = calculated({ lineItems: lines, shipments: [{ shippingSubTotal: 50 }] })
  const made = {
    ...honest.orderForm.lineItems[0],
    extendedPrice: 1,
    discountedPrice: 2,
    orderDiscountAmount: 3,
    taxTotal: 4,
    costTotal: 5,
  }
  const sent = {
    ...honest,
    total: 7,
    remainingPayment: 8,
    netTotal: 9,
    orderForm: {
      ...honest.orderForm,
      total: 1,
      subTotal: 2,
      taxTotal: 3,
      capturedPaymentTotal: 4,
      discountAmount: 5,
      lineItems: [made],
    },
  } as Order
  t.strictSame(calculateTotals(sent, sampleTerms), honest)
})

t.test('given a line in two shipments, when totals are calculated, then its copies have parts of its prices', async (t) => {
  const order = calculated({
    lineItems: [{ lineItemId: 'a', placedPrice: 10, quantity: 3, taxRate: 25, discounted: 10, cost: 1 }],
    shipments: [
      { lineItems: [{ lineItemId: 'a', quantity: 1, placedPrice: 999 }], shippingSubTotal: 5 },
      { lineItems: [{ lineItemId: 'a', quantity: 2 }] },
    ],
  })
  const copies = order.orderForm.shipments.map(({ lineItems }) => lineItems[0])
  t.match(copies[0], {
    placedPrice: 10,
    taxRate: 25,
    quantity: 1,
    discounted: 3.33,
    extendedPrice: 6.67,
    taxTotal: 1.33,
    costTotal: 1,
  })
  t.match(copies[1], { placedPrice: 10, quantity: 2, discounted: 6.67, extendedPrice: 13.33, taxTotal: 2.67, costTotal: 2 })
  t.match(order.orderForm.shipments[0], { subTotal: 6.67, total: 11.67, taxTotal: 2.33 })
})

t.test('given a copy with cancelled units, when totals are calculated, then it has no prices and no discount', async (t) => {
  const line = { lineItemId: 'a', placedPrice: 10, taxRate: 25 }
  const order = calculated({
    lineItems: [{ ...line, quantity: 3, canceledQuantity: 2 }],
    shipments: [{ lineItems: [{ ...line, quantity: 2, canceledQuantity: 2 }] }, { lineItems: [{ ...line, quantity: 1 }] }],
    discounts: [{ discountType: 'Order', rewardType: 'Money', discountValue: 4 }],
  })
  const [canceled, kept] = order.orderForm.shipments.map(({ lineItems }) => lineItems[0])
  t.match(canceled, { discountedPrice: 0, orderDiscountAmount: 0, extendedPrice: 0, taxTotal: 0, costTotal: 0 })
  t.match(kept, { discountedPrice: 10, orderDiscountAmount: 4, extendedPrice: 6, taxTotal: 1.2 })
})

t.test('given results beyond twelve digits, when totals are calculated, then they are refused with the path', async (t) => {
  const big = { placedPrice: 999_999_999_999, quantity: 999_999_999 }
  t.strictSame(
    catchErrors(() => calculated({ lineItems: [{ placedPrice: 1 }, big] })),
    { code: 'ValidationFailed', paths: ['orderForm.lineItems[1]'] },
  )
  const sum = { lineItems: [{ placedPrice: 600_000_000_000 }, { placedPrice: 600_000_000_000 }] }
  t.strictSame(
    catchErrors(() => calculated(sum)),
    { code: 'ValidationFailed', paths: ['orderForm'] },
  )
  const shipping = { lineItems: [{ placedPrice: 999_999_999_999 }], shipments: [{ shippingSubTotal: 1 }] }
  t.strictSame(
    catchErrors(() => calculated(shipping)),
    { code: 'ValidationFailed', paths: ['orderForm'] },
  )
})

t.test('given negative prices and impossible rates, when totals are calculated, then each is refused by path', async (t) => {
  const form = {
    lineItems: [{ placedPrice: -1 }, { placedPrice: 1, taxRate: 101, orderLineDiscounts: [{ discountValue: -5 }] }],
    shipments: [{ shippingSubTotal: -2, shipmentTaxRate: -1 }],
    discounts: [{ discountValue: -1 }],
    handlingTotal: -3,
  }
  t.strictSame(
    catchErrors(() => calculated(form)),
    {
      code: 'ValidationFailed',
      paths: [
        'orderForm.lineItems[0].placedPrice',
        'orderForm.lineItems[1].taxRate',
        'orderForm.lineItems[1].orderLineDiscounts[0].discountValue',
        'orderForm.shipments[0].shippingSubTotal',
        'orderForm.shipments[0].shipmentTaxRate',
        'orderForm.discounts[0].discountValue',
        'orderForm.handlingTotal',
      ],
    },
  )
})

t.test('given unchanged lines and copies, when totals are calculated again, then they are the same objects', async (t) => {
  const form: SampleForm = {
    lineItems: [
      { lineItemId: '1', quantity: 2, placedPrice: 100 },
      { lineItemId: '2', quantity: 1, placedPrice: 50 },
    ],
    shipments: [{ lineItems: [{ lineItemId: '1', quantity: 2 }] }, { lineItems: [{ lineItemId: '2', quantity: 1 }] }],
  }
  const once = calculateTotals(sampleOrder(form), sampleTerms)
  const again = calculateTotals({ ...once, customerReference: 'R' }, sampleTerms)
  const allLines = ({ orderForm }: Order) => [
    ...orderForm.lineItems,
    ...orderForm.shipments.flatMap(({ lineItems }) => lineItems),
  ]
  for (const [position, line] of allLines(once).entries()) t.equal(allLines(again)[position], line)
  const [first, ...others] = once.orderForm.lineItems
  const dearer = {
    ...once,
    orderForm: { ...once.orderForm, lineItems: [{ ...(first as OrderLine), placedPrice: 120 }, ...others] },
  }
  const changed = allLines(calculateTotals(dearer, sampleTerms))
  t.match([changed[0], changed[2]], [{ extendedPrice: 240 }, { extendedPrice: 240, placedPrice: 120 }])
  t.equal(changed[3], allLines(once)[3])
})
