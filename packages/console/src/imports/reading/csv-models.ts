import { BusinessCustomer } from '@oms/contracts/catalog/business-customer'
import { Product } from '@oms/contracts/catalog/product'
import { InventoryQuantity } from '@oms/contracts/orders/inventory/inventory'
import { Order } from '@oms/contracts/orders/order'
import type { ImportKind } from '../import-kinds.ts'
import type { Model } from './csv-items.ts'

/**
 * What the headings of a CSV file name properties of, and the one by which rows belong together.
 */
export const csvModels: Readonly<Record<ImportKind, { model: Model; groupPath: string }>> = {
  orders: { model: Order, groupPath: 'orderNumber' },
  products: { model: Product, groupPath: 'productId' },
  stock: { model: InventoryQuantity, groupPath: 'skuId' },
  customers: { model: BusinessCustomer, groupPath: 'id' },
}
