import type { OrderStatus } from '@open-oms/contracts/config/order-types'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import type { PlannedAction } from '@open-oms/contracts/why/write-reasons'
import { restOfQuantity, sumOfQuantities } from '@open-oms/money/quantities'
import { isHeld } from '../../../order/rules/holds/holds.ts'
import { isLeavingStatus } from '../../../order/rules/holds/leaving-goods.ts'
import { openQuantity, withShipment } from '../../../order/rules/shipments/shipment-lines.ts'
import { SENT } from '../../../order/rules/shipments/shipment-status.ts'
import {
  type Explainers,
  evidence,
  type Facts,
  firstReason,
  type Reason,
  reasonAbout,
  shipmentEvidence,
  statusCall,
  statusLabel,
} from './facts.ts'

/** Why a line is not delivered, or that it is (quantities.md#line-quantities). */
export function lineReason(line: OrderLine, facts: Facts): Reason[] {
  return aboutLine(line, firstReason(lineExplainers, line, facts))
}

type Situation =
  | 'LineDelivered'
  | 'LineCanceled'
  | 'LineNotShipped'
  | 'LinePartlyDelivered'
  | 'LineOnItsWay'
  | 'LineAwaitsShipment'

const lineExplainers: Explainers<Situation, OrderLine> = {
  LineDelivered: (line) => {
    const { deliveredQuantity: delivered, canceledQuantity: canceled, deliveredDate: since } = line
    if (openQuantity(line) > 0 || delivered <= 0) return null
    return { parameters: { item: itemName(line), delivered, canceled: canceled > 0 ? canceled : null }, since }
  },

  LineCanceled: (line) =>
    openQuantity(line) > 0 ? null : { parameters: { item: itemName(line), reason: line.cancelReason }, since: line.canceledDate },

  LineNotShipped: (line, { order }) => {
    const { shipments } = withShipment(order).orderForm
    const held = sumOfQuantities(copiesIn(shipments, line).map(({ copy }) => copy.quantity))
    const missing = restOfQuantity(line.quantity, held)
    return missing <= 0 ? null : { parameters: { item: itemName(line), missing } }
  },

  LinePartlyDelivered: (line, facts) => {
    const { deliveredQuantity: delivered, quantity, deliveredDate: since } = line
    if (delivered === 0) return null
    const open = openCopies(line, facts)
    const shipments = names(open)
    return {
      parameters: { item: itemName(line), delivered, quantity, open: openQuantity(line), shipments },
      since,
      ...ways(open, facts),
    }
  },

  LineOnItsWay: (line, facts) => {
    const open = openCopies(line, facts)
    if (open.length === 0 || !open.every(({ status }) => SENT.has(status))) return null
    const tracking = open.flatMap(({ shipmentTrackingNumber }) => shipmentTrackingNumber || [])
    return {
      parameters: { item: itemName(line), shipments: names(open), tracking },
      since: lastChange(open),
      ...ways(open, facts),
    }
  },

  LineAwaitsShipment: (line, facts) => {
    const open = openCopies(line, facts)
    const [first] = open
    const status = first === undefined ? null : (first.orderStatus ?? facts.order.status)
    return {
      parameters: { item: itemName(line), shipments: names(open), status: status === null ? null : statusLabel(facts, status) },
      since: lastChange(open) ?? facts.order.updateStatusDate ?? facts.order.created,
      ...ways(open, facts),
    }
  },
}

/** How the goods of these shipments get to the customer, with the shipments. */
function ways(open: readonly Shipment[], facts: Facts) {
  return { actions: deliveryActions(open, facts), evidence: open.map(shipmentEvidence) }
}

/** A reason about a line, with the line as its first evidence. */
export function aboutLine(line: OrderLine, found: Reason | null): Reason[] {
  return reasonAbout({ kind: 'Line', id: line.lineItemId ?? '' }, [lineEvidence(line)], found)
}

/** What people call what a line sells. */
export function itemName({ lineItemId, displayName, code }: OrderLine): string {
  return displayName || code || `#${lineItemId}`
}

function lineEvidence(line: OrderLine) {
  const { lineItemId, code, quantity, deliveredQuantity, canceledQuantity, reservedInventoryQuantity, isBackorder } = line
  return evidence('Line', {
    lineItemId,
    code,
    quantity,
    deliveredQuantity,
    canceledQuantity,
    openQuantity: openQuantity(line),
    reservedQuantity: reservedInventoryQuantity,
    isBackorder,
  })
}

function copiesIn(shipments: readonly Shipment[], { lineItemId }: OrderLine) {
  return shipments.flatMap((shipment) =>
    shipment.lineItems.flatMap((copy) => (copy.lineItemId === lineItemId ? [{ shipment, copy }] : [])),
  )
}

/** The shipments with open units of a line. */
export function openCopies(line: OrderLine, { order }: Pick<Facts, 'order'>): Shipment[] {
  return copiesIn(withShipment(order).orderForm.shipments, line).flatMap(({ shipment, copy }) =>
    openQuantity(copy) > 0 ? [shipment] : [],
  )
}

function names(shipments: readonly Shipment[]): string[] {
  return shipments.map(({ shipmentId }) => shipmentId ?? '–')
}

function lastChange(shipments: readonly Shipment[]): string | null {
  const times = shipments.flatMap(({ orderStatusLog }) => orderStatusLog.at(-1)?.timestamp ?? [])
  return times.toSorted().at(-1) ?? null
}

/**
 * The statuses with which the goods of these shipments leave or are delivered; none while the order
 * is held.
 */
function deliveryActions(shipments: readonly Shipment[], facts: Facts): PlannedAction[] {
  const { order, type } = facts
  if (type === undefined || isHeld(order)) return []
  const statuses = type.orderStatuses.toSorted((a, b) => a.order - b.order)
  const leaving = statuses.find((status) => isLeavingStatus(status) && !status.isDeliveredStatus)
  const delivered = statuses.find(({ isDeliveredStatus }) => isDeliveredStatus)
  return shipments.flatMap(({ shipmentId, status }) => {
    const shipment = shipmentId ?? '–'
    const call = (to: OrderStatus) => statusCall(facts, { status: to.name, shipmentId })
    return [
      ...(leaving === undefined || SENT.has(status)
        ? []
        : [{ code: 'MarkShipmentShipped' as const, parameters: { shipment }, ...call(leaving) }]),
      ...(delivered === undefined
        ? []
        : [{ code: 'MarkShipmentDelivered' as const, parameters: { shipment }, ...call(delivered) }]),
    ]
  })
}
