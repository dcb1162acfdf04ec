import { invalid } from '@open-oms/contracts/errors'
import type { InventoryMovements } from '@open-oms/contracts/orders/inventory/inventory'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { loadMovements } from './inventory-queries.ts'
import { warehousesInScope, warehousesToRead } from './warehouse-scope.ts'

export type ListMovements = {
  skuId?: string | undefined
  warehouseCode?: string | undefined
  orderId?: string | undefined
  /** `next` of the page before. */
  after?: string | undefined
  take: number
  /** The stores that the caller is limited to; null means all. */
  storeIds: readonly string[] | null
}

/**
 * A page of the movements in the warehouses that the caller may see, oldest first
 * (inventory.md#inventory-endpoints, security.md#store-scope). Those of orders of other stores have
 * no order, shipment and line, and are not found by their order. An empty text is no filter. Raises
 * `ValidationFailed` for a cursor that the service never issued.
 */
export async function listMovements(
  deps: Pick<OrderDeps, 'reading' | 'config'>,
  request: ListMovements,
): Promise<InventoryMovements> {
  const { take } = request
  const movements = await loadMovements(deps.reading, {
    skuId: request.skuId || null,
    orderId: request.orderId || null,
    warehouses: warehousesToRead(warehousesInScope(deps.config(), request.storeIds), request.warehouseCode),
    storeIds: request.storeIds,
    after: request.after ? parseCursor(request.after) : 0,
    take: take + 1,
  })
  const result = movements.slice(0, take)
  const last = result.at(-1)
  return { result, next: movements.length > take && last !== undefined ? String(last.id) : null }
}

function parseCursor(cursor: string): number {
  const id = /^[1-9]\d{0,15}$/.test(cursor) ? Number(cursor) : Number.NaN
  if (!Number.isSafeInteger(id)) throw invalid('after', 'is not the `next` of a list of movements')
  return id
}
