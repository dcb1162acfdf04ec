import type { Order, OrderDraft } from '@oms/contracts/orders/order'
import type { PackageCatalogue } from '../../order/rules/packages/package-catalogue.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import type { ReadProducts } from '../../product-copy/product-copy.ts'
import { breakDownPackages } from './domain/package-breakdown.ts'
import { findPackageProducts, type PackageLine } from './package-products.ts'

type Deps = Pick<OrderDeps, 'config' | 'newId'>

/**
 * What `withPackageLines` needs of the products of lines; null with setting `autoBreakdown` off, or
 * when there is no line to look at.
 */
export async function packagesOf(
  deps: Pick<OrderDeps, 'config' | 'query'>,
  lines: readonly PackageLine[],
  { reader = deps, readProducts }: { reader?: Pick<OrderDeps, 'query'>; readProducts?: ReadProducts } = {},
): Promise<PackageCatalogue | null> {
  if (!deps.config().settings.packages.autoBreakdown || lines.length === 0) return null
  return findPackageProducts(reader, lines, { readProducts })
}

type Added = { sent: readonly (PackageLine & { lineItemId?: string })[] | undefined; stored: Order }

/** As `packagesOf`, for those of the lines that are sent which the stored order does not have. */
export function packagesOfAdded(
  tx: Pick<OrderDeps, 'query'>,
  deps: Pick<OrderDeps, 'config' | 'query'>,
  { sent = [], stored }: Added,
): Promise<PackageCatalogue | null> {
  const known = new Set(stored.orderForm.lineItems.map((line) => line.lineItemId))
  const added = sent.filter(({ lineItemId }) => !lineItemId || !known.has(lineItemId))
  return packagesOf(deps, added, { reader: tx })
}

export type Adding = {
  /** Null: packages are left alone. */
  products: PackageCatalogue | null
  /** The stored order, whose lines are not changed; null for a new one. */
  stored: Order | null
  /** The path of a line in the body, by its index in the order. */
  pathOf?: (index: number) => string
}

/**
 * The order with all packages broken down that the stored one does not have
 * (packages.md#package-breakdown). Raises what `breakDownPackages` raises.
 */
export function withPackageLines<Draft extends OrderDraft>(
  deps: Deps,
  order: Draft,
  { products, stored, pathOf }: Adding,
): Draft {
  if (products === null) return order
  const known = new Set(stored?.orderForm.lineItems.map((line) => line.lineItemId))
  const added = order.orderForm.lineItems.flatMap(({ lineItemId }) => (known.has(lineItemId) ? [] : [lineItemId]))
  const context = {
    products,
    config: deps.config(),
    newId: deps.newId,
    lineItemIds: new Set(added),
    breaksDown: true,
    isFinal: false,
  }
  return breakDownPackages(order, { ...context, ...(pathOf && { pathOf }) }).order
}
