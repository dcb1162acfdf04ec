import type { Order } from '@open-oms/contracts/orders/order'
import t from 'tap'
import { type SampleForm, sampleOrder, sampleTerms } from '../../../testing/sample-order.ts'
import { assertInvariants } from '../invariants.ts'
import { calculateTotals } from '../totals/order-totals.ts'

type FormDiscount = NonNullable<SampleForm['discounts']>[number]
type Line = NonNullable<SampleForm['lineItems']>[number]

function calculated(lineItems: Line[], discounts: FormDiscount[], form: SampleForm = {}): Order {
  const order = calculateTotals(sampleOrder({ ...form, lineItems, discounts }), sampleTerms)
  assertInvariants(order)
  return order
}

const orderDiscountShares = (order: Order) => order.orderForm.lineItems.map(({ orderDiscountAmount }) => orderDiscountAmount)
const formDiscountAmounts = (order: Order) => order.orderForm.discounts.map(({ discountAmount }) => discountAmount)
const ofOrder = (rewardType: string, discountValue: number, rest = {}) =>
  ({ discountType: 'Order', rewardType, discountValue, ...rest }) as FormDiscount

t.test('given an order discount, when it is shared over lines, then the largest remainders get the rest', async (t) => {
  const order = calculated([{ placedPrice: 100 }, { placedPrice: 100 }, { placedPrice: 100 }], [ofOrder('Money', 100)])
  t.strictSame(orderDiscountShares(order), [33.34, 33.33, 33.33])
  t.match(order.orderForm, { discountAmount: 100, subTotal: 200 })
  t.strictSame(orderDiscountShares(calculated([{ placedPrice: 10 }, { placedPrice: 30 }], [ofOrder('Money', 1)])), [0.25, 0.75])
  t.strictSame(orderDiscountShares(calculated([{ placedPrice: 100 }], [ofOrder('Money', 500)])), [100])
})

t.test('given percentages of an order, when totals are calculated, then they apply to discounted prices', async (t) => {
  const lines = [{ placedPrice: 100, discounted: 20 }, { placedPrice: 120 }]
  t.strictSame(formDiscountAmounts(calculated(lines, [ofOrder('Percentage', 10), ofOrder('Percentage', 50)])), [20, 100])
  t.strictSame(formDiscountAmounts(calculated(lines, [ofOrder('Percentage', 60), ofOrder('Percentage', 60)])), [120, 80])
  t.strictSame(formDiscountAmounts(calculated(lines, [ofOrder('Percentage', 50, { maxDiscountAmount: 30 })])), [30])
  t.strictSame(formDiscountAmounts(calculated(lines, [ofOrder('Free', 0)])), [200])
  t.strictSame(formDiscountAmounts(calculated(lines, [{ ...ofOrder('Percentage', 10), discountType: 'Manual' }])), [20])
  t.strictSame(formDiscountAmounts(calculated(lines, [{ ...ofOrder('Percentage', 10), discountType: 'BonusPoints' }])), [0])
})

t.test('given gifts and excluded lines, when an order discount is shared, then they get nothing', async (t) => {
  const lines = [{ placedPrice: 100 }, { placedPrice: 100, isGift: true }, { placedPrice: 100, isExcludedFromPromotions: true }]
  const order = calculated(lines, [ofOrder('Percentage', 10), ofOrder('Money', 500)])
  t.strictSame(orderDiscountShares(order), [100, 0, 0])
  t.strictSame(formDiscountAmounts(order), [10, 90])
})

t.test('given cancelled units, when an order discount is shared, then they get nothing', async (t) => {
  const order = calculated(
    [
      { placedPrice: 100, quantity: 2, canceledQuantity: 2 },
      { placedPrice: 50, quantity: 2, canceledQuantity: 1 },
    ],
    [ofOrder('Percentage', 10)],
  )
  t.strictSame(orderDiscountShares(order), [0, 5])
})

