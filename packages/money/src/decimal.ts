import { Decimal as BaseDecimal } from 'decimal.js'

/**
 * Exact decimals for every calculation that is not a sum of whole minor units. Forty digits hold
 * any product of two amounts, so that only a division is ever cut, far behind the last digit that
 * rounding looks at. Rounding is half away from zero.
 */
export const Decimal = BaseDecimal.clone({ precision: 40, rounding: BaseDecimal.ROUND_HALF_UP, toExpNeg: -40, toExpPos: 40 })
export type Decimal = BaseDecimal

/**
 * Amounts have at most this many digits before the decimal point (money.md#amounts,
 * money.md#rounding).
 */
export const INTEGER_DIGITS_MAX = 12

/**
 * A result that no amount of the interface can hold. Callers in a domain say which value it was.
 */
export class AmountOutOfRange extends RangeError {
  constructor() {
    super(`an amount has more than ${INTEGER_DIGITS_MAX} integer digits`)
    this.name = 'AmountOutOfRange'
  }
}

const LIMIT = 10 ** INTEGER_DIGITS_MAX
// Every decimal of up to 15 significant digits survives the way into a double and back.
const DIGITS_ALWAYS_EXACT = 15

/**
 * The JSON number of a decimal. Throws AmountOutOfRange when it is too large, or when no double
 * represents it exactly.
 */
export function toNumber(value: Decimal): number {
  const number = value.toNumber()
  if (!(Math.abs(number) < LIMIT)) throw new AmountOutOfRange()
  if (value.precision() > DIGITS_ALWAYS_EXACT && !value.eq(new Decimal(number))) throw new AmountOutOfRange()
  // A negative zero would be another value to a deep comparison, though not on the wire.
  return number === 0 ? 0 : number
}
