import { completer } from '@open-oms/contracts/complete'
import { OrderLine, type ProductComponent } from '@open-oms/contracts/orders/order-line'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import type { InputOf } from '@open-oms/contracts/primitives'
import { fromUnits, toUnits, UNITS_MAX } from '@open-oms/money/quantities'
import type { PackageProduct } from '../../../order/rules/packages/package-catalogue.ts'
import { partUnits } from '../../../order/rules/packages/package-lines.ts'
import { packageProblem } from '../../../order/rules/packages/package-problem.ts'

const complete = completer(OrderLine)

export type ComponentOf = { component: ProductComponent; product: PackageProduct; path: string }

/**
 * Fields that a component takes from the line of its package: they describe the sale, not the
 * goods.
 */
const inherited = [
  'campaignId',
  'customerPickupDeadline',
  'expectedDeliveryDate',
  'groupId',
  'isBackorder',
  'isExcludedFromPromotions',
  'isGift',
  'isReadOnly',
  'isReadOnlyByCustomer',
  'requestedDeliveryDate',
  'updateStock',
] as const satisfies readonly (keyof OrderLine)[]

/** Quantities that a component has in proportion to the line of its package. */
const proportional = ['deliveredQuantity', 'canceledQuantity', 'returnQuantity', 'readyForPickupQuantity'] as const
const dated = ['deliveredDate', 'canceledDate', 'readyForPickupDate', 'returnDate'] as const

/**
 * The line of a component of a package (packages.md#package-breakdown), without a price. Its
 * quantity is that of the package times that of the component; one that has more than 3 decimals or
 * 9 integer digits is `ValidationFailed` (money.md#amounts).
 */
export function componentLine(
  line: OrderLine,
  { component, product, path }: ComponentOf,
  { lineItemId }: { lineItemId: string },
): OrderLine {
  const whole = toUnits(line.quantity)
  const units = componentUnits(whole, component, path)
  const part = (quantity: number) => fromUnits(partUnits(toUnits(quantity), { whole, part: units }))
  const goods: InputOf<OrderLine> = {
    lineItemId,
    code: product.skuId,
    productId: product.productId,
    componentId: component.componentId as string,
    packageLineItemId: line.lineItemId,
    quantity: fromUnits(units),
  }
  const facts = {
    displayName: product.name,
    brand: product.brand,
    productType: product.productType,
    unit: product.unit,
    imageUrl: product.imageUrl,
    taxRate: product.taxRate,
    packageSkuId: line.code || line.productId,
    suggestedRetailPrice: product.price ?? 0,
  }
  const done = Object.fromEntries(proportional.map((field) => [field, line[field] === null ? null : part(line[field] ?? 0)]))
  const ofPackage = Object.fromEntries([...inherited, ...dated].map((field) => [field, line[field]]))
  return { ...complete(goods), ...facts, ...done, ...ofPackage }
}

function componentUnits(whole: number, { quantity, componentName, componentId }: ProductComponent, path: string): number {
  const thousandths = BigInt(whole) * BigInt(toUnits(quantity))
  const units = Number(thousandths / 1000n)
  if (thousandths % 1000n === 0n && units > 0 && units <= UNITS_MAX) return units
  const text = `${fromUnits(whole)} × ${quantity} of component "${componentName || componentId}" is not a quantity of at most 9 integer digits and 3 decimals`
  throw packageProblem('ValidationFailed', path, text)
}

type Lines = {
  /** The lines that the order had, as they are now. */
  changed: ReadonlyMap<string | null, OrderLine>
  /** The lines of components, a package before its own. */
  added: readonly OrderLine[]
}

const copied = ['quantity', 'deliveredQuantity', 'canceledQuantity', 'readyForPickupQuantity', 'returnQuantity'] as const
type CopiedField = (typeof copied)[number]

/** The parts of a package that are independent of shipments. */
const flags = ['components', 'isBundle', 'isPackageProduct', 'isPackageBrokeDown', 'cost'] as const

/**
 * The shipments with copies of the lines of components where the packages are. What the copies hold
 * sums to the line exactly: rounding remainders are in later shipments
 * (quantities.md#line-quantities).
 */
export function componentCopies(shipments: readonly Shipment[], { changed, added }: Lines): Shipment[] {
  const held = shipments.map(({ lineItems }) => lineItems.map((copy) => flagged(copy, changed.get(copy.lineItemId))))
  const lines = new Map<string | null, OrderLine>([...changed.values(), ...added].map((line) => [line.lineItemId, line]))
  for (const line of added) {
    const whole = lines.get(line.packageLineItemId) as OrderLine
    const holders = held.filter((copies) => copies.some((copy) => copy.lineItemId === whole.lineItemId))
    const before: Record<CopiedField, number> = {
      quantity: 0,
      deliveredQuantity: 0,
      canceledQuantity: 0,
      readyForPickupQuantity: 0,
      returnQuantity: 0,
    }
    for (const copies of holders) {
      const copy = copies.find((candidate) => candidate.lineItemId === whole.lineItemId) as OrderLine
      copies.push(partCopy(line, { whole, copy, before }))
    }
  }
  return shipments.map((shipment, index) => ({ ...shipment, lineItems: held[index] as OrderLine[] }))
}

function flagged(copy: OrderLine, line: OrderLine | undefined): OrderLine {
  if (line === undefined || copy === line) return copy
  return { ...copy, ...Object.fromEntries(flags.map((field) => [field, line[field]])) }
}

type PackageCopyContext = { whole: OrderLine; copy: OrderLine; before: Record<CopiedField, number> }

/**
 * The part of a component's line that goes with a copy of its package: the cumulative share up to
 * this copy less the share before it.
 */
function partCopy(line: OrderLine, { whole, copy, before }: PackageCopyContext): OrderLine {
  const ratio = { whole: toUnits(whole.quantity), part: toUnits(line.quantity) }
  const own: Partial<Pick<OrderLine, CopiedField>> = {}
  for (const field of copied) {
    const past = before[field]
    before[field] += toUnits(copy[field] ?? 0)
    const units = partUnits(before[field], ratio) - partUnits(past, ratio)
    own[field] = fromUnits(units)
  }
  const dates = Object.fromEntries(dated.map((field) => [field, copy[field]]))
  const isReadySaid = copy.readyForPickupQuantity !== null
  return { ...line, ...own, ...dates, ...(!isReadySaid && { readyForPickupQuantity: null }) }
}
