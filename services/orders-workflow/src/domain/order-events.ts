import {
  type OrderEventData,
  orderCreated,
  orderStatusChanged,
  orderUpdated,
  type PaymentRecordedData,
  paymentRecorded,
  type ShipmentChangedData,
  shipmentChanged,
  type WorkflowCompletedData,
  workflowCompleted,
} from '@oms/contracts/orders/events'
import type { Order } from '@oms/contracts/orders/order'
import type { Payment } from '@oms/contracts/orders/payment'
import type { Shipment } from '@oms/contracts/orders/shipment'
import { breakdownsOf } from './payment-breakdown.ts'
import { returnFormOf } from './payment-scope.ts'
import type { TotalsContext } from './totals-context.ts'
import type { WorkflowRun } from './workflow-run.ts'

/** An event of an order before it gets its id and its sequence. */
export type OrderEvent =
  | { contract: typeof orderCreated | typeof orderUpdated | typeof orderStatusChanged; data: OrderEventData }
  | { contract: typeof paymentRecorded; data: PaymentRecordedData }
  | { contract: typeof shipmentChanged; data: ShipmentChangedData }
  | { contract: typeof workflowCompleted; data: WorkflowCompletedData }

export type OrderChangeContext = { operation: string; changedFields: readonly string[]; totals: TotalsContext }

/**
 * The events of a write (4-decisions Q.3): one for the order, one for each payment that is new or changed and one for each
 * shipment that is. `before` is null on creation; the order's own event then tells of its shipments.
 */
export function eventsOf(before: Order | null, after: Order, context: OrderChangeContext): OrderEvent[] {
  const isMoved = before !== null && before.status !== after.status
  const contract = before === null ? orderCreated : isMoved ? orderStatusChanged : orderUpdated
  return [
    { contract, data: orderEventData(before, after, context) },
    ...paymentEvents(before, after, context.totals),
    ...(before === null ? [] : shipmentEvents(before, after)),
  ]
}

function orderEventData(
  before: Order | null,
  after: Order,
  { operation, changedFields, totals }: OrderChangeContext,
): OrderEventData {
  return {
    orderId: after.id as string,
    orderNumber: after.orderNumber,
    orderType: after.orderType as string,
    storeId: after.storeId as string,
    marketId: after.marketId,
    status: after.status as string,
    previousStatus: before === null || before.status === after.status ? null : before.status,
    versionId: after.versionId as string,
    operation,
    changedFields: [...changedFields],
    total: after.total,
    currency: after.billingCurrency || totals.currency,
  }
}

function paymentEvents(before: Order | null, after: Order, totals: TotalsContext): OrderEvent[] {
  const known = new Map((before?.orderForm.payments ?? []).map((payment) => [payment.id, payment]))
  const news = after.orderForm.payments.filter((payment) => isNews(known.get(payment.id), payment))
  if (news.length === 0) return []
  const breakdowns = breakdownsOf(after, news, totals)
  return news.map((payment) => {
    const breakdown = breakdowns.get(payment.id) ?? []
    return { contract: paymentRecorded, data: { ...paymentData(after, payment, totals), breakdown } }
  })
}

function isNews(before: Payment | undefined, after: Payment): boolean {
  return before === undefined || JSON.stringify(bookedOf(before)) !== JSON.stringify(bookedOf(after))
}

/** What of a payment decides how it is booked. A comment does not: telling it again would break the payment down anew. */
function bookedOf(payment: Payment) {
  const { orderLineReferences, shipmentId } = payment
  return { ...publicPayment(payment), orderLineReferences, shipmentId, kidNumber: propertyOf(payment, 'KidNumber') }
}

function publicPayment(payment: Payment): PaymentRecordedData['payment'] {
  return {
    id: payment.id as string,
    transactionType: payment.transactionType as PaymentRecordedData['payment']['transactionType'],
    status: payment.status as PaymentRecordedData['payment']['status'],
    method: payment.paymentMethodName as string,
    amount: payment.amount,
    paidDate: (payment.paidDate ?? payment.created) as string,
    transactionId: payment.transactionId,
    invoiceId: payment.invoiceId,
  }
}

function paymentData(order: Order, payment: Payment, totals: TotalsContext): Omit<PaymentRecordedData, 'breakdown'> {
  return {
    orderId: order.id as string,
    orderNumber: order.orderNumber,
    orderType: order.orderType as string,
    orderOrigin: order.orderOrigin,
    storeId: order.storeId as string,
    currency: order.billingCurrency || totals.currency,
    customerNumber: order.customerNumber,
    payment: publicPayment(payment),
    invoice: {
      paymentTermsNet: order.paymentTermsNet,
      kidNumber: propertyOf(payment, 'KidNumber') ?? propertyOf(order, 'KidNumber'),
      creditNoteNumber: creditNoteNumber(order, payment),
    },
  }
}

function propertyOf({ properties }: Pick<Order, 'properties'>, key: string): string | null {
  return properties.find((property) => property.key === key)?.value ?? null
}

/** The credit note of the return form whose refund the payment is (4-decisions O.5). */
function creditNoteNumber(order: Order, payment: Payment): string | null {
  if (payment.transactionType !== 'Credit') return null
  const form = returnFormOf(order, payment)
  return form === undefined ? null : propertyOf(form, 'CreditNoteNumber')
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
    orderId: order.id as string,
    shipmentId: shipment.shipmentId as string,
    status: shipment.status,
    orderStatus: shipment.orderStatus,
    lines: shipment.lineItems.map(({ lineItemId, quantity, deliveredQuantity, canceledQuantity }) => ({
      lineItemId: lineItemId as string,
      quantity,
      deliveredQuantity,
      canceledQuantity,
    })),
    trackingNumber: shipment.shipmentTrackingNumber,
    trackingLink: shipment.shipmentTrackingLink,
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
