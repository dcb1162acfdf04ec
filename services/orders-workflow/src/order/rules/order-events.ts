import {
  type HoldEventData,
  holdPlaced,
  holdReleased,
  type OrderEventData,
  orderCreated,
  orderDeleted,
  orderPurged,
  orderRestored,
  orderStatusChanged,
  orderUpdated,
  type ReturnEventData,
  returnCreated,
  returnUpdated,
  type ShipmentChangedData,
  shipmentChanged,
  type WorkflowCompletedData,
  workflowCompleted,
} from '@open-oms/contracts/orders/events'
import type { Hold } from '@open-oms/contracts/orders/hold'
import type { Order } from '@open-oms/contracts/orders/order'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import type { ChangeKind } from '@open-oms/contracts/orders/search/changes'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { isEqual } from './context/changed-fields.ts'
import { DELETED } from './context/order-guards.ts'
import { isHeld, orderHolds } from './holds/holds.ts'
import { type PaymentEvent, type PaymentEventContext, paymentEvents } from './payments/payment-events.ts'
import type { WorkflowRun } from './status/workflow-run.ts'

/** The event of each kind of change. */
const contracts = {
  created: orderCreated,
  updated: orderUpdated,
  statusChanged: orderStatusChanged,
  deleted: orderDeleted,
  restored: orderRestored,
  purged: orderPurged,
} as const satisfies Record<ChangeKind, unknown>

/** An event of an order before it gets its id and its sequence. */
export type OrderEvent =
  | { contract: (typeof contracts)[ChangeKind]; data: OrderEventData }
  | PaymentEvent
  | { contract: typeof shipmentChanged; data: ShipmentChangedData }
  | { contract: typeof returnCreated | typeof returnUpdated; data: ReturnEventData }
  | { contract: typeof holdPlaced | typeof holdReleased; data: HoldEventData }
  | { contract: typeof workflowCompleted; data: WorkflowCompletedData }

export type OrderChangeContext = PaymentEventContext & { operation: string; changedFields: readonly string[] }

/**
 * The events of a write (events.md#event-types): one for the order, and one for each payment,
 * shipment, return form and hold that is new or changed. `before` is null on creation; the order's
 * own event then includes its shipments and return forms.
 */
export function buildOrderEvents(before: Order | null, after: Order, context: OrderChangeContext): OrderEvent[] {
  return [
    { contract: contracts[orderChangeKind(before, after)], data: orderEventData(before, after, context) },
    ...paymentEvents(before, after, context),
    ...(before === null ? [] : [...shipmentEvents(before, after), ...returnEvents(before, after)]),
    ...holdEvents(before, after),
  ]
}

/**
 * What a write did to an order (search.md#change-feed, orders.md#soft-deletion). `before` is null
 * on creation.
 */
export function orderChangeKind(before: Order | null, after: Order): ChangeKind {
  if (before === null) return 'created'
  if (before.status === after.status) return 'updated'
  if (after.status === DELETED) return 'deleted'
  return before.status === DELETED ? 'restored' : 'statusChanged'
}

/** The event of an order that is removed permanently (orders.md#order-purge). */
export function purgedEvent(
  order: Order,
  { operation, totals }: Omit<OrderChangeContext, 'changedFields' | 'allocations'>,
): OrderEvent {
  return { contract: contracts.purged, data: orderEventData(order, order, { operation, changedFields: [], totals }) }
}

function orderEventData(
  before: Order | null,
  after: Order,
  { operation, changedFields, totals }: Omit<OrderChangeContext, 'allocations'>,
): OrderEventData {
  return {
    orderId: after.id,
    orderNumber: after.orderNumber,
    orderType: after.orderType,
    storeId: after.storeId,
    marketId: after.marketId,
    status: after.status,
    previousStatus: before === null || before.status === after.status ? null : before.status,
    versionId: after.versionId as string,
    operation,
    changedFields: [...changedFields],
    total: after.total,
    currency: after.billingCurrency || totals.currency,
    ...pickDerivedStatuses(after),
  }
}

