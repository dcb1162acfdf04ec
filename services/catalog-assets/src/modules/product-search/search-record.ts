import { createHash } from 'node:crypto'
import type { Product } from '@open-oms/contracts/catalog/product'
import { toSearchRow } from './domain/search-row.ts'

/**
 * An index of Postgres refuses entries of some 2,700 bytes, and a componentId may be of any length.
 */
const KEY_BYTES_MAX = 500

/** An id of a component as the index keeps it: in NFC, or a hash when it is very long. */
export function componentKey(text: string): string {
  const id = text.normalize('NFC')
  return Buffer.byteLength(id) <= KEY_BYTES_MAX ? id : `sha256:${createHash('sha256').update(id).digest('hex')}`
}

/** The search row of a product as the JSON that its write reads. */
export function searchRecord(product: Product): string {
  const row = toSearchRow(product)
  return JSON.stringify({
    is_package: row.isPackage,
    is_bundle: row.isBundle,
    brand: row.brand,
    product_type: row.productType,
    component_ids: row.componentIds.map(componentKey),
    search_text: row.searchText,
  })
}
