import type { AskRequest, AskSubject } from '@oms/contracts/connectors/ask-protocol'
import type { Order } from '@oms/contracts/orders/order'
import { withShipment } from '../../../../order/rules/shipments/shipment-lines.ts'
import { findRunReturnForm } from '../return-form.ts'
import { meantShipments } from '../shipments.ts'
import type { StepContext } from '../step-definition.ts'

type Subject = Pick<AskRequest, 'about' | 'line' | 'shipment' | 'returnOrderForm'>

/**
 * What of an order a step asks about: the order, the return form of the run, or each shipment or
 * line in scope that is not cancelled.
 */
export function askedSubjects(order: Order, kind: AskSubject, context: StepContext): Subject[] {
  const { shipments, lineItems } = withShipment(order).orderForm
  const returnOrderForm = findRunReturnForm(order, context) ?? null
  const shipment = shipments.find(({ shipmentId }) => shipmentId === context.run.shipmentId) ?? null
  const whole = { line: null, shipment, returnOrderForm }
  switch (kind) {
    case 'Order':
      return [{ ...whole, about: { kind, id: order.id } }]
    case 'ReturnForm':
      return returnOrderForm?.returnId ? [{ ...whole, about: { kind, id: returnOrderForm.returnId } }] : []
    case 'Shipment':
      return shipments
        .filter(meantShipments(order, context))
        .flatMap((one) => (one.shipmentId === null ? [] : [{ ...whole, shipment: one, about: { kind, id: one.shipmentId } }]))
    case 'Line':
      return (shipment?.lineItems ?? lineItems)
        .filter((line) => line.canceledQuantity < line.quantity)
        .flatMap((line) => (line.lineItemId === null ? [] : [{ ...whole, line, about: { kind, id: line.lineItemId } }]))
  }
}
