import type { Order, Product } from '@open-oms/client/types'
import { exact } from '../shipping/units.ts'

type Line = Order['orderForm']['lineItems'][number]

/** A line with the components of its package, which have no price of their own. */
export type LineItem = { line: Line; components: readonly Line[] }

/**
 * Lines in their order, each component below the package that it is part of. A component whose
 * package is elsewhere, such as in another shipment, is a line like any other.
 */
export function lineItems(lines: readonly Line[]): LineItem[] {
  const ids = new Set(lines.map(({ lineItemId }) => lineItemId))
  const isPart = ({ packageLineItemId }: Line) => packageLineItemId !== null && ids.has(packageLineItemId)
  const partsOf = (id: string) => lines.filter((line) => isPart(line) && line.packageLineItemId === id)
  return lines.filter((line) => !isPart(line)).map((line) => ({ line, components: partsOf(line.lineItemId) }))
}

/** How many things lines have: a package is one, whatever it contains. */
export function itemCount(lines: readonly Line[]): number {
  return exact(lineItems(lines).reduce((sum, { line }) => sum + line.quantity, 0))
}

/** What has become of some units of a line; `ordered` is what it is a part of. */
export type LineProgress = { what: 'shipped' | 'returned' | 'cancelled'; units: number; ordered: number }

/** What has become of a line, in the order in which it happens; nothing of what has not. */
export function lineProgress({ quantity, deliveredQuantity, returnQuantity, canceledQuantity }: Line): LineProgress[] {
  const all = [
    { what: 'shipped', units: deliveredQuantity, ordered: exact(quantity - canceledQuantity) },
    { what: 'returned', units: returnQuantity, ordered: deliveredQuantity },
    { what: 'cancelled', units: canceledQuantity, ordered: quantity },
  ] as const
  return all.filter(({ units }) => units > 0)
}

/** The SKUs of lines, each once, as a request for their products has them. */
export function skusOf(lines: readonly Pick<Line, 'code'>[]): string[] {
  return [...new Set(lines.flatMap(({ code }) => (code === null || code === '' ? [] : [code])))].sort()
}

/** A product and the variant of it that a line has; without variants the product alone. */
export type LineProduct = { product: Product; variant: Product['variants'][number] | null }

/** Products by the SKUs of their variants, and by their own ids. */
export function productsBySku(products: readonly Product[]): ReadonlyMap<string, LineProduct> {
  const bySku = new Map<string, LineProduct>()
  for (const product of products) {
    bySku.set(product.productId, { product, variant: null })
    for (const variant of product.variants) bySku.set(variant.skuId, { product, variant })
  }
  return bySku
}

/**
 * What a line is called: by its own name. Where that is only the name of the variant, such as
 * "Large", or of the product, both are said.
 */
export function lineTitle(
  { displayName, code, lineItemId }: Pick<Line, 'displayName' | 'code' | 'lineItemId'>,
  found: LineProduct | undefined,
): string {
  if (displayName === null) return found?.product.name ?? code ?? lineItemId
  const variantName = found?.variant?.name ?? null
  const productName = found?.product.name ?? null
  if (variantName === null || productName === null) return displayName
  if (displayName !== variantName && displayName !== productName) return displayName
  return variantName.includes(productName) ? variantName : `${productName}, ${variantName}`
}
