import { completer } from '@open-oms/contracts/complete'
import { Order } from '@open-oms/contracts/orders/order'
import type { OrderForm } from '@open-oms/contracts/orders/order-form'
import type { InputOf } from '@open-oms/contracts/primitives'
import type { TotalsContext } from '../order/rules/context/totals-context.ts'

const complete = completer(Order)

export type SampleForm = InputOf<OrderForm>
export type SampleOrder = Omit<InputOf<Order>, 'orderForm'>

/**
 * A whole order around a form: lines without an id are numbered from "1", one unit by default; a
 * shipment without lines has copies of all of them.
 */
export function sampleOrder(form: SampleForm, order: SampleOrder = {}): Order {
  const lineItems = (form.lineItems ?? []).map((line, index) => ({ lineItemId: String(index + 1), quantity: 1, ...line }))
  const shipments = (form.shipments ?? []).map((shipment, index) => ({ shipmentId: String(index + 1), lineItems, ...shipment }))
  const created = '2026-03-01T10:00:00.000Z'
  const head = { id: 'O-1', storeId: 'Oslo-01', marketId: 'NOR', orderType: 'Online', status: 'New', billingCurrency: 'NOK' }
  return complete({
    ...head,
    created,
    modified: created,
    ...order,
    orderForm: { ...form, lineItems, shipments },
  } as InputOf<Order>)
}

/** Norwegian terms: NOK, 25 %, nothing stored before. */
export const sampleTerms: TotalsContext = {
  currency: 'NOK',
  taxRate: 25,
  canceledStatuses: ['Cancelled', 'OrderCanceled'],
  finalStatuses: ['Completed'],
  previous: null,
}
