import type { Discount } from '@open-oms/contracts/orders/discount'
import { type Minor, sum, toMinor } from '@open-oms/money/minor'
import { shares } from '@open-oms/money/shares'

/** What a discount on a line and one on the form have in common: the rule, without what it gave. */
export type Promotion = Pick<
  Discount,
  | 'alwaysApply'
  | 'canBeCombinedWithOtherPromotions'
  | 'discountValue'
  | 'isBonusPointsReward'
  | 'maxDiscountAmount'
  | 'priority'
  | 'promotionFixedPriceReward'
  | 'promotionMultiBuyReward'
  | 'rewardType'
>

/** Something that discounts reduce: what earlier ones left of it, and of how many units. */
export type Reducible = { left: Minor; quantity: number }

/**
 * A level at which discounts exclude each other: a line, the order, a shipment
 * (money.md#discount-levels).
 */
export type Level = { isClosed: boolean }

/** True when the promotion may still apply where an exclusive one has applied before. */
export function mayApply(promotion: Promotion, level: Level): boolean {
  return !promotion.isBonusPointsReward && (!level.isClosed || promotion.alwaysApply)
}

/** Closes the level to later promotions when an exclusive one reduced it. */
export function closeAfter(promotion: Promotion, level: Level, given: Minor): void {
  if (given > 0 && promotion.canBeCombinedWithOtherPromotions === false) level.isClosed = true
}

/** A percentage as discounts mean it: more than all is all. */
export function cappedPercentage(percentage: number): number {
  return Math.min(percentage, 100)
}

/** Amounts brought down to the promotion's `maxDiscountAmount` in sum, in proportion. */
export function cappedReward(promotion: Promotion, amounts: Minor[], exponent: number): Minor[] {
  if (promotion.maxDiscountAmount <= 0) return amounts
  const max = toMinor(promotion.maxDiscountAmount, exponent)
  return sum(amounts) > max ? shares(max, amounts) : amounts
}
