import type { Order } from '@open-oms/contracts/orders/order'
import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t from 'tap'
import { type SampleForm, sampleOrder, sampleTerms } from '../../../testing/sample-order.ts'
import { assertInvariants } from '../invariants.ts'
import { allocationsAfter } from '../payments/published-allocations.ts'
import { calculateTotals } from '../totals/order-totals.ts'
import { lineKind } from './line-kinds.ts'

const calculated = (form: SampleForm, more: Partial<Order> = {}) => {
  const order = calculateTotals({ ...sampleOrder(form), ...more }, sampleTerms)
  assertInvariants(order)
  return order
}
type Line = NonNullable<SampleForm['lineItems']>[number]
type Discount = NonNullable<SampleForm['discounts']>[number]

const percent = (discountValue: number, more: Partial<Discount> = {}): Discount => ({
  discountId: 'D',
  discountType: 'Order',
  rewardType: 'Percentage',
  discountValue,
  ...more,
})
const card: Line = { code: 'CARD', productType: 'GiftCard', placedPrice: 500, taxRate: 25 }
const shoes: Line = { code: 'SHOES', placedPrice: 500, taxRate: 25 }
const extendedPrices = ({ orderForm }: Order) => orderForm.lineItems.map(({ extendedPrice }) => extendedPrice)

t.test(
  'given a gift card and goods with an order discount, when calculated, then the discount and the tax are of the goods',
  async (t) => {
    const order = calculated({ lineItems: [card, shoes], discounts: [percent(10)] })
    t.match(order, { total: 950, taxTotal: 90, orderForm: { discountAmount: 50 } })
    t.match(order.orderForm.lineItems[0], { taxTotal: 0, extendedPrice: 500, extendedPriceExclTax: 500, placedPriceExclTax: 500 })
    t.match(
      calculated({ lineItems: [{ ...card, taxRate: null as never }] }),
      { total: 500, taxTotal: 0 },
      'at the rate of the market',
    )
  },
)

t.test('given a meal and a tip with an order discount, when calculated, then the tip is whole and has no tax', async (t) => {
  const meal = { code: 'MEAL', placedPrice: 100, taxRate: 25 }
  const order = calculated({ lineItems: [meal, { code: 'TIP', productType: 'tIP', placedPrice: 20 }], discounts: [percent(10)] })
  t.match(order, { total: 110, taxTotal: 18 })
  t.strictSame(extendedPrices(order), [90, 20])
})

t.test('given a fee and a rental, when calculated, then they have tax and discounts as goods', async (t) => {
  for (const productType of ['FEE', 'rental', 'Ware', '', 'Gift Card'])
    t.match(calculated({ lineItems: [{ ...shoes, productType }], discounts: [percent(10)] }), { total: 450, taxTotal: 90 })
  t.match(lineKind({ productType: 'RENTAL' }), { isRental: true, breakdown: 'Sales' })
})

t.test('given discounts of any kind, when they name no SKU, then gift cards and tips keep their price', async (t) => {
  const rewards: Partial<Discount>[] = [
    { discountType: 'LineItem' },
    { discountType: 'Manual' },
    { rewardType: 'Money', discountValue: 50 },
    { rewardType: 'Free' },
    { discountType: 'Manual', rewardType: 'Gift' },
    {
      discountType: 'LineItem',
      rewardType: 'MultiBuys',
      promotionMultiBuyReward: { requiredBuyAmount: 1, numberOfDiscountedItems: 1, percentage: 50 },
    },
    { rewardType: 'FixedPrice', promotionFixedPriceReward: { fixedPriceQuantity: 1, fixedPricePrice: 100 } },
  ]
  for (const reward of rewards) {
    const order = calculated({ lineItems: [{ ...card, placedPrice: 10 }, shoes], discounts: [percent(10, reward)] })
    t.equal(extendedPrices(order)[0], 10, JSON.stringify(reward))
    t.ok((extendedPrices(order)[1] as number) < 500, JSON.stringify(reward))
  }
  const named = percent(10, { discountType: 'LineItem', skuIds: ['CARD'] })
  t.strictSame(extendedPrices(calculated({ lineItems: [card], discounts: [named] })), [450], 'a discount that names it')
})

t.test('given a returned gift card, when its form is calculated, then it has no tax', async (t) => {
  const sold = calculated({ lineItems: [{ ...card, deliveredQuantity: 1 }] })
  const returned = {
    returnId: '1',
    status: 'New',
    lineItems: [{ ...sold.orderForm.lineItems[0], productType: null, returnQuantity: 1 }],
  }
  const order = calculateTotals(sampleOrder({ lineItems: [card] }, { returnOrderForms: [returned] } as never), sampleTerms)
  t.match(order.returnOrderForms, [{ total: 500, taxTotal: 0, totalExclTax: 500 }])
})

t.test('given a paid line that gets its product type, when allocated again, then its payment is for a gift card', async (t) => {
  const payments = [{ id: 'p', amount: 500, transactionType: 'Sale', status: 'Processed', transactionId: 't' }] as never
  const before = calculated({ lineItems: [{ ...card, productType: null as never }], payments })
  const after = calculated({ lineItems: [card], payments })
  const terms = { currency: 'NOK', taxRate: 25, canceledStatuses: [] }
  const first = allocationsAfter({ before: null, after: before }, [], terms)
  t.match(first[0]?.breakdown, [{ kind: 'Sales', net: 400, vatAmount: 100 }])
  t.match(allocationsAfter({ before, after }, first, terms)[0]?.breakdown, [{ kind: 'GiftCard', net: 500, vatAmount: 0 }])
})

t.test('given lines of all kinds, when calculated and paid, then tax and shares are of the taxed lines and add up', async (t) => {
  const types = fc.constantFrom('', 'GiftCard', 'tip', 'FEE', 'Rental')
  const lines = fc.array(fc.record({ productType: types, placedPrice: fc.integer({ min: 1, max: 500 }) }), {
    minLength: 1,
    maxLength: 6,
  })
  fc.assert(
    fc.property(lines, fc.integer({ min: 0, max: 100 }), (drawn, discountValue) => {
      const amount = drawn.reduce((sum, { placedPrice }) => sum + placedPrice, 0)
      const payments = [{ id: 'p', amount, transactionType: 'Sale', status: 'Processed', transactionId: 't' }] as never
      const order = calculated({
        lineItems: drawn.map((line) => ({ ...line, taxRate: 25 })),
        discounts: [percent(discountValue)],
        payments,
      })
      const { lineItems } = order.orderForm
      const untaxed = lineItems.filter((line) => !lineKind(line).isTaxed)
      const entries = allocationsAfter({ before: null, after: order }, [], sampleTerms)[0]?.breakdown ?? []
      const cents = (values: readonly number[]) => values.reduce((sum, value) => sum + Math.round(value * 100), 0)
      return (
        untaxed.every(
          (line) => line.taxTotal === 0 && line.orderDiscountAmount === 0 && line.extendedPrice === line.placedPrice,
        ) &&
        cents(entries.map(({ vatAmount }) => vatAmount)) === cents([order.taxTotal]) &&
        cents(entries.flatMap(({ net, vatAmount }) => [net, vatAmount])) === cents([amount])
      )
    }),
    { numRuns: propertyRuns(100) },
  )
  t.pass()
})
