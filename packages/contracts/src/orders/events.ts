import { type Static, Type } from '@sinclair/typebox'
import { defineEvent } from '../event.ts'
import { Amount, DateTime, described, Flag, Integer, Key, Model, Nullable, Quantity, Text, Word } from '../primitives.ts'
import { holdReleaseCauses, holdReleaseRules } from './hold.ts'
import { paymentStatuses, transactionTypes } from './payment.ts'
import { ZReport } from './z-reports/z-report.ts'

/**
 * The data of an order event: enough to decide whether to read the order, and no personal data
 * (events.md#event-types).
 */
export const OrderEventData = Model('OrderEventData', {
  orderId: described(Text, 'The order that changed.'),
  orderNumber: described(Nullable(Text), 'The number that customers know, where it has one.'),
  orderType: described(Text, 'The type by the configuration.'),
  storeId: described(Text, 'The store that sells.'),
  marketId: described(Nullable(Text), 'The market, which decides currency and taxes.'),
  status: described(Text, 'The status after the write.'),
  previousStatus: described(Nullable(Text), 'The status before the write; null for a new order.'),
  versionId: described(Text, 'The version that the write made.'),
  operation: described(Text, 'What wrote, such as the name of the endpoint or of a step.'),
  changedFields: described(Type.Array(Text), 'Names of the fields of the order that the write changed.'),
  total: described(Amount, 'The total of the order after the write, with tax, in the main unit of its currency.'),
  currency: described(Text, 'The currency by ISO 4217.'),
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
  kind: described(Word(breakdownKinds), 'What this part pays for.'),
  net: described(Amount, 'The part without tax, in the main unit of the currency; negative where it takes back.'),
  vatRate: described(Nullable(Amount), 'The tax rate in percent; null where there is none.'),
  vatAmount: described(Amount, 'The tax of this part.'),
  taxGroupCode: described(Nullable(Text), 'The tax group by the configuration.'),
  lineItemId: described(Nullable(Text), 'The line that this part is for; null for what belongs to no line.'),
  shipmentId: described(Nullable(Text), 'The shipment that this part is for, where it is for one.'),
  isRental: described(Flag, 'Whether the line is rented, not sold.'),
})
export type PaymentBreakdownEntry = Static<typeof PaymentBreakdownEntry>

/**
 * The cost of goods that a payment pays for and that a warehouse sends or sent. Units that cost
 * nothing are left out.
 */
export const PaymentTransfer = Model('PaymentTransfer', {
  lineItemId: described(Nullable(Text), 'The line that the goods are of.'),
  shipmentId: described(Nullable(Text), 'The shipment that the goods are in.'),
  warehouseCode: described(Text, 'The warehouse that sends or sent them.'),
  cost: described(Amount, 'What the units cost, in the main unit of the currency.'),
})
export type PaymentTransfer = Static<typeof PaymentTransfer>

/**
 * A payment transaction with what accounting needs to book it (events.md#event-types,
 * payment-allocation.md#allocation-entries, postings.md#posting-accounts).
 */
export const PaymentRecordedData = Model('PaymentRecordedData', {
  orderId: described(Key, 'The order that is paid.'),
  orderNumber: described(Nullable(Text), 'The number that customers know, where it has one.'),
  orderType: described(Text, 'The type by the configuration.'),
  orderOrigin: described(Nullable(Text), 'Where the order came from, as the order says.'),
  storeId: described(Key, 'The store that is booked.'),
  currency: described(Key, 'The currency of all amounts, by ISO 4217.'),
  customerNumber: described(Nullable(Text), 'The customer in the ERP, where one is known.'),
  payment: described(
    Type.Object({
      id: described(Key, 'The payment within its order.'),
      transactionType: described(Word(transactionTypes), 'What kind of movement it is.'),
      status: described(Word(paymentStatuses), 'How far the payment is; decides whether it is booked.'),
      method: described(Text, 'The name of the payment method.'),
      amount: described(Amount, 'The amount in the main unit of the currency; never negative, the type says which way it goes.'),
      paidDate: described(DateTime, 'When the money moved: its paid date, else when it was created. Decides the posting day.'),
      transactionId: described(Nullable(Text), 'The reference of the payment provider.'),
      invoiceId: described(Nullable(Text), 'The invoice that it belongs to, where there is one.'),
      providerFee: Type.Optional(
        described(Nullable(Amount), 'What the provider kept as its fee; absent or null when not reported.'),
      ),
      unreadableProviderFee: Type.Optional(
        described(Nullable(Text), 'The reported fee when it is not an amount: it cannot be posted.'),
      ),
    }),
    'The transaction.',
  ),
  invoice: described(
    Type.Object({
      paymentTermsNet: described(Nullable(Integer), 'Days until the invoice is due; null when no terms were agreed.'),
      kidNumber: described(Nullable(Text), 'The payment reference of the invoice.'),
      creditNoteNumber: described(Nullable(Text), 'The number of the credit note of a refund.'),
    }),
    'What the invoice needs.',
  ),
  breakdown: described(Type.Array(PaymentBreakdownEntry), 'What the payment pays for: parts that sum to its amount exactly.'),
  transfers: Type.Optional(
    described(
      Type.Array(PaymentTransfer),
      'The cost of the goods. Only of payments that sell; absent in events from before it was published.',
    ),
  ),
})
export type PaymentRecordedData = Static<typeof PaymentRecordedData>

