import { changeOrder } from '../../order/change-order.ts'
import type { OrderDeps } from '../../order/order-deps.ts'
import type { SavedOrder } from '../../order/order-version.ts'
import { isCanceledShipment } from '../../order/shipments/shipment-status.ts'
import { handlingTypeOf } from '../../order/status/order-type.ts'
import type { WriteRequest } from '../../order/write-context.ts'
import { addLinesToShipments, type LinesToShipment } from './domain/shipment-moves.ts'

export type AddOrderLinesToShipment = { orderId: string; moves: readonly LinesToShipment[]; write: WriteRequest }

/**
 * Moves the open quantities of lines to shipments of their order; no workflow runs
 * (shipments.md#moved-lines). Raises `ValidationFailed`, `QuantityNotAvailable`, `NotFound` also
 * for a shipment or a line, `Forbidden`, `VersionConflict`, `OrderIsReadOnly`, `OrderIsDeleted`.
 */
export async function addOrderLinesToShipment(
  deps: OrderDeps,
  { orderId, moves, write }: AddOrderLinesToShipment,
): Promise<SavedOrder> {
  return changeOrder({ deps, write }, orderId, (order) => {
    const type = handlingTypeOf(order, deps.config().orderTypes)
    return addLinesToShipments(order, moves, (shipment) => isCanceledShipment(shipment, type))
  })
}
