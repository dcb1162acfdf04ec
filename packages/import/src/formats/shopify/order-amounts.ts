import { Decimal } from '@open-oms/money/decimal'
import { type Refusal, refused } from '../../reading/reasons.ts'
import { type StatedTax, type TaxedPart, taxRates } from '../tax-rates.ts'

/** What one row of an order says of a line, in the currency of the order. */
export type FileLine = { quantity: number; price: number; discount: number; isTaxable: boolean }

/** What the file says of an order. */
export type FileTotals = {
  lines: readonly FileLine[]
  /** Off the goods of the whole order. */
  discount: number
  subtotal: number
  shipping: number
  taxes: number
  /** The taxes one by one. */
  stated: readonly StatedTax[]
  duties: number
  total: number
  exponent: number
}

/** The amounts that the API takes, so that its own calculation gives the total of the file. */
export type OrderAmounts = {
  /** Unit prices including tax, and discounts of whole lines, in the order of the lines. */
  lines: readonly { placedPrice: number; discounted: number; taxRate: number }[]
  orderDiscount: number
  shipping: number
  shippingTaxRate: number
  handling: number
  /** What rounding of prices that were without tax leaves over. */
  roundoff: number
}

const PRICE_DECIMALS = 4

/**
 * The amounts of an order: prices include tax when subtotal, shipping and duties make the total,
 * and do not when the taxes are missing to it. Rates are read, or found in the store's accounts.
 * Refused is what does not add up (docs/reference/import-formats.md#shopify-orders).
 */
export function orderAmounts(file: FileTotals): OrderAmounts | Refusal {
  const wrong = sumProblem(file)
  if (wrong !== null) return refused('amounts', { detail: wrong })
  const includesTax = isTotal(file, withoutTaxes(file))
  const rates = taxRates({ parts: toTaxedParts(file), taxes: file.stated, includesTax, exponent: file.exponent })
  if ('reason' in rates) return rates
  const grossAmount = (amount: number | Decimal, rate: number, decimals: number) =>
    new Decimal(amount)
      .times(includesTax ? 1 : new Decimal(rate).div(100).plus(1))
      .toDecimalPlaces(decimals)
      .toNumber()
  const lines = file.lines.map(({ price, discount }, index) => {
    const taxRate = rates[index] as number
    const placedPrice = grossAmount(price, taxRate, PRICE_DECIMALS)
    return { placedPrice, discounted: grossAmount(discount, taxRate, file.exponent), taxRate }
  })
  const shippingTaxRate = rates[lines.length] as number
  const amounts = {
    lines,
    orderDiscount: grossDiscount(file, rates, includesTax),
    shipping: grossAmount(file.shipping, shippingTaxRate, file.exponent),
    shippingTaxRate,
    handling: file.duties,
  }
  return { ...amounts, roundoff: new Decimal(file.total).minus(calculated(file, amounts)).toNumber() }
}

/** Why the amounts of an order do not add up; null when they do. */
function sumProblem(file: FileTotals): string | null {
  const { discount, subtotal, shipping, duties, taxes, total, stated } = file
  const goods = sum(file.lines.map(discountedLineTotal))
  if (!isNear(file, goods.minus(discount), subtotal))
    return `the lines are worth ${goods} after Lineitem discount, and less Discount Amount ${discount} this is not Subtotal ${subtotal}`
  if (!isTotal(file, withoutTaxes(file)) && !isTotal(file, withoutTaxes(file).plus(taxes)))
    return `Subtotal ${subtotal} + Shipping ${shipping} + Duties ${duties} (+ Taxes ${taxes}) is not Total ${total}`
  const named = sum(stated.map(({ value }) => value))
  return isNear(file, named, taxes) ? null : `the taxes one by one are ${named}, and Taxes is ${taxes}`
}

function withoutTaxes({ subtotal, shipping, duties }: FileTotals): Decimal {
  return sum([subtotal, shipping, duties])
}

function isTotal(file: FileTotals, value: Decimal): boolean {
  return isNear(file, value, file.total)
}

function isNear({ exponent }: FileTotals, one: Decimal, other: number): boolean {
  return one.minus(other).abs().times(2).lt(new Decimal(10).pow(-exponent))
}

/** What a line is worth after its own discount. */
function discountedLineTotal({ quantity, price, discount }: FileLine): Decimal {
  return new Decimal(price).times(quantity).minus(discount)
}

/** The lines after their share of the discount of the order, and the shipping at last. */
function toTaxedParts({ lines, discount, shipping }: FileTotals): TaxedPart[] {
  const goods = sum(lines.map(discountedLineTotal))
  const rest = goods.isZero() ? new Decimal(1) : goods.minus(discount).div(goods)
  const parts = lines.map(
    (line): TaxedPart => ({ amount: discountedLineTotal(line).times(rest), taxable: line.isTaxable ? 'all' : 'none' }),
  )
  return [...parts, { amount: new Decimal(shipping), taxable: shipping === 0 ? 'none' : 'maybe' }]
}

/** The discount with tax: each line has its share of it, at its own rate. */
function grossDiscount({ lines, discount, exponent }: FileTotals, rates: readonly number[], includesTax: boolean): number {
  if (includesTax || discount === 0) return discount
  const goods = sum(lines.map(discountedLineTotal))
  const gross = sum(
    lines.map((line, index) =>
      discountedLineTotal(line)
        .times(100 + (rates[index] as number))
        .div(100),
    ),
  )
  return gross.times(discount).div(goods).toDecimalPlaces(exponent).toNumber()
}

/**
 * The total as the system will calculate it without rounding off (money.md#line-amounts,
 * money.md#form-totals).
 */
function calculated({ lines, exponent }: FileTotals, amounts: Omit<OrderAmounts, 'roundoff'>): Decimal {
  const goods = lines.map(({ quantity }, index) => {
    const { placedPrice, discounted } = amounts.lines[index] as OrderAmounts['lines'][number]
    return Decimal.max(0, new Decimal(placedPrice).times(quantity).minus(discounted)).toDecimalPlaces(exponent)
  })
  return sum([...goods, -amounts.orderDiscount, amounts.shipping, amounts.handling])
}

function sum(amounts: readonly (number | Decimal)[]): Decimal {
  return amounts.reduce<Decimal>((total, amount) => total.plus(amount), new Decimal(0))
}
