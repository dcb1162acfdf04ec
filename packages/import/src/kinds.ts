import { BusinessCustomer } from '@open-oms/contracts/catalog/business-customer'
import { Product } from '@open-oms/contracts/catalog/product'
import { InventoryQuantity } from '@open-oms/contracts/orders/inventory/inventory'
import { Order } from '@open-oms/contracts/orders/order'
import type { TObject } from '@sinclair/typebox'
import type { Item } from './reading/read-item.ts'

/** What can be imported and exported. */
export const kindNames = ['orders', 'products', 'stock', 'customers'] as const
export type KindName = (typeof kindNames)[number]

/** What is known of one kind of item before it is sent. */
export type Kind = {
  name: KindName
  /** The model whose property paths headings and mappings name. */
  model: TObject
  /**
   * The paths by which rows of a file belong together: the first that a row states decides. Empty:
   * each row is an item.
   */
  rowKeys: readonly string[]
  /** The path that a missing key is reported at, and the name that people know it by. */
  keyPath: string
  keyName: string
}

export const kinds: Readonly<Record<KindName, Kind>> = {
  orders: { name: 'orders', model: Order, rowKeys: ['id', 'orderNumber'], keyPath: 'id', keyName: 'id or orderNumber' },
  products: { name: 'products', model: Product, rowKeys: ['productId'], keyPath: 'productId', keyName: 'productId' },
  stock: { name: 'stock', model: InventoryQuantity, rowKeys: [], keyPath: 'skuId', keyName: 'skuId and warehouseCode' },
  customers: { name: 'customers', model: BusinessCustomer, rowKeys: ['id'], keyPath: 'id', keyName: 'id' },
}

/**
 * What distinguishes an item of a kind from others; null when it has nothing of that. Names match
 * in any letter case, as for the API.
 */
export function itemKey(kind: KindName, item: Item): string | null {
  const texts = new Map(Object.entries(item).map(([name, value]) => [name.toLowerCase(), keyText(value)]))
  const text = (name: string) => texts.get(name) ?? null
  switch (kind) {
    case 'orders':
      return text('id') ?? text('ordernumber')
    case 'products':
      return text('productid')
    case 'customers':
      return text('id')
    case 'stock':
      return text('skuid') === null || text('warehousecode') === null ? null : `${text('skuid')} · ${text('warehousecode')}`
  }
}

/** A number is a text to people; the API says what it thinks of it. */
function keyText(value: unknown): string | null {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : null
}
