import { discountTypes, rewardTypes } from '@open-oms/contracts/orders/discount'
import type { Order } from '@open-oms/contracts/orders/order'
import fc from 'fast-check'
import { type SampleForm, sampleOrder } from '../sample-order.ts'

const decimal = (max: number, scale: number) => fc.integer({ min: 0, max: max * scale }).map((whole) => whole / scale)
const seldom = fc.integer({ min: 0, max: 9 }).map((die) => die === 0)
const skus = ['A', 'B', 'C', 'D'] as const
const currencies = ['NOK', 'JPY', 'KWD', 'CLF'] as const

const promotion = {
  alwaysApply: fc.boolean(),
  canBeCombinedWithOtherPromotions: fc.option(fc.boolean(), { nil: null as never }),
  discountValue: fc.oneof(decimal(120, 100), decimal(2000, 10)),
  isBonusPointsReward: seldom,
  maxDiscountAmount: fc.oneof(fc.constant(0), decimal(200, 100)),
  priority: fc.integer({ min: 0, max: 3 }),
  rewardType: fc.constantFrom(...rewardTypes),
  promotionFixedPriceReward: fc.record({
    fixedPricePrice: decimal(200, 100),
    fixedPriceQuantity: fc.integer({ min: 0, max: 4 }),
  }),
  promotionMultiBuyReward: fc.record({
    requiredBuyAmount: fc.integer({ min: 0, max: 4 }),
    numberOfDiscountedItems: fc.integer({ min: 0, max: 4 }),
    percentage: decimal(120, 10),
  }),
}

const formDiscount = fc.record({
  ...promotion,
  discountType: fc.constantFrom(...discountTypes),
  skuIds: fc.subarray([...skus]),
})

const line = fc
  .record({
    placedPrice: fc.oneof(decimal(1000, 100), decimal(10, 10_000)),
    quantity: fc.oneof(
      fc.integer({ min: 1, max: 9 }),
      decimal(9, 1000).filter((quantity) => quantity > 0),
    ),
    canceledPart: fc.constantFrom(0, 0, 0, 0.5, 1),
    taxRate: fc.constantFrom(0, 12, 15, 25, 8.1, null as never),
    productType: fc.constantFrom('', '', '', 'Ware', 'GiftCard', 'TIP', 'fee', 'Rental'),
    cost: decimal(500, 10_000),
    discounted: fc.oneof(fc.constant(0), decimal(300, 100)),
    code: fc.constantFrom(...skus),
    isGift: seldom,
    isExcludedFromPromotions: seldom,
    orderLineDiscounts: fc.array(fc.record(promotion), { maxLength: 2 }),
  })
  .map(({ canceledPart, ...rest }) => ({ ...rest, canceledQuantity: Math.floor(rest.quantity * canceledPart * 1000) / 1000 }))

const shipping = fc.record({
  shippingSubTotal: decimal(200, 100),
  shipmentTaxRate: fc.constantFrom(0, 25, null as never),
  shippingDiscountAmount: fc.oneof(fc.constant(0), decimal(50, 100)),
  discounts: fc.array(formDiscount, { maxLength: 2 }),
})

type Parts = { lineItems: NonNullable<SampleForm['lineItems']>; shipments: NonNullable<SampleForm['shipments']>; part: number }

/** Two shipments that each hold a part of every line. */
function spread({ lineItems, shipments, part }: Parts): SampleForm['shipments'] {
  const thousandths = (value: number) => Math.round(value * 1000)
  const first = (value: number) => Math.floor(thousandths(value) * part) / 1000
  const rest = (value: number) => (thousandths(value) - thousandths(first(value))) / 1000
  const copies = (take: (value: number) => number) =>
    lineItems.map((item, index) => ({
      ...item,
      lineItemId: String(index + 1),
      quantity: take(item.quantity as number),
      canceledQuantity: take(item.canceledQuantity as number),
    }))
  return shipments.map((shipment, index) => ({ ...shipment, lineItems: copies(index === 0 ? first : rest) }))
}

/** Orders with every kind of line, discount, shipment and currency. */
export const randomOrder: fc.Arbitrary<Order> = fc
  .record({
    lineItems: fc.array(line, { maxLength: 6 }),
    shipments: fc.array(shipping, { minLength: 2, maxLength: 2 }),
    shipmentCount: fc.constantFrom(0, 1, 2),
    part: fc.constantFrom(0, 0.3, 0.5, 1),
    discounts: fc.array(formDiscount, { maxLength: 4 }),
    handlingTotal: decimal(50, 100),
    grossRoundoff: fc.option(
      fc.integer({ min: -50, max: 50 }).map((whole) => whole / 100),
      { nil: null as never },
    ),
    currency: fc.constantFrom(...currencies),
  })
  .map(({ shipments, shipmentCount, part, currency, ...form }) => {
    const sent = shipments.slice(0, shipmentCount)
    const held = shipmentCount === 2 ? spread({ lineItems: form.lineItems, shipments: sent, part }) : sent
    return sampleOrder({ ...form, shipments: held as never }, { billingCurrency: currency })
  })
