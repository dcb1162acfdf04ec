import { isLongRun } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'

/** A place that takes and pays out money. */
export type Register = { storeId: string; registerId: string }

/** A line to sell. `cents` is the price of a unit with tax, in minor units. */
export type SoldLine = { productType: string | null; cents: number; quantity: number; taxRate: number }

/**
 * What happens to an order after it was sold. `line` and `quantity` are taken modulo what there is.
 */
export type Act = {
  register: Register | null
  line: number
  quantity: number
} /** `charged`: in minor units, off what is credited. */ & (
  | { what: 'return'; hasShipping: boolean; charged: number }
  | { what: 'returnRest' }
  | { what: 'replace' }
  | { what: 'exchange'; lines: SoldLine[] }
)

/** An order and what happens to it within the day. */
export type Story = {
  /** The till that sells; null for the web shop. */
  register: Register | null
  storeId: string
  lines: SoldLine[]
  /** Off each unit of the first line, in minor units. */
  lineDiscount: number
  orderDiscount: { rewardType: 'Percentage' | 'Money'; discountValue: number } | null
  shippingCents: number
  shippingRate: number
  /** The shipping of a second shipment, at another rate. */
  secondShippingCents: number
  /** Whether the total is rounded to whole units, as with cash. */
  isRounded: boolean
  /** Each payment's part in percent of what is due; a last one takes the remainder. */
  split: number[]
  /** The line that is cancelled before the order is paid; null for none. */
  canceledLine: number | null
  /** Whether the whole order is cancelled before it is paid. */
  isCanceled: boolean
  acts: Act[]
}

export const registers: readonly Register[] = [
  { storeId: 'Oslo-01', registerId: 'O1' },
  { storeId: 'Oslo-01', registerId: 'O2' },
  { storeId: 'Bergen-01', registerId: 'B1' },
]

const seldom = fc.integer({ min: 0, max: 5 }).map((die) => die === 0)
const cents = (max: number) => fc.integer({ min: 1, max })
const register = fc.constantFrom(...registers)

const goods: fc.Arbitrary<SoldLine> = fc.record({
  productType: fc.constantFrom(null, null, null, 'Rental', 'Fee'),
  cents: fc.oneof(fc.integer({ min: 500, max: 50_000 }), fc.constantFrom(10_000, 5_040, 4_920)),
  quantity: fc.integer({ min: 1, max: 3 }),
  taxRate: fc.constantFrom(25, 15),
})

const untaxed: fc.Arbitrary<SoldLine> = fc.record({
  productType: fc.constantFrom('GiftCard', 'Tip', 'giftcard', 'TIP'),
  cents: cents(20_000),
  quantity: fc.constant(1),
  taxRate: fc.constantFrom(25, 0),
})

const position = { line: fc.nat(5), quantity: fc.nat(2), register: fc.option(register) }
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    ...position,
    what: fc.constant('return' as const),
    hasShipping: fc.boolean(),
    charged: fc.oneof(fc.constant(0), cents(3_000)),
  }),
  fc.record({ ...position, what: fc.constant('returnRest' as const) }),
  fc.record({ ...position, what: fc.constant('replace' as const) }),
  fc.record({
    ...position,
    what: fc.constant('exchange' as const),
    lines: fc.array(goods, { minLength: 1, maxLength: 2 }),
  }),
)

const orderDiscount = fc.oneof(
  fc.record({ rewardType: fc.constant('Percentage' as const), discountValue: fc.constantFrom(10, 33) }),
  fc.record({ rewardType: fc.constant('Money' as const), discountValue: cents(3_000).map((amount) => amount / 100) }),
)

const story: fc.Arbitrary<Story> = fc
  .record({
    register: fc.option(register, { freq: 2 }),
    storeId: fc.constantFrom('Oslo-01', 'Bergen-01'),
    goods: fc.array(goods, { minLength: 1, maxLength: 3 }),
    untaxed: fc.array(untaxed, { maxLength: 1 }),
    lineDiscount: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 150 })),
    orderDiscount: fc.option(orderDiscount),
    shippingCents: fc.constantFrom(0, 4_900, 3_333),
    shippingRate: fc.constantFrom(25, 15),
    secondShippingCents: fc.constantFrom(0, 0, 11_200, 2_999),
    isRounded: fc.boolean(),
    split: fc.array(fc.integer({ min: 10, max: 90 }), { maxLength: 2 }),
    canceledLine: fc.option(fc.nat(3), { freq: 3 }),
    isCanceled: seldom,
    acts: fc.array(act, { maxLength: 2 }),
  })
  .map(({ goods: ofGoods, untaxed: others, ...rest }) => ({
    ...rest,
    storeId: rest.register?.storeId ?? rest.storeId,
    lines: [...ofGoods, ...others],
  }))

/** The orders of a day in two stores, three tills and a web shop; more in a long run. */
export const randomDay: fc.Arbitrary<Story[]> = fc.array(story, { minLength: 1, maxLength: isLongRun ? 4 : 2 })
