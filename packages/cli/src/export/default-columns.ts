import type { ResourceName } from '../import/resources/resource.ts'

const lineColumns = [
  'lineItemId',
  'code',
  'displayName',
  'quantity',
  'deliveredQuantity',
  'canceledQuantity',
  'placedPrice',
  'taxRate',
  'discounted',
]

/**
 * What a CSV has without a mapping: headings are property paths, so that it can be imported without
 * one (docs/reference/import-formats.md#own-csv).
 */
export const defaultColumns: Readonly<Record<ResourceName, readonly string[]>> = {
  orders: [
    'id',
    'orderNumber',
    'orderType',
    'status',
    'storeId',
    'marketId',
    'created',
    'customerNumber',
    'customerName',
    'customerEmail',
    'customerPhone',
    'billingCurrency',
    'total',
    'orderForm.payments',
    'orderForm.shipments[0].shippingSubTotal',
    ...lineColumns.map((name) => `orderForm.lineItems[].${name}`),
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
    'properties',
    ...['skuId', 'name', 'price', 'cost', 'gtins', 'properties'].map((name) => `variants[].${name}`),
  ],
  stock: ['skuId', 'warehouseCode', 'quantity'],
  customers: ['id', 'name', 'properties'],
}
