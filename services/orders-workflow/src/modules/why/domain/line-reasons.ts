import type { OrderLine } from '@oms/contracts/orders/order-line'
import type { Shipment } from '@oms/contracts/orders/shipment'
import type { ReasonAction } from '@oms/contracts/why/reason'
import { restOfQuantity, sumOfQuantities } from '@oms/money/quantities'
import { isHeld } from '../../../order/rules/holds/holds.ts'
import { isLeavingStatus } from '../../../order/rules/holds/leaving-goods.ts'
import { openQuantity, withShipment } from '../../../order/rules/shipments/shipment-lines.ts'
import {
  type ExplainerOf,
  evidence,
  type Facts,
  firstReason,
  type Reason,
  type ReasonFields,
  reason,
  statusAction,
} from './facts.ts'
import { shipmentEvidence } from './status-reasons.ts'
import { capitalised, counted, listed } from './words.ts'

/** Why a line is not delivered, or that it is (quantities.md#line-quantities). */
export function lineReason(line: OrderLine, facts: Facts): Reason | null {
  return firstReason(lineExplainers, line, facts)
}

function over(line: OrderLine, facts: Facts): Reason | null {
  if (openQuantity(line) > 0) return null
  const isDelivered = line.deliveredQuantity > 0
  const canceled = line.canceledQuantity > 0 && isDelivered ? `; ${counted(line.canceledQuantity, 'unit')} were cancelled` : ''
  return aboutLine(line, facts, {
    code: isDelivered ? 'LineDelivered' : 'LineCanceled',
    sentence: isDelivered
      ? `${named(line)} is delivered (${counted(line.deliveredQuantity, 'unit')}${canceled}).`
      : `${named(line)} is cancelled${line.cancelReason ? ` (${line.cancelReason})` : ''}.`,
    since: isDelivered ? line.deliveredDate : line.canceledDate,
  })
}

function notShipped(line: OrderLine, facts: Facts): Reason | null {
  const { shipments } = withShipment(facts.order).orderForm
  const held = sumOfQuantities(copiesIn(shipments, line).map(({ copy }) => copy.quantity))
  const missing = restOfQuantity(line.quantity, held)
  if (missing <= 0) return null
  return aboutLine(line, facts, {
    code: 'LineNotShipped',
    sentence: `${counted(missing, 'unit')} of ${named(line)} are in no shipment: no status delivers them.`,
  })
}

function partlyDelivered(line: OrderLine, facts: Facts): Reason | null {
  if (line.deliveredQuantity === 0) return null
  const open = openCopies(line, facts)
  return aboutLine(line, facts, {
    code: 'LinePartlyDelivered',
    sentence: `Of ${named(line)} ${line.deliveredQuantity} of ${line.quantity} units are delivered; ${openQuantity(line)} are open in ${shipmentNames(open)}.`,
    since: line.deliveredDate,
    actions: deliveryActions(open, facts),
    evidence: open.map(shipmentEvidence),
  })
}

const SENT: ReadonlySet<string | null> = new Set(['Released', 'Shipped'])

function onItsWay(line: OrderLine, facts: Facts): Reason | null {
  const open = openCopies(line, facts)
  if (open.length === 0 || !open.every(({ status }) => SENT.has(status))) return null
  const numbers = open.flatMap(({ shipmentTrackingNumber }) => shipmentTrackingNumber || [])
  const tracked = numbers.length === 0 ? '' : ` (tracking number ${listed(numbers)})`
  return aboutLine(line, facts, {
    code: 'LineOnItsWay',
    sentence: `${named(line)} has left with ${shipmentNames(open)}${tracked}, and its delivery is not reported yet.`,
    since: lastChange(open),
    actions: deliveryActions(open, facts),
    evidence: open.map(shipmentEvidence),
  })
}

function awaitsShipment(line: OrderLine, facts: Facts): Reason | null {
  const open = openCopies(line, facts)
  const [first] = open
  const state = first === undefined ? 'not begun' : (first.orderStatus ?? facts.order.status ?? 'without a status')
  return aboutLine(line, facts, {
    code: 'LineAwaitsShipment',
    sentence: `${named(line)} waits for ${shipmentNames(open)} to leave, which is ${state}: someone, or the warehouse, sends its next status.`,
    since: lastChange(open) ?? facts.order.updateStatusDate ?? facts.order.created,
    actions: deliveryActions(open, facts),
    evidence: open.map(shipmentEvidence),
  })
}

const lineExplainers: readonly ExplainerOf<OrderLine>[] = [over, notShipped, partlyDelivered, onItsWay, awaitsShipment]

/** A reason about a line, with the line as its first evidence. */
export function aboutLine(line: OrderLine, facts: Facts, fields: ReasonFields): Reason {
  return reason(facts, {
    ...fields,
    sentence: capitalised(fields.sentence),
    about: { kind: 'Line', id: line.lineItemId ?? '' },
    evidence: [lineEvidence(line), ...(fields.evidence ?? [])],
  })
}

/** A line as people know it: `line 1 (Cup)`. */
export function named({ lineItemId, displayName, code }: OrderLine): string {
  const name = displayName || code
  return `line ${lineItemId}${name ? ` (${name})` : ''}`
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

function shipmentNames(shipments: readonly Shipment[]): string {
  const names = shipments.map(({ shipmentId }) => `"${shipmentId}"`)
  return `shipment${names.length > 1 ? 's' : ''} ${listed(names)}`
}

function lastChange(shipments: readonly Shipment[]): string | null {
  const times = shipments.flatMap(({ orderStatusLog }) => orderStatusLog.at(-1)?.timestamp ?? [])
  return times.toSorted().at(-1) ?? null
}

/**
 * The statuses with which the goods of these shipments leave or are delivered; none while the order
 * is held.
 */
function deliveryActions(shipments: readonly Shipment[], facts: Facts): ReasonAction[] {
  const { order, type } = facts
  if (type === undefined || isHeld(order)) return []
  const statuses = type.orderStatuses.toSorted((a, b) => a.order - b.order)
  const leaving = statuses.find((status) => isLeavingStatus(status) && !status.isDeliveredStatus)
  const delivered = statuses.find(({ isDeliveredStatus }) => isDeliveredStatus)
  return shipments.flatMap(({ shipmentId, status }) => [
    ...(leaving === undefined || SENT.has(status)
      ? []
      : [statusAction(facts, { status: leaving.name, shipmentId, sentence: `Report that shipment "${shipmentId}" has left.` })]),
    ...(delivered === undefined
      ? []
      : [
          statusAction(facts, {
            status: delivered.name,
            shipmentId,
            sentence: `Report that shipment "${shipmentId}" is delivered.`,
          }),
        ]),
  ])
}
