import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import { LIST_MAX } from '@open-oms/contracts/primitives'
import { isInPackage } from '../../../order/rules/packages/package-lines.ts'

/** What the catalogue may say of a line. */
export type ProductFacts = {
  skuId: string
  name: string | null
  brand: string | null
  productType: string | null
  imageUrl: string | null
  /** The code of the product's tax group. */
  taxGroup: string | null
  /** That of the tax group where it has one. */
  taxRate: number | null
  cost: number | null
}

const TAX_GROUP_PROPERTY = 'TaxGroupCode'

/** The SKU that a line is looked up by: its code, else its product. */
function lookUpSku({ code, productId }: OrderLine): string | null {
  return code || productId || null
}

/** The SKUs of lines that lack something which the catalogue could say, each once. */
export function skusToLookUp(order: Order): string[] {
  return [...new Set(order.orderForm.lineItems.filter(isIncomplete).flatMap((line) => lookUpSku(line) ?? []))]
}

function isIncomplete(line: OrderLine): boolean {
  const { displayName, imageUrl, brand, taxRate, productType } = line
  return !displayName || !imageUrl || !brand || taxRate === null || lacksCost(line) || !productType
}

/**
 * A package and its components have one cost between them, which the breakdown placed
 * (packages.md#package-breakdown).
 */
function lacksCost(line: OrderLine): boolean {
  return line.cost === 0 && !isInPackage(line)
}

/**
 * The order with what its lines lack filled in, those of its shipments too
 * (workflow-steps.md#product-steps); the same order where nothing was.
 */
export function withProductFacts(order: Order, products: readonly ProductFacts[]): Order {
  const bySku = new Map(products.map((product) => [product.skuId, product]))
  const filled = (line: OrderLine): OrderLine => {
    const product = bySku.get(lookUpSku(line) ?? '')
    return product === undefined ? line : withFacts(line, product)
  }
  const form = order.orderForm
  const lineItems = form.lineItems.map(filled)
  const shipments = form.shipments.map((shipment) => ({ ...shipment, lineItems: shipment.lineItems.map(filled) }))
  const isSame = lineItems.every((line, index) => line === form.lineItems[index])
  return isSame ? order : { ...order, orderForm: { ...form, lineItems, shipments } }
}

/**
 * What is given stays; a cost of nothing counts as none. The tax group goes with its rate, as a
 * property: accounting chooses accounts by it (configuration.md#tax-groups).
 */
function withFacts(line: OrderLine, product: ProductFacts): OrderLine {
  const found = {
    displayName: line.displayName || product.name,
    imageUrl: line.imageUrl || product.imageUrl,
    brand: line.brand || product.brand,
    productType: line.productType || product.productType,
    taxRate: line.taxRate ?? product.taxRate,
    cost: lacksCost(line) ? (product.cost ?? 0) : line.cost,
  }
  const isNews = (Object.keys(found) as (keyof typeof found)[]).some((key) => found[key] !== line[key])
  return isNews ? { ...line, ...found, properties: withTaxGroup(line, product) } : line
}

function withTaxGroup({ taxRate, properties }: OrderLine, { taxGroup }: ProductFacts): OrderLine['properties'] {
  const isDecided = taxRate !== null || taxGroup === null || properties.some(({ key }) => key === TAX_GROUP_PROPERTY)
  if (isDecided || properties.length >= LIST_MAX) return properties
  return [...properties, { key: TAX_GROUP_PROPERTY, keyGroup: null, value: taxGroup, valueType: null }]
}
