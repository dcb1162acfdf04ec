import type { OrderPatchUpdateResult } from '@open-oms/contracts/orders/order-patch'
import type { SavedOrder } from '../../order/rules/order-version.ts'
import type { ShipmentInput } from '../../order/rules/patches/patch-shipments.ts'
import { isCanceledShipment } from '../../order/rules/shipments/shipment-status.ts'
import { effectiveOrderType } from '../../order/rules/status/order-type.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import type { WriteRequest } from '../../order/write/write-context.ts'
import { editOrder } from '../../order/write/write-orders.ts'
import { withPatchedShipments, withReplacedShipments } from './domain/order-shipments.ts'
import { addLinesToShipments, type LinesToShipment, withoutShipments } from './domain/shipment-moves.ts'
import { patchItems } from './patch-items.ts'

type PutShipments = { orderId: string; shipments: readonly ShipmentInput[]; write: WriteRequest }

/**
 * Replaces the shipments of an order; no workflow runs (shipments.md#replaced-shipments). Raises
 * `ValidationFailed`, `TransitionNotAllowed`, `QuantityNotAvailable`, `NotFound`, `Forbidden`,
 * `VersionConflict`, `OrderIsReadOnly`, `OrderIsDeleted`.
 */
export async function putShipments(deps: OrderDeps, { orderId, shipments, write }: PutShipments): Promise<SavedOrder> {
  return editOrder({ deps, write }, orderId, (order, now) =>
    withReplacedShipments(order, shipments, { config: deps.config(), now, newId: deps.newId }),
  )
}

type PatchShipments = { orderId: string; patches: readonly ShipmentInput[]; write: WriteRequest }

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
    indexItems: ({ orderForm }) => new Map(orderForm.shipments.map((shipment) => [shipment.shipmentId, shipment])),
  })
}

type DeleteShipments = { orderId: string; shipmentIds: readonly string[]; write: WriteRequest }

/**
 * Deletes shipments of an order; their lines go to the first that remains, and no workflow runs
 * (shipments.md#deleted-shipments). Raises `ValidationFailed`, `NotFound` also for a shipment,
 * `Forbidden`, `VersionConflict`, `OrderIsReadOnly`, `OrderIsDeleted`.
 */
export async function deleteShipments(deps: OrderDeps, { orderId, shipmentIds, write }: DeleteShipments): Promise<SavedOrder> {
  return editOrder({ deps, write }, orderId, (order) => {
    const type = effectiveOrderType(order, deps.config().orderTypes)
    return withoutShipments(order, shipmentIds, (shipment) => isCanceledShipment(shipment, type))
  })
}

/**
 * Moves the open quantities of lines to shipments of their order; no workflow runs
 * (shipments.md#moved-lines). Raises `ValidationFailed`, `QuantityNotAvailable`, `NotFound` also
 * for a shipment or a line, `Forbidden`, `VersionConflict`, `OrderIsReadOnly`, `OrderIsDeleted`.
 */
export async function addOrderLinesToShipment(
  deps: OrderDeps,
  { orderId, moves, write }: { orderId: string; moves: readonly LinesToShipment[]; write: WriteRequest },
): Promise<SavedOrder> {
  return editOrder({ deps, write }, orderId, (order) => {
    const type = effectiveOrderType(order, deps.config().orderTypes)
    return addLinesToShipments(order, moves, (shipment) => isCanceledShipment(shipment, type))
  })
}
