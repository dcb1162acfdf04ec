import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { restOfQuantity, sumOfQuantities } from '@open-oms/money/quantities'
import { openQuantity } from './shipment-lines.ts'

/** A copy of a line in two: what stays where it is, null when nothing does, and what leaves. */
export type LineSplit = { rest: OrderLine | null; part: OrderLine }

/**
 * Takes open units out of a shipment's copy of a line. What is delivered, cancelled or returned
 * stays; units that are ready for pick-up or reserved leave only as far as they exceed the rest of
 * them. Every quantity of both together is what it was (quantities.md#quantity-invariants).
 */
export function parted(copy: OrderLine, quantity: number): LineSplit {
  const rest = { ...copy, quantity: restOfQuantity(copy.quantity, quantity) }
  const readyRest = Math.min(copy.readyForPickupQuantity ?? 0, restOfQuantity(rest.quantity, rest.canceledQuantity))
  const reservedRest = Math.min(copy.reservedInventoryQuantity, openQuantity(rest))
  const part: OrderLine = {
    ...copy,
    quantity,
    canceledDate: null,
    canceledQuantity: 0,
    deliveredDate: null,
    deliveredQuantity: 0,
    readyForPickupQuantity: copy.readyForPickupQuantity === null ? null : restOfQuantity(copy.readyForPickupQuantity, readyRest),
    reservedInventoryQuantity: restOfQuantity(copy.reservedInventoryQuantity, reservedRest),
    returnQuantity: 0,
  }
  if (rest.quantity === 0) return { rest: null, part }
  const readyForPickupQuantity = copy.readyForPickupQuantity === null ? null : readyRest
  return { rest: { ...rest, readyForPickupQuantity, reservedInventoryQuantity: reservedRest }, part }
}

const added = ['quantity', 'canceledQuantity', 'deliveredQuantity', 'reservedInventoryQuantity', 'returnQuantity'] as const

/** One copy of a line out of two of the same line. What one of them does not say the other does. */
function joined(copy: OrderLine, other: OrderLine): OrderLine {
  const sums = Object.fromEntries(added.map((field) => [field, sumOfQuantities([copy[field], other[field]])]))
  const isReadySaid = copy.readyForPickupQuantity !== null || other.readyForPickupQuantity !== null
  return {
    ...copy,
    ...sums,
    canceledDate: copy.canceledDate ?? other.canceledDate,
    deliveredDate: copy.deliveredDate ?? other.deliveredDate,
    readyForPickupQuantity: isReadySaid
      ? sumOfQuantities([copy.readyForPickupQuantity ?? 0, other.readyForPickupQuantity ?? 0])
      : null,
  }
}

/** The shipment with further copies; copies of lines that it already holds are joined with them. */
export function withCopies(shipment: Shipment, copies: readonly OrderLine[]): Shipment {
  const lineItems = [...shipment.lineItems]
  for (const copy of copies) {
    const position = lineItems.findIndex((held) => held.lineItemId === copy.lineItemId)
    if (position === -1) lineItems.push(copy)
    else lineItems[position] = joined(lineItems[position] as OrderLine, copy)
  }
  return { ...shipment, lineItems }
}

/**
 * Whether a carrier knows of the shipment, so that it stays when it is left without lines
 * (lines.md#emptied-shipments).
 */
export function hasTracking({ shipmentTrackingNumber, shipmentTrackingLink, packages }: Shipment): boolean {
  const ofPackages = packages.flatMap(({ shipmentTracking }) => [
    shipmentTracking?.shipmentTrackingNumber,
    shipmentTracking?.shipmentTrackingLink,
  ])
  return [shipmentTrackingNumber, shipmentTrackingLink, ...ofPackages].some(Boolean)
}
