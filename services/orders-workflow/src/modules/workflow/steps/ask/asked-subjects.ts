import type { AskRequest, AskSubject } from '@oms/contracts/connectors/ask-protocol'
import type { Order } from '@oms/contracts/orders/order'
import { withShipment } from '../../../../order/rules/shipments/shipment-lines.ts'
import { findRunReturnForm } from '../return-form.ts'
import { meantShipments } from '../shipments.ts'
import type { StepContext } from '../step-definition.ts'

type About = AskRequest['about']
/** The parts of the order that a question shows on their own. */
type Parts = Pick<AskRequest, 'line' | 'shipment' | 'returnOrderForm'>
type Scope = { order: Order; shipmentId: string | null; returnId: string | null }

/**
 * What of an order a step asks about: the order, the return form of the run, or each shipment or
 * line in scope that is not cancelled.
 */
export function askedSubjects(order: Order, kind: AskSubject, context: StepContext): About[] {
  const { shipments, lineItems } = withShipment(order).orderForm
  const named = (ids: readonly (string | null | undefined)[]) => ids.flatMap((id) => (id ? [{ kind, id }] : []))
  switch (kind) {
    case 'Order':
      return named([order.id])
    case 'ReturnForm':
      return named([findRunReturnForm(order, context)?.returnId])
    case 'Shipment':
      return named(shipments.filter(meantShipments(order, context)).map(({ shipmentId }) => shipmentId))
    case 'Line': {
      const shipment = shipments.find(({ shipmentId }) => shipmentId === context.run.shipmentId)
      const open = (shipment?.lineItems ?? lineItems).filter((line) => line.canceledQuantity < line.quantity)
      return named(open.map(({ lineItemId }) => lineItemId))
    }
  }
}

/** The parts of the order that a question is about, and those that its run is for. */
export function askedParts({ order, shipmentId, returnId }: Scope, { kind, id }: About): Parts {
  const { shipments, lineItems } = withShipment(order).orderForm
  const wanted = kind === 'Shipment' ? id : shipmentId
  const shipment = shipments.find((one) => one.shipmentId !== null && one.shipmentId === wanted) ?? null
  const line = kind === 'Line' ? ((shipment?.lineItems ?? lineItems).find((one) => one.lineItemId === id) ?? null) : null
  const returnOrderForm = order.returnOrderForms.find((form) => form.returnId !== null && form.returnId === returnId) ?? null
  return { line, shipment, returnOrderForm }
}
