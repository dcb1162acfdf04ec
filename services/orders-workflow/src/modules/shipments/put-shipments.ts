import { changeOrder, type SavedOrder, type WriteRequest } from '../../order/change-order.ts'
import type { OrderDeps } from '../../order/order-deps.ts'
import type { ShipmentInput } from '../../order/patches/patch-shipments.ts'
import { putShipments as put } from './domain/order-shipments.ts'

export type PutShipments = { orderId: string; shipments: readonly ShipmentInput[]; write: WriteRequest }

/**
 * Replaces the shipments of an order; no workflow runs (4-decisions G). Raises `ValidationFailed`, `TransitionNotAllowed`,
 * `QuantityNotAvailable`, `NotFound`, `Forbidden`, `VersionConflict`, `OrderIsReadOnly`, `OrderIsDeleted`.
 */
export async function putShipments(deps: OrderDeps, { orderId, shipments, write }: PutShipments): Promise<SavedOrder> {
  return changeOrder(deps, {
    ...write,
    orderId,
    apply: (order, now) => put(order, shipments, { config: deps.config(), now, newId: deps.newId }),
  })
}
