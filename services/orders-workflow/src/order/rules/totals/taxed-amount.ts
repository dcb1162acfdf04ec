import { larger, type Minor, minus, plus, smaller, ZERO } from '@open-oms/money/minor'
import { taxIn } from '@open-oms/money/tax'

/** An amount with the tax in it. */
export type TaxedAmount = { amount: Minor; tax: Minor }

const nothing: TaxedAmount = { amount: ZERO, tax: ZERO }

/** The tax in what is added to an amount, so that the sum has exactly the tax in it. */
export function newTax(amount: Minor, rate: number, before = nothing): Minor {
  return smaller(amount, larger(ZERO, minus(taxIn(plus(before.amount, amount), rate), before.tax)))
}

/** The sum of two amounts and of their taxes. */
export function sumOfTaxed(one = nothing, other: TaxedAmount): TaxedAmount {
  return { amount: plus(one.amount, other.amount), tax: plus(one.tax, other.tax) }
}
