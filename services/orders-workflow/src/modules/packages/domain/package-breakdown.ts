import type { TenantConfig } from '@open-oms/contracts/config/tenant-config'
import type { OrderDraft } from '@open-oms/contracts/orders/order'
import type { OrderLine, ProductComponent } from '@open-oms/contracts/orders/order-line'
import { LINES_MAX } from '@open-oms/contracts/primitives'
import { type OrderConfig, orderTotalsContext } from '../../../order/rules/context/order-context.ts'
import { calculationTerms, type Terms } from '../../../order/rules/context/totals-context.ts'
import { nextNumber } from '../../../order/rules/lines/new-lines.ts'
import { isDivisible, type PackageCatalogue, type PackageProduct } from '../../../order/rules/packages/package-catalogue.ts'
import { packageTree } from '../../../order/rules/packages/package-lines.ts'
import { packageProblem } from '../../../order/rules/packages/package-problem.ts'
import { withSpreadPrices } from '../../../order/rules/totals/package-prices.ts'
import { offeredComponents } from './component-selection.ts'
import { componentDisplayName, isLeftOut, isUnselected } from './component-state.ts'
import { componentCopies, componentLine } from './package-components.ts'

export type PackageSettings = TenantConfig['settings']['packages']

export type BreakdownContext = {
  products: PackageCatalogue
  newId: () => string
  config: OrderConfig & { settings: { packages: PackageSettings } }
  /** Only these lines; undefined: all. */
  lineItemIds?: ReadonlySet<string | null>
  /**
   * False if lines of packages only list their components for selection, without lines for them.
   */
  breaksDown: boolean
  /** True if no more selections follow, so that an incomplete bundle is an error. */
  isFinal: boolean
  /**
   * The path of a line in the request, by its index in the order; the path in the order when
   * absent.
   */
  toLinePath?: (index: number) => string
}

export type Breakdown<Draft extends OrderDraft> = {
  order: Draft
  /** The lines of the order that were broken down now. */
  brokenDown: readonly string[]
}

/**
 * The order with its packages and bundles broken down (packages.md#package-breakdown): when a
 * package is broken down, then its line is flagged and lines for its components come last, each
 * with a copy in every shipment that holds the package; given packages in packages, when the outer
 * one is broken down, then the inner ones are too, over any depth. A package that is already broken
 * down, by us or by the sender, stays as it is, and so does a bundle without selections. Pure; the
 * same order when there is nothing to do. Raises `CircularReference`, `ComponentProductNotFound`,
 * `InvalidComponentSku`, `ComponentInvalid` and `ValidationFailed` naming the line and the
 * component.
 */
export function breakDownPackages<Draft extends OrderDraft>(order: Draft, context: BreakdownContext): Breakdown<Draft> {
  const breaking = start(order, context)
  for (const [index, line] of order.orderForm.lineItems.entries()) {
    if (context.lineItemIds !== undefined && !context.lineItemIds.has(line.lineItemId)) continue
    const product = findLineProduct(line, context.products)
    if (!isDivisible(product) || breaking.isBroken(line)) continue
    const at = context.toLinePath?.(index) ?? `orderForm.lineItems[${index}]`
    breakLine({ line, product, position: index, path: at === '' ? 'components' : `${at}.components`, above: [] }, breaking)
  }
  if (!breaking.isChanged()) return { order, brokenDown: [] }
  return { order: breaking.finished(), brokenDown: breaking.brokenDown }
}

/** The known product of a line: by its code, else by its product id. */
export function findLineProduct({ code, productId }: Pick<OrderLine, 'code' | 'productId'>, products: PackageCatalogue) {
  return products.sku(code || productId)
}

type BreakdownState<Draft extends OrderDraft> = {
  context: BreakdownContext
  order: Draft
  lines: OrderLine[]
  terms: Terms
  /** Ids of components in use. */
  taken: Set<string>
  brokenDown: string[]
  nextId(): string
  isBroken(line: OrderLine): boolean
  isChanged(): boolean
  finished(): Draft
}

function start<Draft extends OrderDraft>(order: Draft, context: BreakdownContext): BreakdownState<Draft> {
  const form = order.orderForm
  const lines = [...form.lineItems]
  const tree = packageTree(lines)
  let next = nextNumber(lines.map(({ lineItemId }) => lineItemId))
  const known = new Map(lines.map((line) => [line.lineItemId, line]))
  return {
    context,
    order,
    lines,
    terms: calculationTerms(order, orderTotalsContext(order, context.config, null)),
    taken: new Set(
      lines.flatMap(({ componentId, components }) =>
        [componentId, ...components.map((one) => one.componentId)].filter((id) => id !== null),
      ),
    ),
    brokenDown: [],
    nextId: () => String(next++),
    isBroken: (line) => line.isPackageBrokeDown || tree.directComponents(line.lineItemId).length > 0,
    isChanged: () => lines.length !== form.lineItems.length || lines.some((line, position) => line !== form.lineItems[position]),
    finished() {
      const changed = new Map(lines.flatMap((line) => (known.has(line.lineItemId) ? [[line.lineItemId, line] as const] : [])))
      const added = lines.filter((line) => !known.has(line.lineItemId))
      return {
        ...order,
        orderForm: { ...form, lineItems: lines, shipments: componentCopies(form.shipments, { changed, added }) },
      }
    },
  }
}

