/** A step of an order that had its goods reserved or let go, for one shipment or for all. */
export type ReservationStep = { shipmentId: string | null; isReserving: boolean }

/**
 * Which shipments of an order are to have their goods reserved: the last step for the shipment
 * decides, whether there was stock for it or not (inventory.md#reservations). A later shipment,
 * from a split or a reallocation, follows the order.
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
