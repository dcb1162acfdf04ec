import { AmountOutOfRange, Decimal, INTEGER_DIGITS_MAX, toNumber } from './decimal.ts'

declare const minorUnits: unique symbol
/**
 * An amount as a whole number of its currency's minor units (12.50 NOK is 1250). Its own type, so
 * that a sum of minor units and main units, or an operator that bypasses the checks of this file,
 * does not compile.
 */
export type Minor = number & { readonly [minorUnits]: true }

export const ZERO = 0 as Minor

const PRICE_SCALE = 1e4
const PRICE_DECIMALS = 4
const QUANTITY_SCALE = 1e3
const QUANTITY_DECIMALS = 3
// Conditions that choose between quick arithmetic and the exact one have a directive for Stryker:
// what chooses the exact one more often is no fault.
// Below this, `value * scale` is off by less than a half, so that rounding it finds the decimal
// that was meant.
const SCALED_MAX = 2 ** 51

/**
 * A decimal of at most as many decimals as the scale has zeros, as a whole number; null when it is
 * too large for that.
 */
function scaled(value: number, scale: number): number | null {
  const result = Math.round(value * scale)
  // Stryker disable next-line ConditionalExpression,LogicalOperator,EqualityOperator: same result
  return Math.abs(result) < SCALED_MAX ? result : null
}

function asMinor(value: number): Minor {
  if (!Number.isSafeInteger(value)) throw new AmountOutOfRange()
  // Plus zero: a negative zero would be another value to a deep comparison.
  return (value + 0) as Minor
}

/**
 * Rounds a quotient of safe integers half away from zero, exactly: the remainder decides, not a cut
 * quotient.
 */
export function roundedQuotient(dividend: number, divisor: number): Minor {
  const size = Math.abs(dividend)
  const remainder = size % divisor
  const quotient = (size - remainder) / divisor
  const rounded = remainder * 2 >= divisor ? quotient + 1 : quotient
  return asMinor(dividend < 0 ? -rounded : rounded)
}

/** Rounds a decimal in main units to minor units, half away from zero. */
export function roundToMinor(amount: Decimal, exponent: number): Minor {
  return asMinor(
    amount
      .times(10 ** exponent)
      .toDecimalPlaces(0)
      .toNumber(),
  )
}

/**
 * An amount of a document, rounded half away from zero to the currency's exponent
 * (money.md#rounding).
 */
export function toMinor(amount: number, exponent: number): Minor {
  if (amount === 0) return ZERO
  const whole = scaled(amount, PRICE_SCALE)
  // Stryker disable next-line ConditionalExpression,LogicalOperator,EqualityOperator: same result
  if (whole === null) return roundToMinor(new Decimal(amount), exponent)
  return roundedQuotient(whole, 10 ** (PRICE_DECIMALS - exponent))
}

/** The JSON number of an amount, exact. Throws AmountOutOfRange from 13 integer digits on. */
export function toAmount(minor: Minor, exponent: number): number {
  const factor = 10 ** exponent
  if (Math.abs(minor) >= 10 ** INTEGER_DIGITS_MAX * factor) throw new AmountOutOfRange()
  // One division of two exact integers is rounded once: the double nearest to the decimal, which
  // prints as the decimal.
  return minor / factor
}

export function plus(a: Minor, b: Minor): Minor {
  return asMinor(a + b)
}

export function minus(a: Minor, b: Minor): Minor {
  return asMinor(a - b)
}

export function negated(a: Minor): Minor {
  return asMinor(-a)
}

export function smaller(a: Minor, b: Minor): Minor {
  return a < b ? a : b
}

export function larger(a: Minor, b: Minor): Minor {
  return a > b ? a : b
}

export function sum(amounts: Iterable<Minor>): Minor {
  let total = ZERO
  for (const amount of amounts) total = plus(total, amount)
  return total
}

