import type { Order } from '@open-oms/contracts/orders/order'
import t from 'tap'
import { type SampleForm, sampleOrder, sampleTerms } from '../../../testing/sample-order.ts'
import { assertInvariants } from '../invariants.ts'
import { calculateTotals } from '../totals/order-totals.ts'

type FormDiscount = NonNullable<SampleForm['discounts']>[number]
type Line = NonNullable<SampleForm['lineItems']>[number]

function calculated(lineItems: Line[], discounts: FormDiscount[] = []): Order {
  const order = calculateTotals(sampleOrder({ lineItems, discounts }), sampleTerms)
  assertInvariants(order)
  return order
}

const discountedAmounts = (order: Order) => order.orderForm.lineItems.map(({ discounted }) => discounted)
const formDiscountAmounts = (order: Order) => order.orderForm.discounts.map(({ discountAmount }) => discountAmount)
const lineDiscountAmounts = (order: Order) =>
  order.orderForm.lineItems[0]?.orderLineDiscounts.map(({ discountAmount }) => discountAmount)

const buy3pay2 = { requiredBuyAmount: 3, numberOfDiscountedItems: 1, percentage: 100 }

t.test('given a Money discount on a line, when totals are calculated, then it is per unit and at most the line', async (t) => {
  const money = { rewardType: 'Money', discountValue: 30 } as const
  const order = calculated([{ placedPrice: 100, quantity: 2, orderLineDiscounts: [money] }])
  t.match(order.orderForm.lineItems[0], {
    discounted: 60,
    discountedExclTax: 48,
    lineItemDiscountAmount: 60,
    discountedPrice: 140,
  })
  t.match(order.orderForm.lineItems[0]?.orderLineDiscounts[0], { discountAmount: 60, discountAmountPrItem: 30 })
  t.strictSame(discountedAmounts(calculated([{ placedPrice: 20, quantity: 2, orderLineDiscounts: [money] }])), [40])
})

t.test('given percentages on a line, when totals are calculated, then they apply in order of priority to the rest', async (t) => {
  const orderLineDiscounts = [
    { rewardType: 'Percentage', discountValue: 50, priority: 2 },
    { rewardType: 'Percentage', discountValue: 10, priority: 1 },
  ] as const
  const order = calculated([{ placedPrice: 100, orderLineDiscounts: [...orderLineDiscounts] }])
  t.strictSame(lineDiscountAmounts(order), [45, 10])
  t.strictSame(discountedAmounts(order), [55])
})

t.test(
  'given reward types of all kinds, when totals are calculated, then Free and Gift take all and the others nothing',
  async (t) => {
    const own = (discount: object) => calculated([{ placedPrice: 100, orderLineDiscounts: [discount] }]).orderForm.lineItems[0]
    t.match(own({ rewardType: 'Free' }), { discounted: 100, extendedPrice: 0, isGift: false })
    t.match(own({ rewardType: 'Gift' }), { discounted: 100, extendedPrice: 0, isGift: true })
    for (const discount of [
      { rewardType: 'Kit', discountValue: 10 },
      { rewardType: 'None', discountValue: 10 },
      { discountValue: 10 },
      { rewardType: 'Money', discountValue: 10, isBonusPointsReward: true },
    ]) {
      t.match(own(discount), { discounted: 0, extendedPrice: 100 })
    }
  },
)

t.test('given a line discount of the form, when totals are calculated, then it applies to its SKUs or all lines', async (t) => {
  const lines = [
    { code: 'A', placedPrice: 100, quantity: 2 },
    { code: 'B', placedPrice: 50 },
    { code: 'A', placedPrice: 10 },
  ]
  const percent = { discountType: 'LineItem', rewardType: 'Percentage', discountValue: 10 } as const
  t.strictSame(discountedAmounts(calculated(lines, [{ ...percent, skuIds: ['A'] }])), [20, 0, 1])
  const all = calculated(lines, [percent])
  t.strictSame(discountedAmounts(all), [20, 5, 1])
  t.strictSame(formDiscountAmounts(all), [26])
  t.equal(all.orderForm.discountAmount, 0)
  t.equal(all.discountTotalIncVat, 26)
  t.strictSame(discountedAmounts(calculated(lines, [{ ...percent, discountType: 'Manual', skuIds: ['B'] }])), [0, 5, 0])
  t.strictSame(discountedAmounts(calculated(lines, [{ ...percent, discountType: 'BonusPoints' }])), [0, 0, 0])
  t.strictSame(discountedAmounts(calculated(lines, [{ ...percent, discountType: 'None' }])), [0, 0, 0])
})

t.test('given a maximum, when a discount exceeds it, then it is capped over all lines in proportion', async (t) => {
  const lines = [{ placedPrice: 100 }, { placedPrice: 300 }]
  const order = calculated(lines, [
    { discountType: 'LineItem', rewardType: 'Percentage', discountValue: 50, maxDiscountAmount: 100 },
  ])
  t.strictSame(discountedAmounts(order), [25, 75])
  t.strictSame(formDiscountAmounts(order), [100])
})

