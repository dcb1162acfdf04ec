import type { OrderType } from '@open-oms/contracts/config/order-types'
import { DomainError, invalid } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { LIST_MAX } from '@open-oms/contracts/primitives'
import { requireReturnType } from '../context/return-type.ts'
import { newShipmentLike, type ShipmentInfo, withShipmentInfo } from '../shipments/shipment-info.ts'
import { withLoggedStatus } from '../shipments/shipment-status.ts'
import type { EnteredStatus } from '../status/enter-status.ts'
import { assertTransitionAllowed, requireStatus } from '../status/transitions.ts'
import { assertNotPaidBack } from './return-changes.ts'

export type EnterReturnStatus = {
  returnId: string
  status: string
  types: readonly OrderType[]
  /**
   * The fields to set on the shipment of the form, which is created when the form has none: how the
   * goods are sent back.
   */
  shipmentInfo?: ShipmentInfo | undefined
  now: string
}

/**
 * The order after one of its return forms has entered a status of return forms
 * (returns.md#return-statuses). The order keeps its own status. Raises `NotFound` for an unknown
 * form, `ValidationFailed` for an unknown status, and `TransitionNotAllowed` for a forbidden
 * transition, or when a refunded form is cancelled.
 */
export function enterReturnStatus(order: Order, command: EnterReturnStatus): EnteredStatus {
  const { returnId, status, types, shipmentInfo, now } = command
  const form = order.returnOrderForms.find((candidate) => candidate.returnId === returnId)
  if (form === undefined) throw new DomainError('NotFound', `Order "${order.id}" has no return form "${returnId}".`)
  const type = requireReturnType(types)
  const entered = requireStatus(type, status, 'status')
  assertTransitionAllowed(type, form.status, status)
  assertNotPaidBack(form, status, type)
  const updated = shipmentInfo === undefined ? form : withReturnShipment(form, { info: shipmentInfo, status, now })
  const changed = updated.status === status && updated === form ? form : { ...updated, status, modified: now }
  const returnOrderForms = order.returnOrderForms.map((candidate) => (candidate === form ? changed : candidate))
  return {
    order: changed === form ? order : { ...order, returnOrderForms },
    entered,
    shipmentId: null,
    orderEntered: null,
    returnId,
  }
}

type ReturnShipmentChange = { info: ShipmentInfo; status: string; now: string }

function withReturnShipment(form: ReturnOrderForm, { info, status, now }: ReturnShipmentChange): ReturnOrderForm {
  const { shipments } = form
  const known = shipments.find(({ shipmentId }) => shipmentId === info.shipmentId) ?? (info.shipmentId ? undefined : shipments[0])
  const target: Shipment = known ?? newShipmentLike(undefined, info.shipmentId || '1')
  const changed = withLoggedStatus(withShipmentInfo(target, info, form.lineItems), info.orderStatus ?? status, now)
  const all =
    known === undefined ? [...shipments, changed] : shipments.map((shipment) => (shipment === known ? changed : shipment))
  if (all.length > LIST_MAX)
    throw invalid('shipmentInfo.shipmentId', `would give the return form more than ${LIST_MAX} shipments`)
  return { ...form, shipments: all }
}
