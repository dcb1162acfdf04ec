import { completer } from '@open-oms/contracts/complete'
import type { Order } from '@open-oms/contracts/orders/order'
import { OrderLine } from '@open-oms/contracts/orders/order-line'
import { OrderStatusLogItem, type Shipment } from '@open-oms/contracts/orders/shipment'
import { isEqual } from '../../../order/rules/context/changed-fields.ts'
import type { OrderInput, OrderInputContext } from '../../../order/rules/input/order-input.ts'
import type { LineInput } from '../../../order/rules/lines/new-lines.ts'
import { assertPaidBackStays } from '../../../order/rules/returns/return-changes.ts'
import { withSettledEntries } from '../../../order/rules/returns/settled-entries.ts'
import { type CopyOf, newCopy, ownQuantities, type ShipmentInput } from '../../../order/rules/shipments/new-shipments.ts'
import { assertShipTogether } from '../../../order/rules/shipments/ship-together.ts'
import { withLoggedStatus } from '../../../order/rules/shipments/shipment-status.ts'
import { assertTransitionAllowed } from '../../../order/rules/status/transitions.ts'
import { orderFromInput, placedOrder } from './order-from-input.ts'

type Field = keyof OrderLine

const complete = completer(OrderLine)
const empty = complete({})
const fields = Object.keys(empty) as Field[]
const counted: ReadonlySet<Field> = new Set(['quantity', ...ownQuantities])

/**
 * Makes the copies of lines for an order that replaces the stored one. A copy may differ from its
 * line in more than quantities: it was delivered or cancelled on another day, say. So, for each
 * field: a change in the sent copy applies; else a change in the sent line, which reaches its
 * copies; else the copy keeps its value. Quantities are always those of the sent copy.
 */
function copiesReplacing(stored: Order): CopyOf {
  const lines = new Map(stored.orderForm.lineItems.map((line) => [line.lineItemId, line]))
  const copies = new Map(
    stored.orderForm.shipments.map(({ shipmentId, lineItems }) => [
      shipmentId,
      new Map(lineItems.map((copy) => [copy.lineItemId, copy])),
    ]),
  )
  return (sentLine, sentCopy, shipmentId) => {
    const id = sentLine.lineItemId
    const line = lines.get(id)
    const copy = copies.get(shipmentId)?.get(id)
    if (line === undefined || copy === undefined) return newCopy(sentLine, sentCopy)
    return mergedCopy(sentLine, sentCopy, { line, copy })
  }
}

function mergedCopy(sentLine: LineInput, sentCopy: LineInput, known: { line: OrderLine; copy: OrderLine }): LineInput {
  const merged: Record<string, unknown> = {}
  for (const field of fields) {
    const isOwn = counted.has(field) || (sentCopy[field] !== undefined && isAnew(sentCopy, known.copy, field))
    const value = isOwn ? sentCopy[field] : isAnew(sentLine, known.line, field) ? sentLine[field] : known.copy[field]
    if (value !== undefined) merged[field] = value
  }
  return { ...(merged as LineInput), quantity: sentCopy.quantity ?? sentLine.quantity ?? 0 }
}

/**
 * Whether what was sent of a line differs from what is stored. What was left out means what an
 * empty line has.
 */
function isAnew(sent: LineInput, stored: OrderLine, field: Field): boolean {
  const value = sent[field] ?? empty[field]
  const known = stored[field]
  if (value === known) return false
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value) && value.length === 0) return (known as unknown[]).length > 0
  // Only some of its fields may have been sent.
  return !isEqual(complete({ [field]: value })[field], known)
}

/**
 * The order that replaces the stored one (orders.md#order-replacement): what was sent, and nothing
 * of what was not, but for `created`, `orderNumber`, `secretKey`, the market, ids and times that
 * the service gave, what only steps set, and settled amounts and fulfilled quantities (ADR 43).
 * Sending back what was read changes nothing. Raises `ValidationFailed` naming every bad path and
 * `TransitionNotAllowed`.
 */
export function replaceOrder(stored: Order, sent: OrderInput, context: OrderInputContext): Order {
  const reserved = reservations(stored)
  const draft = orderFromInput(sent, context, {
    stored,
    isNumberedLater: false,
    copyOf: copiesReplacing(stored),
    shipmentOf: (shipment) => keepStatus(shipment, stored, context.now),
    reservedOf: (lineItemId, shipmentId) => reserved.get(copyKey(lineItemId, shipmentId)) ?? 0,
    instead: (input) => ({
      id: stored.id,
      created: input.created ?? stored.created,
      orderNumber: input.orderNumber ?? stored.orderNumber,
      secretKey: input.secretKey ?? stored.secretKey,
      completed: stored.completed,
      readyForPickup: stored.readyForPickup,
      customerPickupDeadline: stored.customerPickupDeadline,
      isNewCustomer: stored.isNewCustomer,
      modified: stored.modified,
      updateStatusDate: input.status === stored.status ? stored.updateStatusDate : context.now,
    }),
  })
  const order = withSettledEntries(keepStoredHolds(stored, placedOrder(draft)), stored, context.config)
  assertPaidBackStays(stored, order, context.config)
  assertShipTogether(order.orderForm.lineItems, { before: stored.orderForm.shipments, after: order.orderForm.shipments })
  const type = context.config.orderTypes.find((candidate) => candidate.name === stored.orderType)
  if (type !== undefined && order.status !== stored.status) assertTransitionAllowed(type, stored.status, order.status)
  return order
}

/**
 * The holds of an order are those that were placed, whatever is sent; one from before there were
 * holds stays without the field.
 */
function keepStoredHolds(stored: Order, { holds: _, ...sent }: Order): Order {
  return stored.holds === undefined ? sent : { ...sent, holds: stored.holds }
}

function copyKey(lineItemId: string | null | undefined, shipmentId: string | null | undefined): string {
  return JSON.stringify([lineItemId, shipmentId ?? null])
}

function reservations({ orderForm }: Order): Map<string, number> {
  const ofLines = orderForm.lineItems.map((line) => [copyKey(line.lineItemId, null), line.reservedInventoryQuantity] as const)
  const ofCopies = orderForm.shipments.flatMap(({ shipmentId, lineItems }) =>
    lineItems.map((copy) => [copyKey(copy.lineItemId, shipmentId), copy.reservedInventoryQuantity] as const),
  )
  return new Map([...ofLines, ...ofCopies])
}

const completeEntry = completer(OrderStatusLogItem)

/**
 * The status of a shipment is kept when it is not sent, and a status that changes leaves an entry
 * in the log (shipments.md#shipment-status-log).
 */
function keepStatus(shipment: ShipmentInput, stored: Order, now: string): ShipmentInput {
  const known = stored.orderForm.shipments.find(({ shipmentId }) => shipmentId === shipment.shipmentId)
  if (known === undefined) return shipment
  const sentLog = (shipment.orderStatusLog ?? []).map((entry) => completeEntry(entry))
  const isOwnLog = sentLog.length > 0 && !isEqual(sentLog, known.orderStatusLog)
  const moved = shipment.orderStatus === undefined ? known : withLoggedStatus(known, shipment.orderStatus, now)
  const kept: Partial<Shipment> = {
    orderStatus: moved.orderStatus,
    prevStatus:
      shipment.prevStatus !== undefined && shipment.prevStatus !== known.prevStatus ? shipment.prevStatus : moved.prevStatus,
    orderStatusLog: isOwnLog ? sentLog : moved.orderStatusLog,
    status: shipment.status ?? known.status,
    completed: shipment.completed ?? known.completed,
  }
  return { ...shipment, ...(kept as ShipmentInput) }
}
