import { type Static, Type } from '@sinclair/typebox'
import { defineEvent } from '../event.ts'
import { Amount, DateTime, Flag, Integer, Key, Model, Nullable, Quantity, Text, Word } from '../primitives.ts'
import { holdReleaseCauses, holdReleaseRules } from './hold.ts'
import { paymentStatuses, transactionTypes } from './payment.ts'
import { ZReport } from './z-reports/z-report.ts'

/**
 * The data of an order event: enough to decide whether to read the order, and no personal data
 * (events.md#event-types).
 */
export const OrderEventData = Model('OrderEventData', {
  orderId: Text,
  orderNumber: Nullable(Text),
  orderType: Text,
  storeId: Text,
  marketId: Nullable(Text),
  status: Text,
  previousStatus: Nullable(Text),
  versionId: Text,
  operation: Text,
  changedFields: Type.Array(Text),
  total: Amount,
  currency: Text,
})
export type OrderEventData = Static<typeof OrderEventData>

export const breakdownKinds = ['Sales', 'Shipping', 'Discount', 'GiftCard', 'Tip', 'Fee', 'Rounding', 'Deposit'] as const
export type BreakdownKind = (typeof breakdownKinds)[number]

/**
 * One part of what a payment pays for (payment-allocation.md#allocation-entries). The sum of `net +
 * vatAmount` over a payment's entries is its amount exactly. Sales come before discounts; Discount
 * entries are negative and carry the line that they belong to. Where an order was edited since an
 * earlier payment, entries of the opposite sign take back what that was for. All payments together,
 * refunds taken off, are for the order as it is.
 */
export const PaymentBreakdownEntry = Model('PaymentBreakdownEntry', {
  kind: Word(breakdownKinds),
  net: Amount,
  vatRate: Nullable(Amount),
  vatAmount: Amount,
  taxGroupCode: Nullable(Text),
  lineItemId: Nullable(Text),
  shipmentId: Nullable(Text),
  isRental: Flag,
})
export type PaymentBreakdownEntry = Static<typeof PaymentBreakdownEntry>

/**
 * The cost of goods that a payment pays for and that a warehouse sends or sent. Units that cost
 * nothing are left out.
 */
export const PaymentTransfer = Model('PaymentTransfer', {
  lineItemId: Nullable(Text),
  shipmentId: Nullable(Text),
  warehouseCode: Text,
  cost: Amount,
})
export type PaymentTransfer = Static<typeof PaymentTransfer>

/**
 * A payment transaction with what accounting needs to book it (events.md#event-types,
 * payment-allocation.md#allocation-entries, postings.md#posting-accounts).
 */
export const PaymentRecordedData = Model('PaymentRecordedData', {
  orderId: Key,
  orderNumber: Nullable(Text),
  orderType: Text,
  orderOrigin: Nullable(Text),
  storeId: Key,
  currency: Key,
  customerNumber: Nullable(Text),
  payment: Type.Object({
    id: Key,
    transactionType: Word(transactionTypes),
    status: Word(paymentStatuses),
    method: Text,
    amount: Amount,
    /**
     * When the money moved: the payment's paid date, else when it was created. Decides the posting
     * day.
     */
    paidDate: DateTime,
    transactionId: Nullable(Text),
    invoiceId: Nullable(Text),
    /** What the provider kept of the amount as its fee; absent or null when not reported. */
    providerFee: Type.Optional(Nullable(Amount)),
    /** The reported fee when it is not an amount: it cannot be posted. */
    unreadableProviderFee: Type.Optional(Nullable(Text)),
  }),
  invoice: Type.Object({
    /** Days until the invoice is due; null when no terms were agreed. */
    paymentTermsNet: Nullable(Integer),
    kidNumber: Nullable(Text),
    creditNoteNumber: Nullable(Text),
  }),
  breakdown: Type.Array(PaymentBreakdownEntry),
  /** Only of payments that sell; absent in events from before it was published. */
  transfers: Type.Optional(Type.Array(PaymentTransfer)),
})
export type PaymentRecordedData = Static<typeof PaymentRecordedData>

export const ShipmentChangedData = Model('ShipmentChangedData', {
  orderId: Text,
  shipmentId: Text,
  status: Nullable(Text),
  orderStatus: Nullable(Text),
  lines: Type.Array(
    Type.Object({
      lineItemId: Text,
      quantity: Quantity,
      deliveredQuantity: Quantity,
      canceledQuantity: Quantity,
    }),
  ),
  trackingNumber: Nullable(Text),
  trackingLink: Nullable(Text),
})
export type ShipmentChangedData = Static<typeof ShipmentChangedData>

export const WorkflowCompletedData = Model('WorkflowCompletedData', {
  orderId: Text,
  runId: Text,
  status: Text,
  isAborted: Flag,
  results: Type.Array(Type.Object({ stepId: Text, actionType: Text, actionStatus: Text, errorReason: Nullable(Text) })),
})
export type WorkflowCompletedData = Static<typeof WorkflowCompletedData>

