import { type Static, Type } from '@sinclair/typebox'
import { DateTime, described, List, Model, Nullable, Text, Word } from '../primitives.ts'
import { Order } from './order.ts'

/** The operations that write versions of orders. Versions of earlier releases may name others. */
export const orderOperations = [
  'Create',
  'AddMany',
  'ImportMany',
  'Update',
  'UpdateMany',
  'PatchOrder',
  'DeleteOrder',
  'RestoreOrder',
  'PurgeOrder',
  'AddOrderLine',
  'AddManyOrderLines',
  'CancelOrder',
  'CancelOrderLine',
  'CancelOrderLines',
  'AddOrderLineProperties',
  'PatchUpdateOrderLines',
  'PatchLineItemIds',
  'OrderLinesUpdate',
  'PutShipments',
  'PatchShipments',
  'DeleteShipments',
  'AddOrderLinesToShipment',
  'AddPayments',
  'PutPayments',
  'RefundPayment',
  'CapturePayment',
  'VoidPayment',
  'PressButton',
  'SendPaymentLink',
  'WithdrawPaymentLink',
  'AddComment',
  'ChangeComment',
  'ResendMessage',
  'SendInvoice',
  'HoldOrder',
  'ReleaseHold',
  'UpdateStatus',
  'MigrateStatus',
  'Workflow',
  'RetryWorkflowStep',
  'ResumeWorkflowRun',
  'DismissWorkflowRun',
  'Return',
  'PatchReturn',
  'CreateReplacementOrder',
] as const
export type OrderOperation = (typeof orderOperations)[number]

const provenBy = described(
  Nullable(Text),
  'The client of the token, where the request said who wrote it. Null: `createdBy` is proven, or an earlier version of the system has written it.',
)

/** An order as it was at one version (orders.md#order-versions). */
export const OrderVersion = Model(
  'OrderVersion',
  {
    id: described(Text, 'The id of the order.'),
    type: described(Word(['Order']), 'What the version is of: always `Order`.'),
    versionId: described(Text, 'The version.'),
    createdBy: described(Nullable(Text), 'Who wrote it: the `userId` of the request, else the client of the token.'),
    provenBy,
    created: described(DateTime, 'When it was written.'),
    value: described(Order, 'The whole order as it was then.'),
  },
  'An order as it was after one write.',
)
export type OrderVersion = Static<typeof OrderVersion>

/** What made a version, without its content (orders.md#order-versions). */
export const OrderVersionEntry = Model(
  'OrderVersionEntry',
  {
    versionId: described(Text, 'The version.'),
    created: described(DateTime, 'When it was written.'),
    createdBy: described(Nullable(Text), 'Who wrote it: the `userId` of the request, else the client of the token.'),
    provenBy,
    operation: described(Text, 'What wrote it, such as `Create`, `UpdateStatus` or `PatchOrder`.'),
    changedFields: described(List(Text), 'The top-level fields that differ from the version before.'),
  },
  'A version of an order without its content.',
)
export type OrderVersionEntry = Static<typeof OrderVersionEntry>

/** One operation of a JSON Patch (RFC 6902). */
export const JsonPatchOperation = Model(
  'JsonPatchOperation',
  {
    op: described(Word(['add', 'remove', 'replace']), 'Whether something is added, removed or replaced.'),
    path: described(Text, 'Where, as a JSON Pointer such as `/orderForm/lineItems/0/quantity`.'),
    value: described(Type.Optional(Type.Unknown()), 'The value afterwards; absent where it was removed.'),
  },
  'One operation of a JSON Patch (RFC 6902).',
)
export type JsonPatchOperation = Static<typeof JsonPatchOperation>
