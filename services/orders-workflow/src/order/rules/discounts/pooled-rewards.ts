import { Decimal } from '@open-oms/money/decimal'
import { larger, type Minor, roundToMinor, smaller, sum, ZERO } from '@open-oms/money/minor'
import { sumOfQuantities } from '@open-oms/money/quantities'
import { shares } from '@open-oms/money/shares'
import { cappedPercentage, type Promotion, type Reducible } from './discount-rules.ts'

type Group = {
  /** Units that make one group. */
  size: number
  /** Units of every group that the reward is for. */
  rewarded: number
  /**
   * The discount on the rewarded units of all groups, from what these units cost. Both in minor
   * units.
   */
  discount: (cost: Decimal, groups: number) => Decimal
}

function toRewardGroup(promotion: Promotion, exponent: number): Group | null {
  if (promotion.rewardType === 'MultiBuys') {
    const rule = promotion.promotionMultiBuyReward
    if (rule === null || rule.requiredBuyAmount <= 0) return null
    const rewarded = Math.min(Math.max(rule.numberOfDiscountedItems, 0), rule.requiredBuyAmount)
    const percentage = cappedPercentage(rule.percentage)
    return { size: rule.requiredBuyAmount, rewarded, discount: (cost) => cost.times(percentage).div(100) }
  }
  const rule = promotion.promotionFixedPriceReward
  if (rule === null || rule.fixedPriceQuantity <= 0) return null
  const price = new Decimal(rule.fixedPricePrice).times(10 ** exponent)
  const size = rule.fixedPriceQuantity
  return { size, rewarded: size, discount: (cost, groups) => cost.minus(price.times(groups)) }
}

/**
 * The value of the cheapest units of some lines, by line. A unit's value is its part of what is
 * left of its line.
 */
function cheapestUnits(lines: readonly Reducible[], units: number): Decimal[] {
  const unitValues = lines.map((line) => (line.quantity > 0 ? new Decimal(line.left).div(line.quantity) : new Decimal(0)))
  const byValue = lines.map((_, index) => index).sort((a, b) => (unitValues[a] as Decimal).cmp(unitValues[b] as Decimal))
  const values = lines.map(() => new Decimal(0))
  let wanted = new Decimal(units)
  for (const index of byValue) {
    const { left, quantity } = lines[index] as Reducible
    const taken = Decimal.min(wanted, quantity)
    wanted = wanted.minus(taken)
    // Multiplied before divided: all units of a line sum exactly to its remaining value.
    if (taken.gt(0)) values[index] = taken.times(left).div(quantity)
  }
  return values
}

/**
 * MultiBuys and FixedPrice (money.md#group-rewards). The units of all lines together make as many
 * groups as they can; the cheapest units are the ones rewarded. The discount is rounded once, for
 * all lines together, and shared over the lines in proportion to the value of their rewarded units:
 * so it does not depend on the order of the lines.
 */
export function pooledReward(promotion: Promotion, lines: readonly Reducible[], exponent: number): Minor[] {
  const group = toRewardGroup(promotion, exponent)
  const groups = group === null ? 0 : Math.floor(sumOfQuantities(lines.map((line) => line.quantity)) / group.size)
  if (group === null || groups === 0) return lines.map(() => ZERO)
  const values = cheapestUnits(lines, groups * group.rewarded)
  const cost = values.reduce((total, value) => total.plus(value), new Decimal(0))
  const weights = values.map((value) => roundToMinor(value, 0))
  const discount = larger(ZERO, roundToMinor(group.discount(cost, groups), 0))
  // Rounded down line by line, the rewarded units may be worth a little less than the rounded
  // discount.
  return shares(smaller(discount, sum(weights)), weights)
}
