import { changeOrder } from '../../order/change-order.ts'
import type { OrderDeps } from '../../order/order-deps.ts'
import type { SavedOrder } from '../../order/order-version.ts'
import { isCanceledShipment } from '../../order/shipments/shipment-status.ts'
import { handlingTypeOf } from '../../order/status/order-type.ts'
import type { WriteRequest } from '../../order/write-context.ts'
import { withoutShipments } from './domain/shipment-moves.ts'

export type DeleteShipments = { orderId: string; shipmentIds: readonly string[]; write: WriteRequest }

/**
 * Deletes shipments of an order; their lines go to the first that remains, and no workflow runs
 * (shipments.md#deleted-shipments). Raises `ValidationFailed`, `NotFound` also for a shipment,
 * `Forbidden`, `VersionConflict`, `OrderIsReadOnly`, `OrderIsDeleted`.
 */
export async function deleteShipments(deps: OrderDeps, { orderId, shipmentIds, write }: DeleteShipments): Promise<SavedOrder> {
  return changeOrder({ deps, write }, orderId, (order) => {
    const type = handlingTypeOf(order, deps.config().orderTypes)
    return withoutShipments(order, shipmentIds, (shipment) => isCanceledShipment(shipment, type))
  })
}
