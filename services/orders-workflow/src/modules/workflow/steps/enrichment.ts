import { taxGroupOn } from '@open-oms/contracts/config/tax-groups'
import type { OrdersConfig } from '../../../order/rules/context/orders-config.ts'
import { findProducts, type KnownProduct } from '../../../product-copy/product-copy.ts'
import { skusToLookUp, withProductFacts } from './enriched-lines.ts'
import type { TransactionStep } from './step-definition.ts'

const NAMED_MAX = 10

/**
 * Fills empty display names, images, brands, tax rates, costs and product types of the lines from
 * what this service knows of the catalogue (workflow-steps.md#product-steps).
 */
export const enrichOrderFromProducts: TransactionStep = {
  kind: 'transaction',
  names: ['EnrichOrderFromProducts'],
  properties: {},
  reference: {
    does: 'Fills empty display names, images, brands, tax rates, costs and product types of the lines from the catalogue',
    conditions: ['a line has a SKU and one of these fields empty'],
    connectorKinds: [],
    warnings: ['the catalogue does not know a SKU; the other lines are filled'],
    errors: [],
    section: 'product-steps',
    example: { within: { orderType: 'Online', status: 'New' } },
  },
  async carryOut(tx, order, { config, now, readProducts }) {
    const skuIds = skusToLookUp(order)
    if (skuIds.length === 0) return { order, actionStatus: 'Success' }
    const products = (await findProducts(tx, skuIds, readProducts)).map((product) => ({
      ...product,
      taxRate: productTaxRate(product, config, now),
    }))
    const known = new Set(products.map(({ skuId }) => skuId))
    const unknown = skuIds.filter((skuId) => !known.has(skuId))
    const filled = withProductFacts(order, products)
    if (unknown.length === 0) return { order: filled, actionStatus: 'Success' }
    const names = unknown.slice(0, NAMED_MAX).join(', ') + (unknown.length > NAMED_MAX ? ', …' : '')
    return { order: filled, actionStatus: 'Warning', message: `The catalogue does not know ${names}.` }
  },
}

/** The tax group of a product decides over its own rate. */
function productTaxRate(
  { taxGroup, taxRate }: KnownProduct,
  { taxGroups }: Pick<OrdersConfig, 'taxGroups'>,
  now: string,
): number | null {
  const group = taxGroup === null ? undefined : taxGroupOn(taxGroups, taxGroup, now.slice(0, 'YYYY-MM-DD'.length))
  return group?.rate ?? taxRate
}
