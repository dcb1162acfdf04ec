import t from 'tap'
import { expectedTotals } from './expected-totals.ts'

const shipping = { amount: 80, taxRate: 25 }

t.test('given prices with VAT, when the totals are calculated, then they equal manually calculated ones', async (t) => {
  const lines = [
    { amount: 2000, taxRate: 25 },
    { amount: 390, taxRate: 15 },
  ]
  // 1800.00 and 351.00 after the discount, 80.00 shipping: VAT 360.00 + 45.78 + 16.00.
  t.same(expectedTotals({ lines, shipping, discountPercent: 10, exponent: 2 }), {
    total: 223_100,
    taxTotal: 42_178,
    discountAmount: 23_900,
  })
  t.same(expectedTotals({ lines, shipping, discountPercent: 10, exponent: 0 }), {
    total: 2231,
    taxTotal: 422,
    discountAmount: 239,
  })
})

t.test('given a rate with decimals, when the totals are worked out, then VAT is rounded to the smallest unit', async (t) => {
  // 540 − 540 / 1.255 = 109.7211…
  const totals = expectedTotals({
    lines: [{ amount: 540, taxRate: 25.5 }],
    shipping: { amount: 0, taxRate: 25.5 },
    discountPercent: 0,
    exponent: 3,
  })
  t.same(totals, { total: 540_000, taxTotal: 109_721, discountAmount: 0 })
})
