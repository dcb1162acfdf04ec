/** A step that reserved or released the stock of one shipment, or of all shipments of an order. */
export type ReservationStep = { shipmentId: string | null; isReserving: boolean }

/**
 * Whether the stock of a shipment is to be reserved: the last step for the shipment decides, also
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
