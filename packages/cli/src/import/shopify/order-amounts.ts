import { Decimal } from '@oms/money/decimal'

/** What one row of an order says of a line, in the currency of the order. */
export type FileLine = { quantity: number; price: number; discount: number; isTaxable: boolean }

/** What the first row says of the order. */
export type FileTotals = {
  lines: readonly FileLine[]
  subtotal: number
  shipping: number
  taxes: number
  duties: number
  total: number
  exponent: number
}

/** The amounts that the API takes, so that its own calculation gives the total of the file. */
export type OrderAmounts = {
  /** Unit prices including tax, and discounts of whole lines, in the order of the lines. */
  lines: readonly { placedPrice: number; discounted: number; taxRate: number }[]
  /** Off the goods of the whole order. */
  orderDiscount: number
  shipping: number
  shippingTaxRate: number
  handling: number
  /** What rounding leaves over. */
  roundoff: number
}

const PRICE_DECIMALS = 4

/**
 * Finds the amounts of an order of an export that names neither its discounts nor whether its
 * prices include tax: prices include tax when subtotal and shipping make the total, and do not when
 * the tax is missing to it. The tax is spread as one rate over taxable lines and shipping. A text
 * says why an order does not add up (docs/reference/import-formats.md#shopify-orders).
 */
export function orderAmounts(file: FileTotals): OrderAmounts | string {
  const { subtotal, shipping, duties, taxes, total } = file
  const withoutTaxes = sum([subtotal, shipping, duties])
  const tolerance = new Decimal(10).pow(-file.exponent).times(file.lines.length + 5)
  const farness = (value: Decimal) => value.minus(total).abs()
  const includesTax = farness(withoutTaxes).lte(farness(withoutTaxes.plus(taxes)))
  if (farness(includesTax ? withoutTaxes : withoutTaxes.plus(taxes)).gt(tolerance))
    return `does not add up: Subtotal ${subtotal} + Shipping ${shipping} + Duties ${duties} (+ Taxes ${taxes}) is not Total ${total}`
  const discount = goodsOf(file.lines).minus(subtotal)
  if (discount.isNegative())
    return `does not add up: the lines are worth ${goodsOf(file.lines)}, which is less than Subtotal ${subtotal}`
  const rate = taxRateOf(file, includesTax)
  const factor = includesTax ? new Decimal(1) : rate.div(100).plus(1)
  const rateOf = (isTaxed: boolean) => (isTaxed ? rate.toNumber() : 0)
  const grossOf = (amount: number | Decimal, isTaxed: boolean, decimals: number) =>
    new Decimal(amount)
      .times(isTaxed ? factor : 1)
      .toDecimalPlaces(decimals)
      .toNumber()
  const lines = file.lines.map(({ price, discount: own, isTaxable }) => ({
    placedPrice: grossOf(price, isTaxable, PRICE_DECIMALS),
    discounted: grossOf(own, isTaxable, file.exponent),
    taxRate: rateOf(isTaxable),
  }))
  const without = { lines, orderDiscount: 0, shipping: grossOf(shipping, true, file.exponent), handling: duties }
  const tooMuch = calculated(file, without).minus(total)
  // What discounts take off is only known as what is missing to the total; without discounts it is
  // rounding.
  const orderDiscount = discount.isZero() ? 0 : Decimal.max(0, tooMuch).toNumber()
  return {
    ...without,
    orderDiscount,
    shippingTaxRate: rateOf(shipping !== 0),
    roundoff: new Decimal(orderDiscount).minus(tooMuch).toNumber(),
  }
}

/** What the lines are worth after their own discounts. */
function goodsOf(lines: readonly FileLine[]): Decimal {
  return sum(lines.map(({ quantity, price, discount }) => new Decimal(price).times(quantity).minus(discount)))
}

function taxRateOf({ lines, taxes, subtotal, shipping }: FileTotals, includesTax: boolean): Decimal {
  const goods = goodsOf(lines)
  const taxable = goodsOf(lines.filter(({ isTaxable }) => isTaxable))
  const share = goods.isZero() ? new Decimal(0) : taxable.div(goods)
  const taxed = share.times(subtotal).plus(shipping)
  const net = includesTax ? taxed.minus(taxes) : taxed
  return net.lte(0) ? new Decimal(0) : Decimal.min(100, new Decimal(taxes).times(100).div(net)).toDecimalPlaces(PRICE_DECIMALS)
}

/**
 * The total without discounts of the order, as the system will calculate it (money.md#line-amounts,
 * money.md#form-totals).
 */
function calculated({ lines, exponent }: FileTotals, amounts: Pick<OrderAmounts, 'lines' | 'shipping' | 'handling'>): Decimal {
  const goods = lines.map(({ quantity }, index) => {
    const { placedPrice, discounted } = amounts.lines[index] as OrderAmounts['lines'][number]
    return Decimal.max(0, new Decimal(placedPrice).times(quantity).minus(discounted)).toDecimalPlaces(exponent)
  })
  return sum([...goods, amounts.shipping, amounts.handling])
}

function sum(amounts: readonly (number | Decimal)[]): Decimal {
  return amounts.reduce<Decimal>((total, amount) => total.plus(amount), new Decimal(0))
}