t.test('given an exclusive order discount, when others follow, then only later ones of the order are left out', async (t) => {
  const discounts = [
    ofOrder('Money', 10, { canBeCombinedWithOtherPromotions: false }),
    ofOrder('Money', 20, { priority: 1 }),
    ofOrder('Money', 5, { priority: 1, alwaysApply: true }),
    { discountType: 'LineItem', rewardType: 'Money', discountValue: 1, priority: 2 } as const,
    { discountType: 'Shipping', rewardType: 'Free', priority: 2 } as const,
  ]
  t.strictSame(
    formDiscountAmounts(calculated([{ placedPrice: 100 }], discounts, { shipments: [{ shippingSubTotal: 30 }] })),
    [10, 0, 5, 1, 30],
  )
})

t.test('given group rewards on the order, when totals are calculated, then they use the units of eligible lines', async (t) => {
  const multi = { promotionMultiBuyReward: { requiredBuyAmount: 2, numberOfDiscountedItems: 1, percentage: 100 } }
  const lines = [{ placedPrice: 100, discounted: 60 }, { placedPrice: 50 }, { placedPrice: 1, isGift: true }]
  t.strictSame(formDiscountAmounts(calculated(lines, [ofOrder('MultiBuys', 0, multi)])), [40])
  const fixed = { promotionFixedPriceReward: { fixedPricePrice: 70, fixedPriceQuantity: 2 } }
  t.strictSame(formDiscountAmounts(calculated(lines, [ofOrder('FixedPrice', 0, fixed)])), [20])
})

t.test('given a shipping discount, when it is spread over shipments, then the excess of one goes to the others', async (t) => {
  const half = (shippingSubTotal: number, rest = {}) => ({ lineItems: [], shippingSubTotal, ...rest })
  const calculateShipping = (shipments: NonNullable<SampleForm['shipments']>, discount: FormDiscount) => {
    const order = calculateTotals(sampleOrder({ shipments, discounts: [discount] }), sampleTerms)
    return [order.orderForm.shipments.map(({ shippingDiscountAmount }) => shippingDiscountAmount), ...formDiscountAmounts(order)]
  }
  const ofShipping = (rewardType: string, discountValue = 0, rest = {}) =>
    ({ discountType: 'Shipping', rewardType, discountValue, priority: 1, ...rest }) as FormDiscount
  t.strictSame(calculateShipping([half(10), half(20)], ofShipping('Money', 10)), [[3.33, 6.67], 10])
  t.strictSame(calculateShipping([half(10), half(20)], ofShipping('Money', 100)), [[10, 20], 30])
  const ownHalf = { discounts: [{ discountType: 'Shipping', rewardType: 'Percentage', discountValue: 80 } as const] }
  t.strictSame(calculateShipping([half(50, ownHalf), half(50)], ofShipping('Money', 40)), [[50, 30], 40])
  t.strictSame(calculateShipping([half(10), half(20)], ofShipping('Percentage', 50)), [[5, 10], 15])
  t.strictSame(calculateShipping([half(10), half(20)], ofShipping('Free')), [[10, 20], 30])
  t.strictSame(calculateShipping([half(10), half(20)], ofShipping('Percentage', 50, { maxDiscountAmount: 3 })), [[1, 2], 3])
  const fixed = { promotionFixedPriceReward: { fixedPricePrice: 15, fixedPriceQuantity: 1 } }
  t.strictSame(calculateShipping([half(10), half(20)], ofShipping('FixedPrice', 0, fixed)), [[5, 10], 15])
  t.strictSame(calculateShipping([half(10)], ofShipping('MultiBuys', 5)), [[0], 0])
})

t.test('given a shipping discount, when totals are calculated, then shipping has both prices and the tax', async (t) => {
  const discounts = [{ discountType: 'Shipping', rewardType: 'Percentage', discountValue: 20 }] as const
  const order = calculated([{ placedPrice: 100 }], [...discounts], { shipments: [{ shippingSubTotal: 125 }] })
  t.match(order.orderForm.shipments[0], {
    shippingSubTotal: 125,
    shippingSubTotalExclTax: 100,
    shippingDiscountAmount: 25,
    shippingTotal: 100,
    shippingTax: 20,
  })
  t.match(order, { shippingSubTotal: 125, shippingDiscountTotal: 25, discountTotalIncVat: 25, total: 200 })
})
