/** Amounts in the smallest unit of a currency. */
export type Totals = { total: number; taxTotal: number; discountAmount: number }

type Sum = {
  /**
   * Amount of each line before the discount, in whole units of the currency, and its VAT in
   * percent.
   */
  lines: readonly { amount: number; taxRate: number }[]
  shipping: { amount: number; taxRate: number }
  /**
   * In percent of the lines; lines and discount are such that every line's share is a whole tenth
   * of a unit at least.
   */
  discountPercent: number
  exponent: number
}

/**
 * What an order must total, worked out apart from the system and in whole numbers. The discount of
 * a line is rounded to the smallest unit, and so is its VAT, which is part of the price: price −
 * price / (1 + rate).
 */
export function expectedTotals({ lines, shipping, discountPercent, exponent }: Sum): Totals {
  const unit = 10 ** exponent
  const parts = lines.map(({ amount, taxRate }) => {
    const discount = divided(amount * unit * discountPercent, 100)
    return { discount, paid: amount * unit - discount, taxRate }
  })
  const paid = [...parts, { paid: shipping.amount * unit, taxRate: shipping.taxRate }]
  return {
    total: sum(paid.map((part) => part.paid)),
    taxTotal: sum(
      paid.map((part) => part.paid - divided(part.paid * RATE_UNITS * 100, RATE_UNITS * 100 + ratePart(part.taxRate))),
    ),
    discountAmount: sum(parts.map((part) => part.discount)),
  }
}

// Rates have up to four decimals.
const RATE_UNITS = 10_000

function ratePart(rate: number): number {
  return Math.round(rate * RATE_UNITS)
}

/** Half is rounded up. */
function divided(amount: number, by: number): number {
  return Math.floor((2 * amount + by) / (2 * by))
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
