import { DomainError } from '@open-oms/contracts/errors'
import { PATHS_MAX } from '@open-oms/service-kit/input/input-errors'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'

/**
 * The warehouses of the stores that a caller is limited to; null means all
 * (security.md#store-scope).
 */
export function warehousesInScope(config: OrdersConfig, storeIds: readonly string[] | null): readonly string[] | null {
  if (storeIds === null) return null
  return [...new Set(config.stores.filter((store) => storeIds.includes(store.id)).flatMap((store) => store.warehouses))]
}

/**
 * Refuses, with `Forbidden`, a write to warehouses outside the caller's stores; its errors name the
 * rows and the field that has the warehouse.
 */
export function requireWarehouses(
  scope: readonly string[] | null,
  rows: readonly { warehouseCode: string }[],
  field: string,
): void {
  if (scope === null) return
  const others = rows.flatMap(({ warehouseCode }, index) => (scope.includes(warehouseCode) ? [] : [{ warehouseCode, index }]))
  const [first] = others
  if (first === undefined) return
  const text = 'is of no store that your token covers'
  const errors = Object.fromEntries(others.slice(0, PATHS_MAX).map(({ index }) => [`[${index}].${field}`, [text]]))
  throw new DomainError('Forbidden', `Your token does not cover a store of warehouse "${first.warehouseCode}".`, { errors })
}

/** The warehouses to read: the requested one, limited to those that the caller may see. */
export function warehousesToRead(scope: readonly string[] | null, wanted: string | undefined): readonly string[] | null {
  if (!wanted) return scope
  return scope === null || scope.includes(wanted) ? [wanted] : []
}
