import type { Order } from '@oms/contracts/orders/order'
import type { OrderPatchUpdateResult } from '@oms/contracts/orders/order-patch'
import type { Shipment } from '@oms/contracts/orders/shipment'
import type { Deps } from '../../deps.ts'
import { patchShipments as patched } from '../../domain/order-shipments.ts'
import { countPatched } from '../../domain/patch-counts.ts'
import type { ShipmentInput } from '../../domain/patch-shipments.ts'
import { changeOrder, type WriteRequest } from '../../persistence/change-order.ts'

export type PatchShipments = { orderId: string; patches: readonly ShipmentInput[]; write: WriteRequest }

/**
 * Changes the parts of shipments that patches have, and counts what became of each (4-decisions G, J.8). Shipments that the order does
 * not have are passed over. No workflow runs. Raises `ValidationFailed`, `TransitionNotAllowed`, `QuantityNotAvailable`, `NotFound`,
 * `Forbidden`, `VersionConflict`, `OrderIsReadOnly`, `OrderIsDeleted`.
 */
export async function patchShipments(deps: Deps, { orderId, patches, write }: PatchShipments): Promise<OrderPatchUpdateResult> {
  let before: Order | null = null
  let after: Order | null = null
  const saved = await changeOrder(deps, {
    ...write,
    orderId,
    apply(order, now) {
      before = order
      after = patched(order, patches, { config: deps.config(), now, newId: deps.newId })
      return after
    },
  })
  const ids = patches.map(({ shipmentId = '' }) => shipmentId)
  return countPatched(ids, { before: shipmentsOf(before), after: shipmentsOf(after), saved: shipmentsOf(saved.order) })
}

type Shipments = ReadonlyMap<string | null, Shipment>

function shipmentsOf(order: Order | null): Shipments {
  return new Map((order?.orderForm.shipments ?? []).map((shipment) => [shipment.shipmentId, shipment]))
}
