import type { OrderType } from '@open-oms/contracts/config/order-types'
import { invalid } from '@open-oms/contracts/errors'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { nextNumber } from '../../../order/rules/lines/new-lines.ts'
import { newShipmentLike, type ShipmentInfo } from '../../../order/rules/shipments/shipment-info.ts'
import { openQuantity } from '../../../order/rules/shipments/shipment-lines.ts'
import { isCanceledShipment } from '../../../order/rules/shipments/shipment-status.ts'
import type { LineUpdate } from './line-updates-input.ts'

/** Which shipments a request is about. New ones have no lines yet. */
export type ShipmentPlan = {
  /** The shipment that units are taken from; also the targeted one unless that is new. */
  original: Shipment
  /**
   * The new shipment that takes what is delivered, cancelled and made ready; null: that stays in
   * the original.
   */
  targeted: Shipment | null
  /** The new shipment of what is split off. */
  splitOff: Shipment | null
  /** The shipment of what is reallocated, new or known. */
  destination: Shipment | null
  /** The shipment that `shipmentInfo` describes. */
  carrierId: string | null
}

export type PlanInput = { updates: readonly LineUpdate[]; info: ShipmentInfo; type: OrderType }

/**
 * Finds the shipments of a request and makes the new ones: known id or none: that or the first one
 * is targeted. Unknown id: a new shipment for what is delivered, cancelled or made ready, else for
 * what is split off or reallocated, which keep their status; then the status goes to the original
 * (lines.md#targeted-shipment). Raises `ValidationFailed`.
 */
export function planShipments(shipments: readonly Shipment[], input: PlanInput): ShipmentPlan {
  const { updates, info, type } = input
  const sentId = info.shipmentId || null
  const known = sentId === null ? shipments[0] : shipments.find(({ shipmentId }) => shipmentId === sentId)
  const original = known ?? findOriginal(shipments, updates, type)
  const newIds = idsFor(shipments, known === undefined ? sentId : null)
  const isAnyTargeted = updates.some(({ delivered, canceled, ready }) => delivered > 0 || canceled > 0 || ready > 0)
  const targeted = known === undefined && isAnyTargeted ? newLike(original, newIds()) : null
  const splitOff = updates.some(({ split }) => split > 0) ? newLike(original, newIds()) : null
  const destination = findDestination(shipments, original, { ...input, newId: newIds })
  const carrier = known ?? targeted ?? splitOff ?? destination
  if (carrier === null)
    throw invalid('shipmentInfo.shipmentId', `"${sentId}" is not a shipment of the order, and nothing is to go to a new one`)
  return { original, targeted, splitOff, destination, carrierId: carrier.shipmentId }
}

/** Gives the ids of new shipments: first the one that was sent, then the next free numbers. */
function idsFor(shipments: readonly Shipment[], sentId: string | null): () => string {
  const taken = [...shipments.map(({ shipmentId }) => shipmentId), sentId]
  let next = nextNumber(taken)
  let unused = sentId
  return () => {
    const id = unused ?? String(next++)
    unused = null
    return id
  }
}

/**
 * The one shipment that units for an unknown shipment come from: the first that is not cancelled
 * and has something open of every line that is to move, else of one of them. Amounts are never
 * drawn from several (quantities.md#quantities-of-a-line-update).
 */
function findOriginal(shipments: readonly Shipment[], updates: readonly LineUpdate[], type: OrderType): Shipment {
  const active = shipments.filter((shipment) => !isCanceledShipment(shipment, type))
  const hasOpen = (shipment: Shipment, { lineItemId }: LineUpdate) =>
    shipment.lineItems.some((line) => line.lineItemId === lineItemId && openQuantity(line) > 0)
  return (
    active.find((shipment) => updates.every((update) => hasOpen(shipment, update))) ??
    active.find((shipment) => updates.some((update) => hasOpen(shipment, update))) ??
    active[0] ??
    (shipments[0] as Shipment)
  )
}

/**
 * A shipment with the shipping information of the original, and in the status that the goods had
 * there (lines.md#targeted-shipment).
 */
function newLike(original: Shipment, shipmentId: string): Shipment {
  const { orderStatus, prevStatus, orderStatusLog, status } = original
  return { ...newShipmentLike(original, shipmentId), orderStatus, prevStatus, orderStatusLog, status }
}

type DestinationInput = PlanInput & { newId: () => string }

/**
 * The shipment of the warehouse that goods are reallocated to; one that is through, or cancelled,
 * takes no more of them.
 */
function findDestination(shipments: readonly Shipment[], original: Shipment, input: DestinationInput): Shipment | null {
  const { updates, info, type, newId } = input
  if (updates.every(({ reallocate }) => reallocate === 0)) return null
  const { warehouseCode = '' } = info
  if (original.warehouseCode === warehouseCode)
    throw invalid(
      'shipmentInfo.warehouseCode',
      `"${warehouseCode}" is where shipment "${original.shipmentId}" is sent from already`,
    )
  const found = shipments.find((shipment) => shipment.warehouseCode === warehouseCode && takesGoods(shipment, type))
  return found ?? { ...newLike(original, newId()), warehouseCode }
}

function takesGoods(shipment: Shipment, type: OrderType): boolean {
  const { status, orderStatus, completed } = shipment
  const isDelivered = type.orderStatuses.some(({ name, isDeliveredStatus }) => isDeliveredStatus && name === orderStatus)
  return (
    !isDelivered && completed === null && status !== 'Released' && status !== 'Shipped' && !isCanceledShipment(shipment, type)
  )
}
