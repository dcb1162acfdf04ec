import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { LIST_MAX } from '@open-oms/contracts/primitives'
import { isCanceledWhole } from '../../../order/rules/lines/canceled-lines.ts'
import { nextNumber } from '../../../order/rules/lines/new-lines.ts'
import { shippableGroups } from '../../../order/rules/shipments/ship-together.ts'
import { newShipmentLike } from '../../../order/rules/shipments/shipment-info.ts'
import { withShipment } from '../../../order/rules/shipments/shipment-lines.ts'
import { meantShipments } from './shipments.ts'
import type { ChangeStep } from './step-definition.ts'

/**
 * Gives each line a shipment of its own: the first line of a shipment stays, the others go to new
 * ones like it, which have the status it has; its shipping cost stays with it
 * (lines.md#new-shipments, workflow-steps.md#shipment-steps). Components that must ship together
 * stay together, and a package that was broken down stays with its first component
 * (packages.md#package-breakdown). Shipments that are cancelled, packed or booked are left alone.
 */
export const splitAllLineItems: ChangeStep = {
  kind: 'change',
  names: ['SplitAllLineItems'],
  properties: {},
  reference: {
    does: 'Gives each line a shipment of its own; the first line and the shipping cost remain where they are',
    conditions: ['the shipment is neither cancelled, packed nor booked', 'its lines need not ship together'],
    connectorKinds: [],
    warnings: ['there is no shipment with more than one line'],
    errors: ['the order would have more than 250 shipments'],
    section: 'shipment-steps',
    example: { within: { orderType: 'Online', status: 'InProgress' } },
  },
  apply(order, context) {
    const whole = withShipment(order)
    const isMeant = meantShipments(order, context)
    const { shipments } = whole.orderForm
    const splitGroups = ({ lineItems }: Shipment) => shippableGroups(lineItems, whole.orderForm.lineItems)
    const toSplit = new Map(
      shipments
        .filter((shipment) => isMeant(shipment) && isOpen(shipment))
        .map((shipment) => [shipment, splitGroups(shipment)] as const)
        .filter(([, groups]) => groups.length > 1),
    )
    if (toSplit.size === 0) return { order, actionStatus: 'Warning', message: 'There is no shipment with more than one line.' }
    const count = [...toSplit.values()].reduce((sum, groups) => sum + groups.length - 1, shipments.length)
    if (count > LIST_MAX)
      return { order, actionStatus: 'Error', errorReason: `The order would have more than ${LIST_MAX} shipments.` }
    return { order: splitShipments(whole, toSplit), actionStatus: 'Success' }
  },
}

function isOpen({ packages, shipmentTrackingNumber }: Shipment): boolean {
  return packages.length === 0 && !shipmentTrackingNumber
}

function splitShipments(order: Order, toSplit: ReadonlyMap<Shipment, OrderLine[][]>): Order {
  let next = nextNumber(order.orderForm.shipments.map(({ shipmentId }) => shipmentId))
  const shipments = order.orderForm.shipments.flatMap((shipment) => {
    const groups = toSplit.get(shipment)
    if (groups === undefined) return [shipment]
    // A shipment that is cancelled whole costs nothing: the cost stays with goods.
    const first = groups.find((lines) => !isCanceledWhole(lines)) ?? groups[0] ?? []
    const others = groups.filter((lines) => lines !== first)
    return [
      { ...shipment, lineItems: first },
      ...others.map((lineItems) => ({ ...splitOff(shipment, String(next++)), lineItems })),
    ]
  })
  return { ...order, orderForm: { ...order.orderForm, shipments } }
}

function splitOff(shipment: Shipment, shipmentId: string): Shipment {
  const { status, prevStatus, orderStatus, orderStatusLog, completed, isAllocated, expectedDeliveryDate, expectedShipmentDate } =
    shipment
  return {
    ...newShipmentLike(shipment, shipmentId),
    status,
    prevStatus,
    orderStatus,
    orderStatusLog,
    completed,
    isAllocated,
    expectedDeliveryDate,
    expectedShipmentDate,
  }
}
