import type { LinesUpdate, Order } from '@open-oms/client/types'
import { exact, type ShipmentLine } from './units.ts'

/**
 * What a write makes of an order, in the terms of the person: one entry for each thing that
 * differs.
 */
export type OrderChange =
  | { what: 'status'; from: string; to: string }
  | { what: 'shipmentStatus'; shipmentId: string; from: string | null; to: string | null }
  | { what: 'newShipment'; shipmentId: string; units: number; warehouseCode: string | null }
  | { what: 'removedShipment'; shipmentId: string }
  | { what: 'line'; line: ShipmentLine; shipmentId: string; delivered: number; canceled: number; moved: number }
  | { what: 'money'; total: MoneyTotal; amount: number }

type MoneyTotal = 'authorizedPaymentTotal' | 'netTotal'
type Shipment = Order['orderForm']['shipments'][number]

/**
 * How an order after a write differs from the one before it: status, shipments, their units, and
 * what is due. Money that moves is among the effects of the write.
 */
export function orderChanges(before: Order, after: Order): OrderChange[] {
  return [...statusChanges(before, after), ...shipmentChanges(before, after), ...moneyChanges(before, after)]
}

/**
 * The id of the shipment that a request lets enter the status that it has already, so that its
 * steps run again; null when it does not.
 */
export function enteredAgain({ status, orderForm }: Pick<Order, 'status' | 'orderForm'>, body: LinesUpdate): string | null {
  const id = body.shipmentInfo?.shipmentId ?? null
  // Of an order without shipments the API makes the first one, in the status of the order.
  const shipments = orderForm.shipments.length > 0 ? orderForm.shipments : [{ shipmentId: '1', orderStatus: status }]
  const target = id === null ? shipments[0] : shipments.find(({ shipmentId }) => shipmentId === id)
  return target?.orderStatus === body.status ? target.shipmentId : null
}

function statusChanges(before: Order, after: Order): OrderChange[] {
  return before.status === after.status ? [] : [{ what: 'status', from: before.status, to: after.status }]
}

function shipmentChanges(before: Order, after: Order): OrderChange[] {
  const known = new Map(before.orderForm.shipments.map((shipment) => [shipment.shipmentId, shipment]))
  const left = new Set(after.orderForm.shipments.map(({ shipmentId }) => shipmentId))
  const changes = after.orderForm.shipments.flatMap((shipment) => diffShipment(known.get(shipment.shipmentId), shipment))
  const removed = [...known.keys()].filter((shipmentId) => !left.has(shipmentId))
  return [...changes, ...removed.map((shipmentId) => ({ what: 'removedShipment' as const, shipmentId }))]
}

function diffShipment(before: Shipment | undefined, after: Shipment): OrderChange[] {
  const { shipmentId, warehouseCode } = after
  const units = exact(after.lineItems.reduce((sum, { quantity }) => sum + quantity, 0))
  const isNew: OrderChange[] = before === undefined ? [{ what: 'newShipment', shipmentId, units, warehouseCode }] : []
  const entered: OrderChange[] =
    before === undefined || before.orderStatus === after.orderStatus
      ? []
      : [{ what: 'shipmentStatus', shipmentId, from: before.orderStatus, to: after.orderStatus }]
  return [...isNew, ...lineChanges(before, after), ...entered]
}

function lineChanges(before: Shipment | undefined, after: Shipment): OrderChange[] {
  const known = new Map(before?.lineItems.map((line) => [line.lineItemId, line]))
  return after.lineItems.flatMap((line) => {
    const was = known.get(line.lineItemId)
    const delivered = exact(line.deliveredQuantity - (was?.deliveredQuantity ?? 0))
    const canceled = exact(line.canceledQuantity - (was?.canceledQuantity ?? 0))
    const moved = exact(line.quantity - (was?.quantity ?? 0))
    if (delivered === 0 && canceled === 0 && moved === 0) return []
    return [{ what: 'line' as const, line, shipmentId: after.shipmentId, delivered, canceled, moved }]
  })
}

function moneyChanges(before: Order, after: Order): OrderChange[] {
  const authorized = cents(after.orderForm.authorizedPaymentTotal - before.orderForm.authorizedPaymentTotal)
  const changes = [
    { total: 'authorizedPaymentTotal' as const, amount: authorized },
    { total: 'netTotal' as const, amount: cents(after.netTotal - before.netTotal) },
  ]
  return changes.filter(({ amount }) => amount !== 0).map((change) => ({ what: 'money' as const, ...change }))
}

/** Amounts have at most four decimals, whatever the currency. */
function cents(amount: number): number {
  return Math.round(amount * 10_000) / 10_000
}
