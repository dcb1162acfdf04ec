import fc from 'fast-check'
import t from 'tap'
import { AmountOutOfRange, Decimal } from './decimal.ts'
import {
  larger,
  type Minor,
  minus,
  plus,
  proportion,
  ratio,
  roundedQuotient,
  smaller,
  sum,
  sumOfAmounts,
  times,
  timesRatio,
  toAmount,
  toMinor,
} from './minor.ts'

const arbitraryMinor = (max: number) => fc.integer({ min: -max, max }).map((value) => value as Minor)
const arbitraryDecimal = (max: number, scale: number) => fc.integer({ min: 0, max: max * scale }).map((whole) => whole / scale)
/** The oracle: whole numbers without limit, rounded half away from zero. */
function rounded(dividend: bigint, divisor: bigint): bigint {
  const size = dividend < 0n ? -dividend : dividend
  const quotient = (size * 2n + divisor) / (divisor * 2n)
  return dividend < 0n ? -quotient : quotient
}

t.test('given an amount, when it becomes minor units, then it is rounded half away from zero at the exponent', async (t) => {
  t.equal(toMinor(1.005, 2), 101)
  t.equal(toMinor(-1.005, 2), -101)
  t.equal(toMinor(1.0049, 2), 100)
  t.equal(toMinor(2.5, 0), 3)
  t.equal(toMinor(-2.5, 0), -3)
  t.equal(toMinor(0.0005, 3), 1)
  t.equal(toMinor(0.0001, 4), 1)
  t.equal(times(0.335, 1, 2), 34)
  t.equal(times(10.0125, 2, 2), 2003)
  t.equal(ratio(1 as Minor, 1, 2), 1)
  t.equal(ratio(-1 as Minor, 1, 2), -1)
})

t.test('given every allowed amount, when it becomes minor units and back, then it is the same', async (t) => {
  for (const exponent of [0, 2, 3]) {
    const whole = arbitraryMinor(Math.min(10 ** (12 + exponent) - 1, Number.MAX_SAFE_INTEGER))
    fc.assert(
      fc.property(whole, (minor) => {
        const amount = toAmount(minor, exponent)
        return toMinor(amount, exponent) === minor && new Decimal(amount).times(10 ** exponent).eq(minor)
      }),
    )
  }
  t.equal(toAmount(99999999999999 as Minor, 2), 999999999999.99)
  t.equal(toMinor(999999999999.99, 2), 99999999999999)
  t.pass()
})

t.test('given any factors, when they are multiplied and divided, then results are exact beyond doubles', async (t) => {
  for (const max of [1000, 900_000_000]) {
    fc.assert(
      fc.property(
        arbitraryDecimal(max, 1e4),
        arbitraryDecimal(max / 10, 1e3),
        fc.constantFrom(0, 2, 3),
        (price, quantity, exponent) => {
          const product = BigInt(Math.round(price * 1e4)) * BigInt(Math.round(quantity * 1e3))
          const expected = rounded(product, 10n ** BigInt(7 - exponent))
          if (expected > BigInt(Number.MAX_SAFE_INTEGER)) return true
          return BigInt(times(price, quantity, exponent)) === expected
        },
      ),
    )
    fc.assert(
      fc.property(arbitraryMinor(max * 10_000), arbitraryDecimal(100, 1e4), arbitraryDecimal(200, 1e4), (amount, over, under) => {
        if (under === 0) return true
        const expected = rounded(BigInt(amount) * BigInt(Math.round(over * 1e4)), BigInt(Math.round(under * 1e4)))
        if (expected > BigInt(Number.MAX_SAFE_INTEGER) || expected < BigInt(Number.MIN_SAFE_INTEGER)) return true
        return BigInt(ratio(amount, over, under)) === expected
      }),
    )
  }
  fc.assert(
    fc.property(arbitraryMinor(1e14), fc.nat(1e9), fc.integer({ min: 1, max: 1e9 }), (amount, part, whole) => {
      const expected = rounded(BigInt(amount) * BigInt(part % whole), BigInt(whole))
      return BigInt(proportion(amount, (part % whole) as Minor, whole as Minor)) === expected
    }),
  )
  t.equal(roundedQuotient(7, 3), 2)
  t.equal(roundedQuotient(-8, 3), -3)
})

