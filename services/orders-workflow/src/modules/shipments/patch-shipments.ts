import type { OrderPatchUpdateResult } from '@oms/contracts/orders/order-patch'
import type { OrderDeps } from '../../order/order-deps.ts'
import type { ShipmentInput } from '../../order/patches/patch-shipments.ts'
import type { WriteRequest } from '../../order/write-context.ts'
import { withPatchedShipments } from './domain/order-shipments.ts'
import { patchItems } from './patch-items.ts'

export type PatchShipments = { orderId: string; patches: readonly ShipmentInput[]; write: WriteRequest }

/**
 * Patches shipments, and counts the outcomes (shipments.md#patched-shipments,
 * orders.md#merged-lists). Unknown shipments are skipped. No workflow runs. Raises
 * `ValidationFailed`, `TransitionNotAllowed`, `QuantityNotAvailable`, `NotFound`, `Forbidden`,
 * `VersionConflict`, `OrderIsReadOnly`, `OrderIsDeleted`.
 */
export function patchShipments(deps: OrderDeps, { orderId, patches, write }: PatchShipments): Promise<OrderPatchUpdateResult> {
  return patchItems(deps, {
    orderId,
    write,
    ids: patches.map(({ shipmentId = '' }) => shipmentId),
    patched: (order, context) => withPatchedShipments(order, patches, context),
    itemsOf: ({ orderForm }) => new Map(orderForm.shipments.map((shipment) => [shipment.shipmentId, shipment])),
  })
}