/**
 * A return form in events: the returned goods and the amount to refund for them
 * (events.md#event-types).
 */
export const ReturnEventData = Model('ReturnEventData', {
  orderId: Text,
  returnId: Text,
  status: Nullable(Text),
  lines: Type.Array(Type.Object({ lineItemId: Text, quantity: Quantity, creditAmount: Amount })),
  creditAmount: Amount,
})
export type ReturnEventData = Static<typeof ReturnEventData>

/**
 * A hold of an order in events, without what people wrote about it (events.md#event-types).
 */
export const HoldEventData = Model('HoldEventData', {
  orderId: Text,
  orderNumber: Nullable(Text),
  orderType: Text,
  storeId: Text,
  holdId: Text,
  reasonCode: Text,
  rule: Nullable(Text),
  until: Nullable(DateTime),
  releaseRule: Nullable(Word(holdReleaseRules)),
  releaseCause: Nullable(Word(holdReleaseCauses)),
  /** Whether the order is held after the write, by this hold or another. */
  isHeld: Flag,
})
export type HoldEventData = Static<typeof HoldEventData>

/** What there is of a SKU in a warehouse after a change (events.md#event-types). */
export const InventoryChangedData = Model('InventoryChangedData', {
  skuId: Text,
  warehouseCode: Text,
  quantity: Quantity,
  reservedQuantity: Quantity,
  /** `Set`, `Adjust`, or the workflow step that moved the stock. */
  cause: Text,
})
export type InventoryChangedData = Static<typeof InventoryChangedData>

const order = (verb: string, summary: string) =>
  defineEvent({ type: `orders.order.${verb}.v1`, stream: 'ORDERS', summary, data: OrderEventData })

export const orderCreated = order('created', 'An order was created.')
export const orderUpdated = order('updated', 'Something of an order other than its status changed.')
export const orderStatusChanged = order(
  'status-changed',
  'The status of an order changed, and it was neither deleted nor restored.',
)
export const orderDeleted = order('deleted', 'An order was marked as deleted; it can be restored.')
export const orderRestored = order('restored', 'A deleted order was given back the status that it had, or another one.')
export const orderPurged = order('purged', 'An order was removed for good; its id may be used again.')
export const paymentRecorded = defineEvent({
  type: 'orders.payment.recorded.v1',
  stream: 'ORDERS',
  aggregate: 'order',
  summary:
    'A payment transaction was added to an order, or what decides how it is booked changed, such as its status, amount or credit note.',
  data: PaymentRecordedData,
})
export const shipmentChanged = defineEvent({
  type: 'orders.shipment.changed.v1',
  stream: 'ORDERS',
  aggregate: 'order',
  summary: 'Status, quantities or tracking of a shipment changed.',
  data: ShipmentChangedData,
})
const returnForm = (verb: string, summary: string) =>
  defineEvent({ type: `orders.return.${verb}.v1`, stream: 'ORDERS', aggregate: 'order', summary, data: ReturnEventData })

export const returnCreated = returnForm('created', 'An order got a return form after its creation.')
export const returnUpdated = returnForm('updated', 'Status, lines or credit of a return form changed.')
const hold = (verb: string, summary: string) =>
  defineEvent({ type: `orders.hold.${verb}.v1`, stream: 'ORDERS', aggregate: 'order', summary, data: HoldEventData })

export const holdPlaced = hold('placed', 'An order got a hold: no outside step runs and no shipment leaves.')
export const holdReleased = hold('released', 'A hold of an order was released, by call, by time, by its rule or by cancellation.')
export const workflowCompleted = defineEvent({
  type: 'orders.workflow.completed.v1',
  stream: 'ORDERS',
  aggregate: 'order',
  summary: 'A workflow run ended, finished or aborted.',
  data: WorkflowCompletedData,
})

export const inventoryChanged = defineEvent({
  type: 'orders.inventory.changed.v1',
  stream: 'ORDERS',
  summary: 'What there is of a SKU in a warehouse changed, or what is reserved of it.',
  data: InventoryChangedData,
})
export const zReportClosed = defineEvent({
  type: 'orders.zreport.closed.v1',
  stream: 'ORDERS',
  summary: 'Registers were closed, or the report of a close was revised: the one with the highest revision holds.',
  data: ZReport,
})

/** Every event that orders-workflow publishes. */
export const orderEvents = [
  orderCreated,
  orderUpdated,
  orderStatusChanged,
  orderDeleted,
  orderRestored,
  orderPurged,
  paymentRecorded,
  shipmentChanged,
  returnCreated,
  returnUpdated,
  holdPlaced,
  holdReleased,
  workflowCompleted,
  inventoryChanged,
  zReportClosed,
] as const