/** A line to break down; `above` are the packages that contain it. */
type Breakable = { line: OrderLine; product: PackageProduct; position: number; path: string; above: readonly string[] }

function breakLine(one: Breakable, breaking: BreakdownState<OrderDraft>): void {
  const { line, product, position, path, above } = one
  const { context } = breaking
  if (above.includes(product.productId)) {
    const way = [...above.slice(above.indexOf(product.productId)), product.productId].join(' → ')
    throw packageProblem('CircularReference', path, `package "${product.productId}" contains itself: ${way}`)
  }
  for (const { componentId } of line.components) if (componentId !== null) breaking.taken.delete(componentId)
  const offering = { products: context.products, path, newId: context.newId, taken: breaking.taken }
  const components = offeredComponents(product, { known: line.components }, offering)
  const flagged = { ...line, isPackageProduct: true, isBundle: line.isBundle || product.isBundle, components }
  const isSelected = components.some(
    ({ options, skuId }, index) => options.length > 0 && skuId !== product.components[index]?.skuId,
  )
  breaking.lines[position] = flagged
  if (!context.breaksDown || !isComplete(components, { isBundle: product.isBundle, isSelected, isFinal: context.isFinal, path }))
    return
  const included = components.filter((component) => !product.isBundle || !isLeftOut(component))
  if (included.length === 0) return
  addParts({ ...one, line: flagged }, included, breaking)
}

type Completeness = { isBundle: boolean; isSelected: boolean; isFinal: boolean; path: string }

/** Whether all required components are selected; a missing one is an error once any is selected. */
function isComplete(components: readonly ProductComponent[], { isBundle, isSelected, isFinal, path }: Completeness): boolean {
  if (!isBundle) return true
  const open = components.filter(isUnselected)
  const missing = open.find(({ isRequired }) => isRequired)
  if (missing === undefined) return isFinal || isSelected || open.length === 0
  if (!isSelected && !isFinal) return false
  throw packageProblem('ComponentInvalid', path, `component "${componentDisplayName(missing)}" is required and not selected`)
}

function addParts(one: Breakable, components: readonly ProductComponent[], breaking: BreakdownState<OrderDraft>): void {
  const { line, product, position, path, above } = one
  const { context, lines, terms } = breaking
  if (lines.length + components.length > LINES_MAX)
    throw packageProblem('ValidationFailed', path, `would give the order more than ${LINES_MAX} lines`)
  const first = lines.length
  const parts = components.map((component) => {
    const of = { component, product: componentProduct(component, { products: context.products, path }), path }
    return componentLine(line, of, { lineItemId: breaking.nextId() })
  })
  const broken = { ...line, isPackageBrokeDown: true }
  const allocates = context.config.settings.packages.allocatePricesToComponents
  const priced = withSpreadPrices(broken, parts, {
    form: breaking.order.orderForm,
    terms,
    product,
    products: context.products,
    allocates,
  })
  lines[position] = priced.line
  lines.push(...priced.parts)
  if (above.length === 0) breaking.brokenDown.push(line.lineItemId)
  for (const [index, part] of priced.parts.entries()) {
    const below = findLineProduct(part, context.products)
    const next = { line: part, position: first + index, path, above: [...above, product.productId] }
    if (isDivisible(below)) breakLine({ ...next, product: below }, breaking)
  }
}

/** The SKU of a component; a product without a selected variant stays as it is. */
function componentProduct(
  component: ProductComponent,
  { products, path }: { products: PackageCatalogue; path: string },
): PackageProduct {
  const { skuId, productId } = component
  const name = componentDisplayName(component)
  if (skuId !== null) {
    const known = products.sku(skuId)
    if (known === undefined)
      throw packageProblem('ComponentProductNotFound', path, `"${skuId}" of component "${name}" is not a known product`)
    if (productId !== null && productId !== known.productId)
      throw packageProblem(
        'InvalidComponentSku',
        path,
        `"${skuId}" of component "${name}" is not a SKU of product "${productId}"`,
      )
    return known
  }
  const skus = productId === null ? [] : products.productSkus(productId)
  const [only] = skus
  if (only === undefined || productId === null)
    throw packageProblem('ComponentProductNotFound', path, `"${productId}" of component "${name}" is not a known product`)
  return skus.length === 1
    ? only
    : {
        ...only,
        skuId: productId,
        price: null,
        cost: null,
        imageUrl: null,
        components: [],
        isPackage: false,
        isBundle: false,
      }
}
