import type { Order, OrderDraft } from '@open-oms/contracts/orders/order'
import type { PackageCatalogue } from '../../order/rules/packages/package-catalogue.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import type { ReadProducts } from '../../product-copy/product-copy.ts'
import { breakDownPackages } from './domain/package-breakdown.ts'
import { findPackageProducts, type PackageLine } from './package-products.ts'

/**
 * What `withPackageLines` needs of the products of lines; null with setting `autoBreakdown` off, or
 * when there is no line to look at.
 */
export async function loadLinePackages(
  deps: Pick<OrderDeps, 'config' | 'query'>,
  lines: readonly PackageLine[],
  { reader = deps, readProducts }: { reader?: Pick<OrderDeps, 'query'>; readProducts?: ReadProducts } = {},
): Promise<PackageCatalogue | null> {
  if (!deps.config().settings.packages.autoBreakdown || lines.length === 0) return null
  return findPackageProducts(reader, lines, { readProducts })
}

type AddedLines = { sent: readonly (PackageLine & { lineItemId?: string })[] | undefined; stored: Order }

/** As `loadLinePackages`, for the sent lines that the stored order does not have. */
export function packagesOfAdded(
  tx: Pick<OrderDeps, 'query'>,
  deps: Pick<OrderDeps, 'config' | 'query'>,
  { sent = [], stored }: AddedLines,
): Promise<PackageCatalogue | null> {
  const known = new Set(stored.orderForm.lineItems.map((line) => line.lineItemId))
  const added = sent.filter(({ lineItemId }) => !lineItemId || !known.has(lineItemId))
  return loadLinePackages(deps, added, { reader: tx })
}

export type PackageLineOptions = {
  /** Null: packages are left alone. */
  products: PackageCatalogue | null
  /** The stored order, whose lines are not changed; null for a new one. */
  stored: Order | null
  /** The path of a line in the body, by its index in the order. */
  toLinePath?: (index: number) => string
}

/**
 * The order with all packages broken down that the stored one does not have
 * (packages.md#package-breakdown). Raises what `breakDownPackages` raises.
 */
export function withPackageLines<Draft extends OrderDraft>(
  deps: Pick<OrderDeps, 'config' | 'newId'>,
  order: Draft,
  { products, stored, toLinePath }: PackageLineOptions,
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
  return breakDownPackages(order, { ...context, ...(toLinePath && { toLinePath }) }).order
}
