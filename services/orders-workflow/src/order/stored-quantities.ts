import type { OrderForm } from '@oms/contracts/orders/order-form'

const SCALE = 1000
const ofLine = ['quantity', 'deliveredQuantity', 'canceledQuantity', 'readyForPickupQuantity', 'returnQuantity'] as const
const ofCopy = ['quantity', 'deliveredQuantity', 'canceledQuantity', 'readyForPickupQuantity'] as const

/**
 * The quantities of an order as the database checks them, in thousandths
 * (quantities.md#quantity-invariants): how many shipments, how many lines; of each line quantity,
 * delivered, cancelled, ready for pick-up and returned; of each copy the place of its line, from 1,
 * and all of these but the last.
 */
export function quantitiesOf({ lineItems, shipments }: Pick<OrderForm, 'lineItems' | 'shipments'>): number[] {
  const quantities = [shipments.length, lineItems.length]
  const places = new Map<string | null, number>()
  for (const [index, line] of lineItems.entries()) {
    places.set(line.lineItemId, index + 1)
    for (const member of ofLine) quantities.push(Math.round((line[member] ?? 0) * SCALE))
  }
  for (const shipment of shipments) {
    for (const copy of shipment.lineItems) {
      quantities.push(places.get(copy.lineItemId) ?? 0)
      for (const member of ofCopy) quantities.push(Math.round((copy[member] ?? 0) * SCALE))
    }
  }
  return quantities
}
