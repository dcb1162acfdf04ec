import { type Static, Type } from '@sinclair/typebox'
import { defineEvent } from '../event.ts'
import { Amount, DateTime, described, Flag, Model, Nullable, Quantity, Text, Word } from '../primitives.ts'
import { holdReleaseCauses, holdReleaseRules } from './hold.ts'
import { fulfilmentStatuses, orderPaymentStatuses } from './order-states.ts'
import { PaymentRecordedData } from './payment-event-data.ts'
import { ZReport } from './z-reports/z-report.ts'

/**
 * The data of an order event: enough to decide whether to read the order, and no personal data
 * (events.md#event-types).
 */
export const OrderEventData = Model(
  'OrderEventData',
  {
    orderId: described(Text, 'The order that changed.'),
    orderNumber: described(Nullable(Text), 'The number that customers know, where it has one.'),
    orderType: described(Text, 'The type by the configuration.'),
    storeId: described(Text, 'The store that sells.'),
    marketId: described(Nullable(Text), 'The market, which decides currency and taxes.'),
    status: described(Text, 'The status after the write.'),
    previousStatus: described(Nullable(Text), 'The status before the write; null for a new order.'),
    versionId: described(Text, 'The version that the write made.'),
    operation: described(Text, 'What wrote: the name of the operation, such as `UpdateStatus`; `Workflow` for steps of a run.'),
    changedFields: described(Type.Array(Text), 'Names of the fields of the order that the write changed.'),
    total: described(Amount, 'The total of the order after the write, with tax, in the main unit of its currency.'),
    currency: described(Text, 'The currency by ISO 4217.'),
    paymentStatus: described(Type.Optional(Word(orderPaymentStatuses)), 'How much of the order is paid after the write.'),
    fulfilmentStatus: described(
      Type.Optional(Word(fulfilmentStatuses)),
      'How much of the goods has left and has not come back after the write.',
    ),
  },
  'An order that changed, without personal data: enough to decide whether to read it.',
)
export type OrderEventData = Static<typeof OrderEventData>

export const ShipmentChangedData = Model(
  'ShipmentChangedData',
  {
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
  },
  'A shipment after a change, with the quantities of its lines.',
)
export type ShipmentChangedData = Static<typeof ShipmentChangedData>

export const WorkflowCompletedData = Model(
  'WorkflowCompletedData',
  {
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
  },
  'A run of the workflow that ended, with what became of its steps.',
)
export type WorkflowCompletedData = Static<typeof WorkflowCompletedData>

/**
 * A return form in events: the returned goods and the amount to refund for them
 * (events.md#event-types).
 */
export const ReturnEventData = Model(
  'ReturnEventData',
  {
    orderId: described(Text, 'The order that goods were returned of.'),
    returnId: described(Text, 'The return form within its order.'),
    status: described(Nullable(Text), 'The status of the return form.'),
    lines: described(
      Type.Array(
        Type.Object({
          lineItemId: described(Text, 'The line of the order.'),
          quantity: described(Quantity, 'Units that came back.'),
          creditAmount: described(Amount, 'What is credited for them, with tax.'),
        }),
      ),
      'What was returned of each line.',
    ),
    creditAmount: described(Amount, 'What is refunded, in the main unit of the currency.'),
  },
  'A return form: the returned goods and the amount to refund for them.',
)
export type ReturnEventData = Static<typeof ReturnEventData>

/**
 * A hold of an order in events, without what people wrote about it (events.md#event-types).
 */
export const HoldEventData = Model(
  'HoldEventData',
  {
    orderId: described(Text, 'The order that is or was held.'),
    orderNumber: described(Nullable(Text), 'The number that customers know, where it has one.'),
    orderType: described(Text, 'The type by the configuration.'),
    storeId: described(Text, 'The store that sells.'),
    holdId: described(Text, 'The hold within its order.'),
    reasonCode: described(Text, 'Why it is held, by the configuration.'),
    rule: described(Nullable(Text), 'The rule of the configuration that placed it; null when someone did.'),
    until: described(Nullable(DateTime), 'When it ends; null when it has no end.'),
    releaseRule: described(Nullable(Word(holdReleaseRules)), 'What releases it automatically.'),
    releaseCause: described(Nullable(Word(holdReleaseCauses)), 'What released it; null while it holds.'),
    isHeld: described(Flag, 'Whether the order is held after the write, by this hold or another.'),
  },
  'A hold of an order, without what people wrote about it.',
)
export type HoldEventData = Static<typeof HoldEventData>

/** What there is of a SKU in a warehouse after a change (events.md#event-types). */
export const InventoryChangedData = Model(
  'InventoryChangedData',
  {
    skuId: described(Text, 'The SKU that is counted.'),
    warehouseCode: described(Text, 'The warehouse that it is in.'),
    quantity: described(Quantity, 'Units in stock, including reserved ones.'),
    reservedQuantity: described(Quantity, 'Units of them that orders have reserved.'),
    cause: described(Text, '`Set`, `Adjust`, `Purge` for a purged order, or the workflow step that moved the stock.'),
  },
  'What there is of a SKU in a warehouse after a change.',
)
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
export const orderPurged = order('purged', 'An order was removed permanently; its id may be used again.')
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
