import { Decimal } from './decimal.ts'
import { type Minor, minus, negated, plus, ZERO } from './minor.ts'

const ONE = 1 as Minor
const WEIGHT_SCALE = 1e4

/**
 * Weights as whole numbers: quantities and prices have decimals, and only their proportion counts.
 */
function wholeWeights(weights: readonly number[]): readonly number[] {
  if (weights.every(Number.isSafeInteger)) return weights
  return weights.map((weight) => Math.round(weight * WEIGHT_SCALE))
}

/** The whole part and the remainder of `total × weight / all`, both exact. */
function division(total: Minor, weight: number, all: number): { part: number; remainder: number } {
  const product = total * weight
  if (Number.isSafeInteger(product)) {
    const remainder = product % all
    return { part: (product - remainder) / all, remainder }
  }
  const exact = new Decimal(total).times(weight)
  return { part: exact.divToInt(all).toNumber(), remainder: exact.mod(all).toNumber() }
}

function positiveShares(total: Minor, weights: readonly number[], all: number): Minor[] {
  const remainders: number[] = []
  const shares = weights.map((weight) => {
    const { part, remainder } = division(total, weight, all)
    remainders.push(remainder)
    return part as Minor
  })
  const left = shares.reduce((rest, share) => minus(rest, share), total)
  if (left === 0) return shares
  // Sorting is stable, so that equal remainders keep the order of the weights: ties go to the
  // first.
  const byRemainder = remainders.map((_, index) => index).sort((a, b) => (remainders[b] as number) - (remainders[a] as number))
  for (const index of byRemainder.slice(0, left)) shares[index] = plus(shares[index] as Minor, ONE)
  return shares
}

/**
 * Splits a total over weights by largest remainder, ties to the first: the shares are whole minor
 * units and sum to the total exactly (money.md#line-amounts). Weights are not negative, of at most
 * 4 decimals; a weight of 0 gets nothing, unless all are 0, when all count alike. A share never
 * exceeds its weight when the total does not exceed the sum of integer weights. A negative total
 * gives the negated shares of the positive one. Sharing anything over nobody is a RangeError.
 */
export function shares(total: Minor, weights: readonly number[]): Minor[] {
  if (weights.length === 0 && total !== 0) throw new RangeError('An amount cannot be shared over nobody.')
  if (total === 0) return weights.map(() => ZERO)
  if (total < 0) return shares(negated(total), weights).map(negated)
  const whole = wholeWeights(weights)
  const all = whole.reduce((sum, weight) => sum + weight, 0)
  if (!Number.isSafeInteger(all) || whole.some((weight) => weight < 0))
    throw new RangeError('Weights are not negative, and not beyond counting.')
  if (all === 0)
    return shares(
      total,
      weights.map(() => 1),
    )
  return positiveShares(total, whole, all)
}
