import { type Minor, smaller, times, ZERO } from '@oms/money/minor'
import { percentageOf } from '@oms/money/tax'
import { cappedPercentage, cappedReward, type Promotion, type Reducible } from './discount-rules.ts'
import { pooledReward } from './pooled-rewards.ts'

/**
 * What a promotion takes off each of some lines (money.md#discounts): Money is per unit, a
 * percentage applies to the remaining value, MultiBuys and FixedPrice count the units of all lines
 * together. Never more than the remaining value of a line; `maxDiscountAmount` caps the sum. Kit
 * and None reduce nothing: the price of a kit is in its lines.
 */
export function rewardOnLines(promotion: Promotion, lines: readonly Reducible[], exponent: number): Minor[] {
  return cappedReward(promotion, uncappedOnLines(promotion, lines, exponent), exponent)
}

function uncappedOnLines(promotion: Promotion, lines: readonly Reducible[], exponent: number): Minor[] {
  switch (promotion.rewardType) {
    case 'Money':
      return lines.map((line) => smaller(line.left, times(promotion.discountValue, line.quantity, exponent)))
    case 'Percentage':
      return lines.map((line) => percentageOf(line.left, cappedPercentage(promotion.discountValue)))
    case 'Free':
    case 'Gift':
      return lines.map((line) => line.left)
    case 'FixedPrice':
    case 'MultiBuys':
      return pooledReward(promotion, lines, exponent)
    default:
      return lines.map(() => ZERO)
  }
}
