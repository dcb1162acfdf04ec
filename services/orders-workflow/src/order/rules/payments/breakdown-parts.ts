import { type Minor, minus, negated, plus, proportion, ZERO } from '@open-oms/money/minor'

/**
 * The parts of a paid amount: the price before discounts and the discount. The amount is `gross −
 * discount`.
 */
export type Parts = { gross: Minor; grossTax: Minor; discount: Minor; discountTax: Minor }

export const noParts: Parts = { gross: ZERO, grossTax: ZERO, discount: ZERO, discountTax: ZERO }

/** The amount that parts make up. */
export function partsTotal({ gross, discount }: Parts): Minor {
  return minus(gross, discount)
}

export function sumOfParts(a: Parts, b: Parts): Parts {
  return {
    gross: plus(a.gross, b.gross),
    grossTax: plus(a.grossTax, b.grossTax),
    discount: plus(a.discount, b.discount),
    discountTax: plus(a.discountTax, b.discountTax),
  }
}

export function differenceOfParts(a: Parts, b: Parts): Parts {
  return {
    gross: minus(a.gross, b.gross),
    grossTax: minus(a.grossTax, b.grossTax),
    discount: minus(a.discount, b.discount),
    discountTax: minus(a.discountTax, b.discountTax),
  }
}

export function isNothing({ gross, grossTax, discount, discountTax }: Parts): boolean {
  return gross === 0 && grossTax === 0 && discount === 0 && discountTax === 0
}

/**
 * The parts of another amount in the same proportion. They depend on the amount only: the parts of
 * a difference are the difference of the parts, and any sequence of partial payments sums exactly
 * to the whole, tax included.
 */
export function partsInProportion(whole: Parts, amount: Minor): Parts {
  const wholeAmount = partsTotal(whole)
  if (amount === wholeAmount) return whole
  if (amount === 0) return noParts
  const discount = proportionalShare(whole.discount, amount, wholeAmount)
  const gross = plus(amount, discount)
  return {
    gross,
    // Tax follows its rounded amount: it changes only when that changes.
    grossTax: proportionalShare(whole.grossTax, gross, whole.gross),
    discount,
    discountTax: proportionalShare(whole.discountTax, discount, whole.discount),
  }
}

/** `value × part / whole` of amounts of any sign; 0 when `whole` is 0. */
function proportionalShare(value: Minor, part: Minor, whole: Minor): Minor {
  if (whole === 0) return ZERO
  return whole < 0 ? proportion(negated(value), part, negated(whole)) : proportion(value, part, whole)
}
