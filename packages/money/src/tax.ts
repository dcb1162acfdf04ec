import { type Minor, minus, ratio, timesRatio } from './minor.ts'

const PERCENT = 100

/**
 * An amount without the tax that it contains: `x / (1 + rate / 100)`, rounded (money.md#tax). The
 * rate is a percentage.
 */
export function withoutTax(amountInclTax: Minor, taxRate: number): Minor {
  if (taxRate === 0 || amountInclTax === 0) return amountInclTax
  return ratio(amountInclTax, PERCENT, PERCENT + taxRate)
}

/**
 * A unit price (up to 4 decimals) without the tax that it contains, rounded once to the currency's
 * exponent.
 */
export function priceWithoutTax(unitPrice: number, taxRate: number, exponent: number): Minor {
  return timesRatio(unitPrice, { numerator: PERCENT, denominator: PERCENT + taxRate }, exponent)
}

/**
 * The tax that an amount contains: the amount less what is left without tax, so that both always
 * sum to it.
 */
export function taxIn(amountInclTax: Minor, taxRate: number): Minor {
  return minus(amountInclTax, withoutTax(amountInclTax, taxRate))
}

/** An amount without tax, with the tax of a rate (a percentage) put on top. */
export function withTax(amountExclTax: Minor, taxRate: number): Minor {
  return ratio(amountExclTax, PERCENT + taxRate, PERCENT)
}

/** A percentage of an amount, rounded. */
export function percentageOf(amount: Minor, percentage: number): Minor {
  return ratio(amount, percentage, PERCENT)
}