/** None of an order that an earlier version has written, which a purge shows as it is. */
function pickDerivedStatuses({
  paymentStatus,
  fulfilmentStatus,
}: Order): Pick<OrderEventData, 'paymentStatus' | 'fulfilmentStatus'> {
  return paymentStatus && fulfilmentStatus ? { paymentStatus, fulfilmentStatus } : {}
}

function shipmentEvents(before: Order, after: Order): OrderEvent[] {
  const known = new Map(
    before.orderForm.shipments.map((shipment) => [shipment.shipmentId, JSON.stringify(shipmentData(before, shipment))]),
  )
  return after.orderForm.shipments
    .map((shipment) => shipmentData(after, shipment))
    .filter((data) => known.get(data.shipmentId) !== JSON.stringify(data))
    .map((data) => ({ contract: shipmentChanged, data }))
}

function shipmentData(order: Order, shipment: Shipment): ShipmentChangedData {
  return {
    orderId: order.id,
    shipmentId: shipment.shipmentId,
    status: shipment.status,
    orderStatus: shipment.orderStatus,
    lines: shipment.lineItems.map(({ lineItemId, quantity, deliveredQuantity, canceledQuantity }) => ({
      lineItemId: lineItemId,
      quantity,
      deliveredQuantity,
      canceledQuantity,
    })),
    trackingNumber: shipment.shipmentTrackingNumber,
    trackingLink: shipment.shipmentTrackingLink,
  }
}

function returnEvents(before: Order, after: Order): OrderEvent[] {
  const known = new Map(before.returnOrderForms.map((form) => [form.returnId, returnData(before, form)]))
  return after.returnOrderForms
    .map((form) => returnData(after, form))
    .filter((data) => !isEqual(known.get(data.returnId), data))
    .map((data) => ({ contract: known.has(data.returnId) ? returnUpdated : returnCreated, data }))
}

function returnData(order: Order, form: ReturnOrderForm): ReturnEventData {
  return {
    orderId: order.id,
    returnId: form.returnId,
    status: form.status,
    lines: form.lineItems.map(({ lineItemId, quantity, extendedPrice }) => ({
      lineItemId: lineItemId,
      quantity,
      creditAmount: extendedPrice,
    })),
    creditAmount: form.creditAmount,
  }
}

function holdEvents(before: Order | null, after: Order): OrderEvent[] {
  if (before?.holds === after.holds) return []
  const known = new Map(orderHolds(before ?? {}).map((hold) => [hold.id, hold]))
  return orderHolds(after).flatMap((hold): OrderEvent[] => {
    const earlier = known.get(hold.id)
    const data = holdData(after, hold)
    const placed = earlier === undefined ? [{ contract: holdPlaced, data: { ...data, releaseCause: null } }] : []
    const isReleasedNow = hold.released !== null && (earlier?.released ?? null) === null
    return isReleasedNow ? [...placed, { contract: holdReleased, data }] : placed
  })
}

function holdData(order: Order, { id, reasonCode, rule, until, releaseRule, releaseCause }: Hold): HoldEventData {
  const { orderNumber, orderType, storeId } = order
  return {
    orderId: order.id,
    orderNumber,
    orderType: orderType,
    storeId: storeId,
    holdId: id,
    reasonCode,
    rule,
    until,
    releaseRule,
    releaseCause,
    isHeld: isHeld(order),
  }
}

/** The event of a run that ended, finished or aborted. */
export function workflowEvent(run: WorkflowRun): OrderEvent {
  const data: WorkflowCompletedData = {
    orderId: run.orderId,
    runId: run.id,
    status: run.status,
    isAborted: run.state === 'Aborted',
    results: run.results.map(({ stepId, actionType, actionStatus, errorReason }) => ({
      stepId,
      actionType,
      actionStatus,
      errorReason,
    })),
  }
  return { contract: workflowCompleted, data }
}
