import type { PackageComponent } from '@open-oms/contracts/catalog/product'
import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import { type BreakdownContext, breakDownPackages } from '../../modules/packages/domain/package-breakdown.ts'
import { orderTotalsContext } from '../../order/rules/context/order-context.ts'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { assertInvariants } from '../../order/rules/invariants.ts'
import { type PackageProduct, packageCatalogue } from '../../order/rules/packages/package-catalogue.ts'
import { calculateTotals } from '../../order/rules/totals/order-totals.ts'
import { type SampleForm, type SampleOrder, sampleOrder } from '../sample-order.ts'

/** The catalogue data of a SKU; by default a price of 100 and a cost of 40. */
export function knownSku(skuId: string, fields: Partial<PackageProduct> = {}): PackageProduct {
  return {
    skuId,
    productId: skuId,
    name: `Name of ${skuId}`,
    brand: null,
    productType: null,
    unit: null,
    imageUrl: null,
    taxRate: 25,
    price: 100,
    cost: 40,
    isPackage: false,
    isBundle: false,
    components: [],
    ...fields,
  }
}

/** A component of a package: by default one unit of a product. */
export function component(productId: string, fields: Partial<PackageComponent> = {}): PackageComponent {
  return {
    productId,
    quantity: 1,
    componentId: null,
    skuId: null,
    options: [],
    isRequired: false,
    componentName: null,
    shipTogetherWithComponentId: null,
    ...fields,
  }
}

export function aPackage(skuId: string, components: PackageComponent[], fields: Partial<PackageProduct> = {}): PackageProduct {
  return knownSku(skuId, { isPackage: true, components, ...fields })
}

export function aBundle(skuId: string, components: PackageComponent[], fields: Partial<PackageProduct> = {}): PackageProduct {
  return knownSku(skuId, { isBundle: true, components, ...fields })
}

/** An option of a component. */
export function option(skuId: string | null, { productId = null, offset }: { productId?: string | null; offset?: number } = {}) {
  return { skuId, productId, priceOffsets: offset === undefined ? [] : [{ marketId: 'NOR', amount: offset, currency: null }] }
}

let ids = 0

/** The context of a breakdown; fields that are passed replace the sample's. */
export function packageContext(
  config: OrdersConfig,
  products: readonly PackageProduct[],
  { allocates = false, ...fields }: Partial<Omit<BreakdownContext, 'config'>> & { allocates?: boolean } = {},
): BreakdownContext & { config: OrdersConfig } {
  const settings: OrdersConfig['settings'] = {
    ...config.settings,
    packages: { autoBreakdown: true, allocatePricesToComponents: allocates },
  }
  return {
    products: packageCatalogue(products),
    config: { ...config, settings },
    newId: () => `component-${++ids}`,
    breaksDown: true,
    isFinal: false,
    ...fields,
  }
}

/** An order with its totals, as it is written; throws when invariants are violated. */
export function written(order: Order, config: OrdersConfig, previous: Order | null = null): Order {
  const calculated = calculateTotals(order, orderTotalsContext(order, config, previous))
  assertInvariants(calculated)
  return calculated
}

/** The order around a form, broken down and written. */
export function brokenDown(
  form: SampleForm,
  context: BreakdownContext & { config: OrdersConfig },
  order: SampleOrder = {},
): Order {
  return written(breakDownPackages(sampleOrder(form, order), context).order, context.config)
}

/** The line of an order, or of one of its shipments, by its code. */
export function requireLineByCode(order: Order, code: string, shipmentId?: string): OrderLine {
  const holder =
    shipmentId === undefined ? order.orderForm : order.orderForm.shipments.find((one) => one.shipmentId === shipmentId)
  const line = holder?.lineItems.find((candidate) => candidate.code === code)
  if (line === undefined) throw new Error(`There is no line of ${code}.`)
  return line
}
