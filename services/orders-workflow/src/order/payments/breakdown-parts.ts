import { type Minor, minus, negated, plus, proportion, ZERO } from '@oms/money/minor'

/** What an amount that is paid consists of: `gross − discount` is the amount, before discounts and what they take off. */
export type Parts = { gross: Minor; grossTax: Minor; discount: Minor; discountTax: Minor }

export const noParts: Parts = { gross: ZERO, grossTax: ZERO, discount: ZERO, discountTax: ZERO }

/** The amount that parts make up. */
export function amountOf({ gross, discount }: Parts): Minor {
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
 * The parts of another amount in the proportion of some parts. They depend on the amount only: the parts of what is paid between two amounts
 * are the difference of theirs, and whatever the steps, all of them together come to exactly the whole, tax included.
 */
export function partsInProportion(whole: Parts, amount: Minor): Parts {
  const wholeAmount = amountOf(whole)
  if (amount === wholeAmount) return whole
  if (amount === 0) return noParts
  const discount = shareOf(whole.discount, amount, wholeAmount)
  const gross = plus(amount, discount)
  return {
    gross,
    // Tax follows the rounded amount that it belongs to: it never moves when that does not.
    grossTax: shareOf(whole.grossTax, gross, whole.gross),
    discount,
    discountTax: shareOf(whole.discountTax, discount, whole.discount),
  }
}

/** `value × part / whole` of amounts of any sign; of nothing there are no shares. */
function shareOf(value: Minor, part: Minor, whole: Minor): Minor {
  if (whole === 0) return ZERO
  return whole < 0 ? proportion(negated(value), part, negated(whole)) : proportion(value, part, whole)
}
