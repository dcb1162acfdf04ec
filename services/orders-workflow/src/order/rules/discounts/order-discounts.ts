import type { Discount } from '@open-oms/contracts/orders/discount'
import { type Minor, minus, plus, smaller, sum, toMinor, ZERO } from '@open-oms/money/minor'
import { shares } from '@open-oms/money/shares'
import { percentageOf } from '@open-oms/money/tax'
import type { Terms } from '../context/totals-context.ts'
import { cappedPercentage, cappedReward, closeAfter, mayApply, type Promotion } from './discount-rules.ts'
import { isLineDiscount } from './line-discounts.ts'
import { pooledReward } from './pooled-rewards.ts'

/** A line as order discounts see it. */
export type OrderDiscountLine = {
  /** `discountedPrice`: after the line's own discounts, without cancelled units. */
  price: Minor
  /** Units that are not cancelled. */
  quantity: number
  /** Neither a gift nor excluded from promotions, nor of a kind without discounts. */
  isEligible: boolean
}

export type OrderDiscounts = {
  /** What order discounts gave in all. */
  total: Minor
  /** Each line's share of it. */
  shares: Minor[]
  /** The amount of each discount, by its index in the form's `discounts`. */
  ofForm: Map<number, Minor>
}

/** Whether a discount of the form is taken of the whole order. */
export function isOrderDiscount(discount: Discount): boolean {
  return (discount.discountType === 'Order' || discount.discountType === 'Manual') && !isLineDiscount(discount)
}

/**
 * Applies the order's discounts in priority order (money.md#line-amounts,
 * money.md#order-discounts). They are of the eligible lines' `discountedPrice`; together they never
 * exceed it. Their sum is shared over the eligible lines in proportion, by largest remainder, ties
 * to the first line.
 */
export function discountOrder(discounts: readonly Discount[], lines: readonly OrderDiscountLine[], terms: Terms): OrderDiscounts {
  const positions = discounts.flatMap((discount, position) => (isOrderDiscount(discount) ? [position] : []))
  if (positions.length === 0) return { total: ZERO, shares: lines.map(() => ZERO), ofForm: new Map() }
  const weights = lines.map((line) => (line.isEligible ? line.price : ZERO))
  const base = sum(weights)
  const level = { isClosed: false }
  const ofForm = new Map<number, Minor>()
  let total = ZERO
  for (const position of positions.sort((a, b) => (discounts[a] as Discount).priority - (discounts[b] as Discount).priority)) {
    const discount = discounts[position] as Discount
    const reward = mayApply(discount, level) ? rewardOnOrder(discount, { base, lines }, terms) : ZERO
    const given = smaller(reward, minus(base, total))
    total = plus(total, given)
    ofForm.set(position, given)
    closeAfter(discount, level, given)
  }
  return { total, shares: shares(total, weights), ofForm }
}

type Base = { base: Minor; lines: readonly OrderDiscountLine[] }

function rewardOnOrder(promotion: Promotion, { base, lines }: Base, { exponent }: Terms): Minor {
  const eligible = () => lines.filter((line) => line.isEligible).map(({ price, quantity }) => ({ left: price, quantity }))
  const amounts = (): Minor[] => {
    switch (promotion.rewardType) {
      case 'Money':
        return [smaller(base, toMinor(promotion.discountValue, exponent))]
      case 'Percentage':
        return [percentageOf(base, cappedPercentage(promotion.discountValue))]
      case 'Free':
        return [base]
      case 'FixedPrice':
      case 'MultiBuys':
        return pooledReward(promotion, eligible(), exponent)
      default:
        return [ZERO]
    }
  }
  return sum(cappedReward(promotion, amounts(), exponent))
}