export const ShipmentChangedData = Model('ShipmentChangedData', {
  orderId: described(Text, 'The order of the shipment.'),
  shipmentId: described(Text, 'The shipment within its order.'),
  status: described(Nullable(Text), 'The status of the shipment itself.'),
  orderStatus: described(Nullable(Text), 'The status of the order type that the shipment is in.'),
  lines: described(
    Type.Array(
      Type.Object({
        lineItemId: described(Text, 'The line of the order.'),
        quantity: described(Quantity, 'Units that the shipment holds.'),
        deliveredQuantity: described(Quantity, 'Units of them that were delivered.'),
        canceledQuantity: described(Quantity, 'Units of them that were cancelled.'),
      }),
    ),
    'What the shipment holds of each line.',
  ),
  trackingNumber: described(Nullable(Text), 'The number of the carrier, once there is one.'),
  trackingLink: described(Nullable(Text), 'Where the customer can follow the parcel.'),
})
export type ShipmentChangedData = Static<typeof ShipmentChangedData>

export const WorkflowCompletedData = Model('WorkflowCompletedData', {
  orderId: described(Text, 'The order that the run was for.'),
  runId: described(Text, 'The run.'),
  status: described(Text, 'The status whose steps ran.'),
  isAborted: described(Flag, 'Whether a step stopped the run before its end.'),
  results: described(
    Type.Array(
      Type.Object({
        stepId: described(Text, 'The step by the configuration.'),
        actionType: described(Text, 'What kind of step it is.'),
        actionStatus: described(Text, 'How the step ended.'),
        errorReason: described(Nullable(Text), 'Why the step failed; null when it did not.'),
      }),
    ),
    'What became of each step, in their order.',
  ),
})
export type WorkflowCompletedData = Static<typeof WorkflowCompletedData>

/**
 * A return form in events: the returned goods and the amount to refund for them
 * (events.md#event-types).
 */
export const ReturnEventData = Model('ReturnEventData', {
  orderId: described(Text, 'The order that goods were returned of.'),
  returnId: described(Text, 'The return form within its order.'),
  status: described(Nullable(Text), 'The status of the return form.'),
  lines: described(
    Type.Array(Type.Object({ lineItemId: described(Text, 'The line of the order.'), quantity: Quantity, creditAmount: Amount })),
    'What was returned of each line.',
  ),
  creditAmount: described(Amount, 'What is refunded, in the main unit of the currency.'),
})
export type ReturnEventData = Static<typeof ReturnEventData>

/**
 * A hold of an order in events, without what people wrote about it (events.md#event-types).
 */
export const HoldEventData = Model('HoldEventData', {
  orderId: described(Text, 'The order that is or was held.'),
  orderNumber: described(Nullable(Text), 'The number that customers know, where it has one.'),
  orderType: described(Text, 'The type by the configuration.'),
  storeId: described(Text, 'The store that sells.'),
  holdId: described(Text, 'The hold within its order.'),
  reasonCode: described(Text, 'Why it is held, by the configuration.'),
  rule: described(Nullable(Text), 'The rule of the configuration that placed it; null when somebody did.'),
  until: described(Nullable(DateTime), 'When it ends; null when it has no end.'),
  releaseRule: described(Nullable(Word(holdReleaseRules)), 'What releases it automatically.'),
  releaseCause: described(Nullable(Word(holdReleaseCauses)), 'What released it; null while it holds.'),
  isHeld: described(Flag, 'Whether the order is held after the write, by this hold or another.'),
})
export type HoldEventData = Static<typeof HoldEventData>

/** What there is of a SKU in a warehouse after a change (events.md#event-types). */
export const InventoryChangedData = Model('InventoryChangedData', {
  skuId: described(Text, 'The SKU that is counted.'),
  warehouseCode: described(Text, 'The warehouse that it is in.'),
  quantity: described(Quantity, 'Units that are there, reserved ones included.'),
  reservedQuantity: described(Quantity, 'Units of them that orders have reserved.'),
  cause: described(Text, '`Set`, `Adjust`, or the workflow step that moved the stock.'),
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