t.test('given an exclusive discount, when later ones follow, then its lines get only those that always apply', async (t) => {
  const percent = (discountValue: number, priority: number, rest = {}) =>
    ({ discountType: 'LineItem', rewardType: 'Percentage', discountValue, priority, ...rest }) as const
  const lines = [
    { code: 'A', placedPrice: 100 },
    { code: 'B', placedPrice: 100 },
  ]
  const exclusive = percent(10, 1, { canBeCombinedWithOtherPromotions: false, skuIds: ['A'] })
  t.strictSame(discountedAmounts(calculated(lines, [percent(20, 2), exclusive])), [10, 20])
  t.strictSame(discountedAmounts(calculated(lines, [percent(20, 2, { alwaysApply: true }), exclusive])), [28, 20])
  t.strictSame(discountedAmounts(calculated(lines, [percent(20, 0), exclusive])), [28, 20])
  const givesNothing = percent(0, 1, { canBeCombinedWithOtherPromotions: false })
  t.strictSame(discountedAmounts(calculated(lines, [percent(20, 2), givesNothing])), [20, 20])
})

t.test('given buy three, pay two, when totals are calculated, then units are pooled and the cheapest are free', async (t) => {
  const deal = { discountType: 'LineItem', rewardType: 'MultiBuys', promotionMultiBuyReward: buy3pay2 } as const
  const lines = [
    { code: 'A', placedPrice: 50, quantity: 4 },
    { code: 'B', placedPrice: 20 },
    { code: 'C', placedPrice: 30, quantity: 2 },
  ]
  t.strictSame(discountedAmounts(calculated(lines, [deal])), [0, 20, 30])
  t.strictSame(discountedAmounts(calculated(lines, [{ ...deal, skuIds: ['A'] }])), [50, 0, 0])
  t.strictSame(discountedAmounts(calculated(lines.slice(2), [deal])), [0])
  const halfOff = { ...deal, promotionMultiBuyReward: { requiredBuyAmount: 2, numberOfDiscountedItems: 5, percentage: 50 } }
  t.strictSame(discountedAmounts(calculated([{ placedPrice: 0.99, quantity: 3 }], [halfOff])), [0.99])
  t.strictSame(discountedAmounts(calculated(lines, [{ discountType: 'LineItem', rewardType: 'MultiBuys' }])), [0, 0, 0])
})

t.test('given a pooled discount, when lines are in another order, then it is rounded once to the same amount', async (t) => {
  const deal = { requiredBuyAmount: 2, numberOfDiscountedItems: 1, percentage: 50 }
  const discount = { discountType: 'LineItem', rewardType: 'MultiBuys', promotionMultiBuyReward: deal } as const
  const lines = [{ placedPrice: 0.33, quantity: 3 }, ...[1, 2, 3].map(() => ({ placedPrice: 0.33 }))]
  t.strictSame(formDiscountAmounts(calculated(lines, [discount])), [0.5])
  t.strictSame(formDiscountAmounts(calculated([...lines].reverse(), [discount])), [0.5])
})

t.test('given a fixed price, when totals are calculated, then it applies to full groups, the rest keeps its price', async (t) => {
  const deal = { rewardType: 'FixedPrice', promotionFixedPriceReward: { fixedPricePrice: 100, fixedPriceQuantity: 3 } } as const
  t.strictSame(discountedAmounts(calculated([{ placedPrice: 40, quantity: 7, orderLineDiscounts: [deal] }])), [40])
  t.strictSame(discountedAmounts(calculated([{ placedPrice: 40, quantity: 2, orderLineDiscounts: [deal] }])), [0])
  t.strictSame(discountedAmounts(calculated([{ placedPrice: 30, quantity: 3, orderLineDiscounts: [deal] }])), [0])
  const pooled = calculated([{ placedPrice: 60 }, { placedPrice: 40, quantity: 2 }], [{ ...deal, discountType: 'LineItem' }])
  t.strictSame(discountedAmounts(pooled), [17.14, 22.86])
})

t.test('given a gift of an order discount, when the discount is removed, then it has its price again', async (t) => {
  const lines = [
    { code: 'A', placedPrice: 100 },
    { code: 'MUG', placedPrice: 10 },
  ]
  const gift: FormDiscount = { discountType: 'Order', rewardType: 'Gift', skuIds: ['MUG'] }
  const given = calculated(lines, [gift])
  t.match(given.orderForm.lineItems[1], { isGift: true, extendedPrice: 0 })
  const without = { ...given, orderForm: { ...given.orderForm, discounts: [] } }
  const taken = calculateTotals(without, { ...sampleTerms, previous: given })
  t.match(taken.orderForm.lineItems[1], { isGift: false, discounted: 0, extendedPrice: 10 })
  const flagged = calculated([{ placedPrice: 10, isGift: true }])
  t.match(calculateTotals(flagged, { ...sampleTerms, previous: flagged }).orderForm.lineItems[0], {
    isGift: true,
    extendedPrice: 10,
  })
})
