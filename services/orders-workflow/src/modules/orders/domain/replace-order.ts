import { completer } from '@open-oms/contracts/complete'
import type { Order } from '@open-oms/contracts/orders/order'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { OrderStatusLogItem } from '@open-oms/contracts/orders/shipment'
import { isEqual } from '../../../order/rules/context/changed-fields.ts'
import type { OrderInput, OrderInputContext } from '../../../order/rules/input/order-input.ts'
import { assertPaidBackStays } from '../../../order/rules/returns/return-changes.ts'
import { withSettledEntries } from '../../../order/rules/returns/settled-entries.ts'
import type { ShipmentInput } from '../../../order/rules/shipments/new-shipments.ts'
import { assertShipTogether } from '../../../order/rules/shipments/ship-together.ts'
import { withLoggedStatus } from '../../../order/rules/shipments/shipment-status.ts'
import { assertTransitionAllowed } from '../../../order/rules/status/transitions.ts'
import { orderFromInput, placedOrder } from './order-from-input.ts'
import { copiesReplacing } from './replaced-copies.ts'

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
