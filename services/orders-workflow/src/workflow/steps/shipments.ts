import { shipmentStatuses } from '@oms/contracts/config/order-types'
import type { Order } from '@oms/contracts/orders/order'
import type { Shipment } from '@oms/contracts/orders/shipment'
import { withShipment } from '../../domain/shipment-lines.ts'
import { type ChangeStep, type StepContext, stepProperty } from '../step-definition.ts'

/** Marks the shipments in scope as completed and shipped. */
export const completeShipment: ChangeStep = {
  kind: 'change',
  names: ['CompleteShipment'],
  properties: {},
  apply(order, context) {
    const complete = (shipment: Shipment) =>
      shipment.completed !== null && shipment.status === 'Shipped'
        ? shipment
        : { ...shipment, completed: shipment.completed ?? context.now, status: 'Shipped' }
    const changed = mapShipments(order, complete, context)
    if (changed === order) return { order, actionStatus: 'Warning', message: 'The shipments are completed already.' }
    return { order: changed, actionStatus: 'Success' }
  },
}

/** Sets the status of the goods of the shipments in scope to property `Status`. */
export const updateShipmentStatus: ChangeStep = {
  kind: 'change',
  names: ['UpdateShipmentStatus'],
  properties: { Status: new RegExp(`^(${shipmentStatuses.join('|')})$`) },
  apply(order, context) {
    const status = stepProperty(context.step, 'Status')
    if (status === null) return { order, actionStatus: 'Error', errorReason: 'The step names no status.' }
    return {
      order: mapShipments(order, (shipment) => (shipment.status === status ? shipment : { ...shipment, status }), context),
      actionStatus: 'Success',
    }
  },
}

/** Changes the shipments that the run sees and that are not cancelled; the same order when nothing changed. */
function mapShipments(order: Order, change: (shipment: Shipment) => Shipment, { run }: StepContext): Order {
  const whole = withShipment(order)
  const isMeant = ({ shipmentId, status }: Shipment) =>
    status !== 'Cancelled' && (run.shipmentId === null || shipmentId === run.shipmentId)
  const shipments = whole.orderForm.shipments.map((shipment) => (isMeant(shipment) ? change(shipment) : shipment))
  if (shipments.every((shipment, index) => shipment === whole.orderForm.shipments[index])) return order
  return { ...whole, orderForm: { ...whole.orderForm, shipments } }
}