/** A unit price or cost (up to 4 decimals) times a quantity (up to 3), rounded once. */
export function times(unitPrice: number, quantity: number, exponent: number): Minor {
  const price = scaled(unitPrice, PRICE_SCALE)
  const units = scaled(quantity, QUANTITY_SCALE)
  // Stryker disable next-line ConditionalExpression,LogicalOperator,EqualityOperator: same result
  if (price !== null && units !== null && Number.isSafeInteger(price * units)) {
    return roundedQuotient(price * units, 10 ** (PRICE_DECIMALS + QUANTITY_DECIMALS - exponent))
  }
  return roundToMinor(new Decimal(unitPrice).times(quantity), exponent)
}

/**
 * `amount × numerator / denominator`, rounded once, half away from zero; both of at most 4
 * decimals, the denominator above 0. A percentage is `ratio(amount, rate, 100)`, a part of a whole
 * `ratio(amount, part, whole)`.
 */
export function ratio(amount: Minor, numerator: number, denominator: number): Minor {
  const over = scaled(numerator, PRICE_SCALE)
  const under = scaled(denominator, PRICE_SCALE)
  // Stryker disable next-line ConditionalExpression,LogicalOperator,EqualityOperator: same result
  if (over === null || under === null) return roundToMinor(new Decimal(amount).times(numerator).div(denominator), 0)
  // Stryker disable next-line ConditionalExpression: same result
  if (Number.isSafeInteger(amount * over)) return roundedQuotient(amount * over, under)
  return roundToMinor(new Decimal(amount).times(over).div(under), 0)
}

/**
 * The part of an amount that belongs to a part of a whole, rounded once: `amount × part / whole`,
 * the whole above 0.
 */
export function proportion(amount: Minor, part: Minor, whole: Minor): Minor {
  // Stryker disable next-line ConditionalExpression,LogicalOperator,EqualityOperator: same result
  if (Number.isSafeInteger(amount * part) && whole < SCALED_MAX) return roundedQuotient(amount * part, whole)
  return roundToMinor(new Decimal(amount).times(part).div(whole), 0)
}

/**
 * `unit price × numerator / denominator`, rounded once to the currency's exponent; all of at most 4
 * decimals.
 */
export function timesRatio(unitPrice: number, by: { numerator: number; denominator: number }, exponent: number): Minor {
  const price = scaled(unitPrice, PRICE_SCALE)
  const over = scaled(by.numerator, PRICE_SCALE)
  const under = scaled(by.denominator, PRICE_SCALE)
  const toMinorUnits = 10 ** (PRICE_DECIMALS - exponent)
  // Stryker disable ConditionalExpression,LogicalOperator,EqualityOperator: same result
  if (
    price !== null &&
    over !== null &&
    under !== null &&
    Number.isSafeInteger(price * over) &&
    under * toMinorUnits < SCALED_MAX
  ) {
    return roundedQuotient(price * over, under * toMinorUnits)
  }
  const isScaled = over !== null && under !== null
  // Stryker restore all
  return roundToMinor(
    new Decimal(unitPrice).times(isScaled ? over : by.numerator).div(isScaled ? under : by.denominator),
    exponent,
  )
}

/**
 * The exact sum of amounts in main units, of at most 4 decimals each. Throws AmountOutOfRange
 * beyond 12 integer digits.
 */
export function sumOfAmounts(amounts: Iterable<number>): number {
  let whole = 0
  const large: number[] = []
  for (const amount of amounts) {
    const part = scaled(amount, PRICE_SCALE)
    // Stryker disable next-line ConditionalExpression: same result
    const next = part === null ? null : whole + part
    // Stryker disable next-line ConditionalExpression,LogicalOperator,EqualityOperator: same result
    if (next === null || !Number.isSafeInteger(next)) large.push(amount)
    else whole = next
  }
  // Stryker disable next-line ConditionalExpression,LogicalOperator,EqualityOperator: same result
  if (large.length === 0 && Math.abs(whole) < SCALED_MAX) return whole / PRICE_SCALE + 0
  return toNumber(large.reduce((total, amount) => total.plus(amount), new Decimal(whole).div(PRICE_SCALE)))
}
