import { mirrored, ofForm, ofLine, ofOrder } from '@open-oms/contracts/orders/calculated-fields'
import { Order } from '@open-oms/contracts/orders/order'
import { OrderForm } from '@open-oms/contracts/orders/order-form'
import { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { KindName } from '../kinds.ts'

/** Decided by the service, so that an import ignores them (orders.md#service-owned-fields). */
const ownedByService = ['versionId', 'modifiedBy', 'reservedInventoryQuantity']
const calculated = new Set<string>([...mirrored, ...ofOrder, ...ofForm, ...ofLine, ...ownedByService])
// Sums that people look at; the total is also what an import is compared by.
const shown = ['total', 'taxTotal', 'netTotal']
const formLists = ['lineItems']

/** First what people look for, then the rest. */
const orderColumns = [
  ...['id', 'orderNumber', 'orderType', 'status', 'storeId', 'marketId', 'created'],
  ...['customerNumber', 'customerName', 'customerEmail', 'customerPhone', 'billingCurrency', ...shown],
]
const lineColumns = [
  ...['lineItemId', 'code', 'displayName', 'quantity', 'deliveredQuantity', 'canceledQuantity', 'placedPrice', 'taxRate'],
  'discounted',
]

/** The properties of a model that an import takes over, those of a list first. */
function imported({ properties }: { properties: object }, first: readonly string[]): string[] {
  const rest = Object.keys(properties).filter((name) => !calculated.has(name) && !first.includes(name))
  return [...first, ...rest]
}

/**
 * What a CSV has without a mapping: headings are property paths, so that it can be imported without
 * one, and nothing that is imported is left out (docs/reference/import-formats.md#exports).
 */
export const defaultColumns: Readonly<Record<KindName, readonly string[]>> = {
  orders: [
    ...imported(Order, orderColumns).filter((name) => name !== 'orderForm'),
    ...imported(OrderForm, [])
      .filter((name) => !formLists.includes(name))
      .map((name) => `orderForm.${name}`),
    ...imported(OrderLine, lineColumns).map((name) => `orderForm.lineItems[].${name}`),
  ],
  products: [
    'productId',
    'name',
    'description',
    'brand',
    'productType',
    'unit',
    'gtins',
    'price',
    'cost',
    'taxRate',
    'taxGroupCode',
    'mainImageUrl',
    'isPackage',
    'isBundle',
    'components',
    'properties',
    ...['skuId', 'name', 'price', 'cost', 'gtins', 'mainImageUrl', 'isPackage', 'components', 'properties'].map(
      (name) => `variants[].${name}`,
    ),
  ],
  stock: ['skuId', 'warehouseCode', 'quantity'],
  customers: ['id', 'name', 'properties'],
}