t.test('given amounts with decimals, when they are added, then the sum has no trace of binary fractions', async (t) => {
  t.equal(sumOfAmounts([0.1, 0.2]), 0.3)
  t.equal(sumOfAmounts([]), 0)
  t.equal(sumOfAmounts([999999999999.99, 0.01, -0.01]), 999999999999.99)
  t.equal(toAmount(sum([10, 20, -30].map((value) => value as Minor)), 2), 0)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e9, max: 1e9 })), (wholes) => {
      return sumOfAmounts(wholes.map((whole) => whole / 1e4)) === wholes.reduce((a, b) => a + b, 0) / 1e4
    }),
  )
})

t.test('given a result beyond twelve integer digits, when it is calculated, then it is refused and not rounded', async (t) => {
  t.throws(() => toAmount(100000000000000 as Minor, 2), AmountOutOfRange)
  t.throws(() => toAmount(-1000000000000 as Minor, 0), AmountOutOfRange)
  t.throws(() => times(999999999999, 999999999, 2), AmountOutOfRange)
  t.throws(() => plus(Number.MAX_SAFE_INTEGER as Minor, 1 as Minor), AmountOutOfRange)
  t.throws(() => minus(Number.MIN_SAFE_INTEGER as Minor, 1 as Minor), AmountOutOfRange)
  t.throws(() => sumOfAmounts([999999999999, 1]), AmountOutOfRange)
})

t.test(
  'given a unit price and a ratio, when it is applied, then the result is rounded once, however large they are',
  async (t) => {
    for (const max of [1000, 900_000_000]) {
      const factors = fc.tuple(arbitraryDecimal(max, 1e4), arbitraryDecimal(200, 1e4), arbitraryDecimal(200, 1e4))
      fc.assert(
        fc.property(factors, fc.constantFrom(0, 2, 3), ([price, numerator, denominator], exponent) => {
          if (denominator === 0) return true
          const [p, n, d] = [price, numerator, denominator].map((value) => BigInt(Math.round(value * 1e4))) as [
            bigint,
            bigint,
            bigint,
          ]
          const expected = rounded(p * n, d * 10n ** BigInt(4 - exponent))
          if (expected > BigInt(Number.MAX_SAFE_INTEGER)) return true
          return BigInt(timesRatio(price, { numerator, denominator }, exponent)) === expected
        }),
      )
    }
    t.equal(timesRatio(125, { numerator: 100, denominator: 125 }, 2), 10000)
    t.equal(timesRatio(0.125, { numerator: 1, denominator: 1 }, 2), 13)
    t.equal(timesRatio(3, { numerator: 300_000_000_000, denominator: 900_000_000_000 }, 2), 100)
  },
)

t.test('given factors beyond exact multiplication, when they are used, then no digit is lost', async (t) => {
  t.equal(times(900_719_925.4741, 100, 2), 9_007_199_254_741)
  t.equal(times(300_000_000_000, 3, 2), 90_000_000_000_000)
  t.equal(ratio(9_007_199_254_740_991 as Minor, 99.9999, 100), 9_007_190_247_541_736)
  t.equal(ratio(10 as Minor, 300_000_000_000, 400_000_000_000), 8)
  t.equal(proportion(9_007_199_254_740_991 as Minor, 2 as Minor, 3 as Minor), 6_004_799_503_160_661)
  t.equal(proportion(1 as Minor, 6_000_000_000_000_000 as Minor, 9_000_000_000_000_000 as Minor), 1)
  t.equal(sumOfAmounts([299_999_999_999.25, 299_999_999_999.25, 299_999_999_999.25]), 899_999_999_997.75)
  t.equal(sumOfAmounts([900_000_000_000.5, -900_000_000_000.25, 0.5]), 0.75)
})

t.test('given two amounts, when they are compared, then the smaller and the larger one come back', async (t) => {
  const [two, three] = [2, 3] as Minor[] as [Minor, Minor]
  t.same([smaller(two, three), smaller(three, two), larger(two, three), larger(three, two)], [2, 2, 3, 3])
})

t.test('given an amount of nothing, when it is negated or rounded, then it is no negative zero', async (t) => {
  t.equal(Object.is(minus(2 as Minor, 2 as Minor), 0), true)
  t.equal(Object.is(toMinor(-0.001, 2), 0), true)
  t.equal(Object.is(roundedQuotient(0, 3), 0), true)
  t.equal(Object.is(sumOfAmounts([-0]), 0), true)
})
