import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { restOfQuantity, sumOfQuantities } from '@open-oms/money/quantities'
import { isCanceledWhole } from '../../../order/rules/lines/canceled-lines.ts'
import { cancellations, reconciledPackages } from '../../../order/rules/packages/package-reconciliation.ts'
import { openQuantity, withShipments } from '../../../order/rules/shipments/shipment-lines.ts'

export type CanceledLines = {
  order: Order
  /** The lines, as they were, of which something was cancelled now. */
  lines: readonly OrderLine[]
}

/**
 * The order with what is not delivered of some of its lines cancelled, in every shipment that holds
 * some of it (lines.md#line-cancellation, quantities.md#quantity-invariants); the components of a
 * package in proportion, and a package of which no component is left
 * (packages.md#package-breakdown). A shipment all of whose lines are cancelled becomes `Cancelled`
 * (lines.md#new-shipments). Ids that are no lines, and lines of which nothing is open, are passed
 * over. `now` is ISO 8601 UTC.
 */
export function cancelLines(order: Order, lineItemIds: readonly string[], now: string): CanceledLines {
  const form = order.orderForm
  const amounts = cancellations(form.lineItems, new Set(lineItemIds))
  if (amounts.size === 0) return { order, lines: [] }
  const lineItems = form.lineItems.map((line) => canceled(line, amounts.get(line.lineItemId) ?? 0, now))
  const rest = new Map(amounts)
  const held = form.shipments.map((shipment) => shipment.lineItems.map((copy) => canceledCopy(copy, rest, now)))
  const shipments = form.shipments.map((shipment, index) => withLines(shipment, held[index] as OrderLine[]))
  const [alone] = shipments.length === 0 ? reconciledPackages(lineItems, [lineItems]) : [lineItems]
  const after = withShipments({ ...order, orderForm: { ...form, lineItems: alone as OrderLine[] } }, shipments)
  const before = new Map(form.lineItems.map((line) => [line.lineItemId, line]))
  const lines = after.orderForm.lineItems.flatMap((line) => {
    const known = before.get(line.lineItemId) as OrderLine
    return line.canceledQuantity > known.canceledQuantity ? [known] : []
  })
  return { order: after, lines }
}

function canceled(line: OrderLine, amount: number, now: string): OrderLine {
  if (amount === 0) return line
  return { ...line, canceledQuantity: sumOfQuantities([line.canceledQuantity, amount]), canceledDate: now }
}

/** The copy with what it holds of what is still to be cancelled of its line. */
function canceledCopy(copy: OrderLine, rest: Map<string | null, number>, now: string): OrderLine {
  const wanted = rest.get(copy.lineItemId) ?? 0
  const amount = Math.min(openQuantity(copy), wanted)
  rest.set(copy.lineItemId, restOfQuantity(wanted, amount))
  return canceled(copy, amount, now)
}

function withLines(shipment: Shipment, lineItems: OrderLine[]): Shipment {
  if (lineItems.every((line, index) => line === shipment.lineItems[index])) return shipment
  return { ...shipment, lineItems, status: isCanceledWhole(lineItems) ? 'Cancelled' : shipment.status }
}
