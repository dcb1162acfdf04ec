import { changeOrder } from '../../order/change-order.ts'
import type { OrderDeps } from '../../order/order-deps.ts'
import type { SavedOrder } from '../../order/order-version.ts'
import type { ShipmentInput } from '../../order/patches/patch-shipments.ts'
import type { WriteRequest } from '../../order/write-context.ts'
import { withReplacedShipments } from './domain/order-shipments.ts'

export type PutShipments = { orderId: string; shipments: readonly ShipmentInput[]; write: WriteRequest }

/**
 * Replaces the shipments of an order; no workflow runs (shipments.md#replaced-shipments). Raises
 * `ValidationFailed`, `TransitionNotAllowed`, `QuantityNotAvailable`, `NotFound`, `Forbidden`,
 * `VersionConflict`, `OrderIsReadOnly`, `OrderIsDeleted`.
 */
export async function putShipments(deps: OrderDeps, { orderId, shipments, write }: PutShipments): Promise<SavedOrder> {
  return changeOrder({ deps, write }, orderId, (order, now) =>
    withReplacedShipments(order, shipments, { config: deps.config(), now, newId: deps.newId }),
  )
}
