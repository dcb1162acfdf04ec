import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import { fromUnits, restOfQuantity, sumOfQuantities, toUnits } from '@open-oms/money/quantities'
import type { PackageCatalogue } from './package-catalogue.ts'

/** What the lines of packages have of each other. */
export type PackageTree = {
  /** False: no line of the order is a package that was broken down. */
  hasPackages: boolean
  /** The component lines directly below a line. */
  directComponents(lineItemId: string | null): readonly OrderLine[]
  /**
   * All component lines below a line, over any depth; a package comes before its own components.
   */
  allComponents(lineItemId: string | null): OrderLine[]
}

const none: PackageTree = { hasPackages: false, directComponents: () => [], allComponents: () => [] }

/** How lines belong to packages that were broken down (packages.md#package-breakdown). */
export function packageTree(lines: readonly OrderLine[]): PackageTree {
  const parts = lines.filter((line) => line.packageLineItemId)
  if (parts.length === 0) return none
  const byPackage = Map.groupBy(parts, (line) => line.packageLineItemId)
  const directComponents = (lineItemId: string | null) => byPackage.get(lineItemId) ?? []
  // What clients sent may point in a circle.
  const below = (lineItemId: string | null, seen: Set<string | null>): OrderLine[] =>
    directComponents(lineItemId).flatMap((line) => {
      if (seen.has(line.lineItemId)) return []
      seen.add(line.lineItemId)
      return [line, ...below(line.lineItemId, seen)]
    })
  return { hasPackages: true, directComponents, allComponents: (lineItemId) => below(lineItemId, new Set([lineItemId])) }
}

/**
 * Whether a line is part of a package, or a package that was broken down: its price may be on
 * another line.
 */
export function isInPackage({ packageLineItemId, isPackageBrokeDown }: OrderLine): boolean {
  return Boolean(packageLineItemId) || isPackageBrokeDown
}

/**
 * What so many units of a whole are of one of its parts, in thousandths and rounded down; all of
 * the whole is all of the part (money.md#amounts, packages.md#acting-on-packages).
 */
export function partUnits(units: number, { whole, part }: { whole: number; part: number }): number {
  if (units >= whole || whole === 0) return units === 0 ? 0 : part
  const product = units * part
  return Number.isSafeInteger(product) ? Math.floor(product / whole) : Number((BigInt(units) * BigInt(part)) / BigInt(whole))
}

/** As `partUnits`, of quantities. */
export function partQuantity(quantity: number, ratio: { whole: number; part: number }): number {
  return fromUnits(partUnits(toUnits(quantity), { whole: toUnits(ratio.whole), part: toUnits(ratio.part) }))
}

/**
 * The lines with components right after their package; lines whose package is missing keep their
 * position.
 */
export function inPackageOrder(lines: readonly OrderLine[]): OrderLine[] {
  const tree = packageTree(lines)
  if (!tree.hasPackages) return [...lines]
  const ids = new Set(lines.map((line) => line.lineItemId))
  const first = lines.filter((line) => !line.packageLineItemId || !ids.has(line.packageLineItemId))
  const sorted = new Set(first.flatMap((line) => [line, ...tree.allComponents(line.lineItemId)]))
  return [...sorted, ...lines.filter((line) => !sorted.has(line))]
}

/** Whether a line is marked as a package with unknown components. */
export function isOfUnknownPackage(line: OrderLine, products: PackageCatalogue): boolean {
  const isPackage = line.isPackageProduct || line.isPackage || line.isBundle || line.components.length > 0
  return isPackage && products.sku(line.code || line.productId) === undefined
}

export type ComponentQuantity = { lineItemId: string; quantity: number }

/**
 * The component lines of a package line over any depth, with what so many of the package are of
 * them (packages.md#acting-on-packages): acting on a package acts on these. Empty for a line that
 * is no package or is not broken down.
 */
export function componentQuantities(order: Order, lineItemId: string, quantity: number): ComponentQuantity[] {
  const lines = order.orderForm.lineItems
  const line = lines.find((candidate) => candidate.lineItemId === lineItemId)
  if (line === undefined) return []
  return packageTree(lines)
    .allComponents(lineItemId)
    .map((part) => ({
      lineItemId: part.lineItemId,
      quantity: partQuantity(quantity, { whole: line.quantity, part: part.quantity }),
    }))
}

/**
 * The component units of further units of a package line: those of all units so far less those of
 * the earlier ones, so that all units together take all of the components.
 */
export function componentsOfMore(
  order: Order,
  lineItemId: string,
  { before, more }: { before: number; more: number },
): ComponentQuantity[] {
  const past = new Map(componentQuantities(order, lineItemId, before).map((part) => [part.lineItemId, part.quantity]))
  return componentQuantities(order, lineItemId, sumOfQuantities([before, more])).map((part) => ({
    lineItemId: part.lineItemId,
    quantity: restOfQuantity(part.quantity, past.get(part.lineItemId) ?? 0),
  }))
}

/**
 * The statements about lines, nested packages first: a statement about one of these also applies to
 * its components.
 */
export function innermostFirst<T extends { lineItemId?: string | undefined }>(order: Order, items: readonly T[]): T[] {
  const tree = packageTree(order.orderForm.lineItems)
  if (!tree.hasPackages) return [...items]
  const sizes = new Map(items.map((item) => [item, tree.allComponents(item.lineItemId ?? null).length]))
  return items.toSorted((a, b) => (sizes.get(a) as number) - (sizes.get(b) as number))
}
