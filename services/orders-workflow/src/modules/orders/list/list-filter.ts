import { invalid } from '@oms/contracts/errors'
import { nonEmpty, type SearchFilter } from '../../search/domain/search-filter.ts'

/** What the query of a list of orders filters by (orders.md#order-lists). */
export type ListFilter = {
  storeId?: string[]
  status?: string[]
  changedSince?: string
  orderTypes?: readonly string[]
  filterOnWarehouse?: boolean
  isPickable?: boolean
}

/**
 * The same as a filter of orders; with `filterOnWarehouse` the stores are those that shipments
 * leave from (orders.md#order-lists).
 */
export function listFilter({
  storeId,
  status,
  changedSince,
  orderTypes,
  filterOnWarehouse,
  isPickable,
}: ListFilter): SearchFilter {
  const stores = filterOnWarehouse === true ? { warehouses: storeId } : { selectedStores: storeId }
  return { ...stores, selectedStatuses: status, modifiedAfter: changedSince, orderTypes, isPickable }
}

/** Refuses a list that names no store: `ValidationFailed` (orders.md#order-lists). */
export function requireStore({ storeId }: Pick<ListFilter, 'storeId'>): void {
  if (nonEmpty(storeId) === null) throw invalid('storeId', 'is required')
}
