const RESERVES = 'IncreaseReservedInventory'
const RELEASES = 'ReduceReservedInventory'

/** Steps whose results say which goods of an order are reserved. */
export const reservationSteps: ReadonlySet<string> = new Set([RESERVES, RELEASES])

/** Whether the step reserves or releases stock. */
export function isReservationStep(actionType: string): boolean {
  return reservationSteps.has(actionType)
}

/** Whether the step reserves stock. */
export function isReserving(actionType: string): boolean {
  return actionType === RESERVES
}

/** A step that reserved or released the stock of one shipment, or of all shipments of an order. */
export type ReservationStep = { shipmentId: string | null; isReserving: boolean }

/**
 * Whether to reserve the stock of a shipment: the last step for the shipment decides, also
 * when it found no stock (inventory.md#reservations). A later shipment, from a split or a
 * reallocation, follows the order.
 */
export function reservationIntents(steps: readonly ReservationStep[]): (shipmentId: string) => boolean {
  const own = new Map<string, boolean>()
  let isOrderReserving = false
  for (const { shipmentId, isReserving } of steps) {
    if (shipmentId !== null) own.set(shipmentId, isReserving)
    else {
      own.clear()
      isOrderReserving = isReserving
    }
  }
  return (shipmentId) => own.get(shipmentId) ?? isOrderReserving
}
