import type { OrderForm } from '@open-oms/contracts/orders/order-form'

const SCALE = 1000
const ofLine = ['quantity', 'deliveredQuantity', 'canceledQuantity', 'readyForPickupQuantity', 'returnQuantity'] as const
const ofCopy = ['quantity', 'deliveredQuantity', 'canceledQuantity', 'readyForPickupQuantity'] as const

/**
 * The quantities of an order as the database checks them, in thousandths
 * (quantities.md#quantity-invariants): how many shipments, how many lines; of each line quantity,
 * delivered, cancelled, ready for pick-up and returned; of each copy the position of its line, from
 * 1, and all of these but the last.
 */
export function storedQuantities({ lineItems, shipments }: Pick<OrderForm, 'lineItems' | 'shipments'>): number[] {
  const quantities = [shipments.length, lineItems.length]
  const positions = new Map<string | null, number>()
  for (const [index, line] of lineItems.entries()) {
    positions.set(line.lineItemId, index + 1)
    for (const field of ofLine) quantities.push(Math.round((line[field] ?? 0) * SCALE))
  }
  for (const shipment of shipments) {
    for (const copy of shipment.lineItems) {
      quantities.push(positions.get(copy.lineItemId) ?? 0)
      for (const field of ofCopy) quantities.push(Math.round((copy[field] ?? 0) * SCALE))
    }
  }
  return quantities
}
