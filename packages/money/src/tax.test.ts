import fc from 'fast-check'
import t from 'tap'
import { type Minor, plus } from './minor.ts'
import { percentageOf, priceWithoutTax, taxIn, withoutTax, withTax } from './tax.ts'

const minor = fc.integer({ min: -1e12, max: 1e12 }).map((value) => value as Minor)
const rate = fc.integer({ min: 0, max: 1_000_000 }).map((whole) => whole / 1e4)

t.test('given a price and a rate, when tax is taken out or added, then the amounts are rounded to minor units', async (t) => {
  t.equal(withoutTax(12500 as Minor, 25), 10000)
  t.equal(taxIn(12500 as Minor, 25), 2500)
  t.equal(withTax(10000 as Minor, 25), 12500)
  t.equal(withoutTax(999 as Minor, 15), 869)
  t.equal(taxIn(999 as Minor, 15), 130)
  t.equal(withoutTax(100 as Minor, 0), 100)
  t.equal(withoutTax(-12500 as Minor, 25), -10000)
  t.equal(percentageOf(333 as Minor, 12.5), 42)
})

t.test('given any price and rate, when tax is taken out, then the rest and the tax sum to the price', async (t) => {
  fc.assert(
    fc.property(minor, rate, (price, percentage) => plus(withoutTax(price, percentage), taxIn(price, percentage)) === price),
  )
  t.pass()
})

t.test('given any price and rate, when tax is added and taken out, then the result is the price', async (t) => {
  fc.assert(fc.property(minor, rate, (price, percentage) => withoutTax(withTax(price, percentage), percentage) === price))
  t.pass()
})

t.test('given a unit price with four decimals, when tax is taken out, then it is rounded only afterwards', async (t) => {
  t.equal(priceWithoutTax(0.0125, 25, 4), 100)
  t.equal(priceWithoutTax(99.99, 25, 2), 7999)
  t.equal(priceWithoutTax(0.0063, 25, 2), 1)
  t.equal(priceWithoutTax(108, 8, 0), 100)
  t.equal(priceWithoutTax(123456789012.5, 25, 2), 9876543121000)
  fc.assert(
    fc.property(fc.nat(2_000_000_000), rate, fc.constantFrom(0, 2, 3), (price, percentage, exponent) => {
      const divisor = BigInt(Math.round((100 + percentage) * 1e4)) * 10n ** BigInt(4 - exponent)
      const expected = (BigInt(price) * 2_000_000n + divisor) / (divisor * 2n)
      return BigInt(priceWithoutTax(price / 1e4, percentage, exponent)) === expected
    }),
  )
})
