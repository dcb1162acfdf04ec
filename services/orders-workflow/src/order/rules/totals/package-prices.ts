import type { OrderForm } from '@open-oms/contracts/orders/order-form'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import { Decimal } from '@open-oms/money/decimal'
import { larger, type Minor, minus, smaller, sum, sumOfAmounts, times, toAmount, toMinor, ZERO } from '@open-oms/money/minor'
import { shares } from '@open-oms/money/shares'
import type { Terms } from '../context/totals-context.ts'
import { discountLines, isLineDiscount } from '../discounts/line-discounts.ts'
import type { PackageCatalogue, PackageProduct } from '../packages/package-catalogue.ts'
import { packageTree } from '../packages/package-lines.ts'

export type PricingContext = {
  /** Whose discounts may be on the package. */
  form: Pick<OrderForm, 'discounts'>
  terms: Terms
  /** Of the package. */
  product: PackageProduct
  products: PackageCatalogue
  /** Setting `allocatePricesToComponents`. */
  allocates: boolean
}

export type PricedPackage = { line: OrderLine; parts: OrderLine[] }

const PRICE_DECIMALS = 4

/**
 * A package and its components with their prices (packages.md#package-prices): either the price is
 * spread over the components and the package has none, or the components have none. The cost is
 * where the price is. Each component's share is taxed at its own rate, where the catalogue knows
 * one.
 *
 * A package that discounts of the form reduce keeps its price: they find it by its SKU, and would
 * be lost.
 */
export function withSpreadPrices(line: OrderLine, parts: readonly OrderLine[], pricing: PricingContext): PricedPackage {
  const { allocates, form } = pricing
  const isReduced = form.discounts.some(
    (discount) => isLineDiscount(discount) && (discount.skuIds.length === 0 || discount.skuIds.includes(line.code ?? '')),
  )
  if (!allocates || isReduced) {
    const cost = line.cost === 0 && !line.packageLineItemId ? ownCost(line, parts, pricing) : line.cost
    return { line: { ...line, cost }, parts: [...parts] }
  }
  return spread(line, parts, pricing)
}

/**
 * The cost of a package without a stated cost: that of the catalogue, otherwise the sum of its
 * components.
 */
function ownCost(line: OrderLine, parts: readonly OrderLine[], { product, products }: PricingContext): number {
  if (product.cost !== null) return product.cost
  const costs = parts.map((part) => new Decimal(products.sku(part.code)?.cost ?? 0).times(part.quantity).div(line.quantity))
  return costs
    .reduce((total, cost) => total.plus(cost), new Decimal(0))
    .toDecimalPlaces(PRICE_DECIMALS)
    .toNumber()
}

function spread(line: OrderLine, parts: readonly OrderLine[], { terms, product, products }: PricingContext): PricedPackage {
  const { exponent } = terms
  const [own] = discountLines({ discounts: [], lineItems: [line] } as unknown as OrderForm, null, terms).lines
  const value = own?.value ?? ZERO
  const weights = parts.map((part) => times(products.sku(part.code)?.price ?? 0, part.quantity, exponent))
  const values = shares(value, weights)
  const discounts = shares(own?.discounted ?? ZERO, values)
  const taxRate = line.taxRate ?? product.taxRate ?? terms.taxRate
  const priced = parts.map((part, index) => {
    const cost = products.sku(part.code)?.cost ?? 0
    const amounts = pricedAt(part.quantity, { value: values[index] as Minor, discount: discounts[index] as Minor }, exponent)
    return { ...part, ...amounts, taxRate: part.taxRate ?? taxRate, cost }
  })
  const free = { placedPrice: 0, discounted: 0, cost: 0, originalExtendedPricePerUnit: line.placedPrice }
  return { line: { ...line, ...free }, parts: priced }
}

type Amounts = Pick<OrderLine, 'placedPrice' | 'discounted'>

/**
 * The unit price and the discount of a line that is worth so much before and after its discount.
 * Many units may have no price of four decimals that gives the value exactly; then the price is the
 * next higher one, and what is too much goes to the discount.
 */
function pricedAt(quantity: number, { value, discount }: { value: Minor; discount: Minor }, exponent: number): Amounts {
  const exact = new Decimal(toAmount(value, exponent)).div(quantity)
  const near = exact.toDecimalPlaces(PRICE_DECIMALS).toNumber()
  if (times(near, quantity, exponent) === value) return { placedPrice: near, discounted: toAmount(discount, exponent) }
  const placedPrice = exact.toDecimalPlaces(PRICE_DECIMALS, Decimal.ROUND_UP).toNumber()
  const excess = minus(times(placedPrice, quantity, exponent), value)
  return { placedPrice, discounted: sumOfAmounts([toAmount(discount, exponent), toAmount(excess, exponent)]) }
}

/** The line of a package with the price that was spread over its components, as it was before. */
export function withOwnPrice(line: OrderLine, parts: readonly OrderLine[], exponent: number): OrderLine {
  const placedPrice = line.originalExtendedPricePerUnit
  if (placedPrice === null || line.placedPrice !== 0) return line
  const worth = parts.map((part) => minus(times(part.placedPrice, part.quantity, exponent), toMinor(part.discounted, exponent)))
  const net = sum(worth)
  const excess = minus(times(placedPrice, line.quantity, exponent), net)
  return { ...line, placedPrice, discounted: toAmount(excess > 0 ? excess : ZERO, exponent), originalExtendedPricePerUnit: null }
}

/**
 * The lines with the prices of packages spread again after their quantity changed, so that the
 * components sum exactly to the price of the packages (packages.md#package-prices). Components that
 * have another price now keep it. `before` are the lines before the change.
 */
export function withPricesSpreadAgain(before: readonly OrderLine[], after: OrderLine[], exponent: number): OrderLine[] {
  const known = new Map(before.map((line) => [line.lineItemId, line]))
  const tree = packageTree(after)
  const isSpread = ({ isPackageBrokeDown, placedPrice, originalExtendedPricePerUnit: own, packageLineItemId }: OrderLine) =>
    isPackageBrokeDown && !packageLineItemId && placedPrice === 0 && own !== null
  const changed = tree.hasPackages
    ? after.filter((line) => isSpread(line) && (known.get(line.lineItemId)?.quantity ?? line.quantity) !== line.quantity)
    : []
  if (changed.length === 0) return after
  const again = new Map<string | null, Amounts>()
  for (const line of changed) {
    const parts = tree.allComponents(line.lineItemId).filter((part) => !part.isPackageBrokeDown)
    const old = parts.map((part) => known.get(part.lineItemId) ?? part)
    if (parts.some((part, index) => part.placedPrice !== old[index]?.placedPrice)) continue
    const unit = line.originalExtendedPricePerUnit ?? 0
    const worth = old.map((part) => times(part.placedPrice, part.quantity, exponent))
    const excess = minus(sum(worth), times(unit, known.get(line.lineItemId)?.quantity ?? 0, exponent))
    const reduced = minus(sum(old.map((part) => toMinor(part.discounted, exponent))), excess)
    const values = shares(times(unit, line.quantity, exponent), worth)
    const discounts = shares(smaller(larger(reduced, ZERO), sum(values)), values)
    for (const [index, part] of parts.entries()) {
      const amounts = { value: values[index] as Minor, discount: discounts[index] as Minor }
      again.set(part.lineItemId, pricedAt(part.quantity, amounts, exponent))
    }
  }
  return after.map((line) => ({ ...line, ...again.get(line.lineItemId) }))
}
