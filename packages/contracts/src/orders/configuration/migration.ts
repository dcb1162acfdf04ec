import { type Static, Type } from '@sinclair/typebox'
import { Model, Nullable, Text } from '../../primitives.ts'

/** Most orders that one request moves. */
export const MIGRATED_MAX = 100
/** Most moves of one mapping. */
export const MOVES_MAX = 250

const Named = Type.String({ minLength: 1, maxLength: 100 })

/** Where orders go that have a status or a type that was removed (workflow.md#order-migration). */
export const StatusMove = Model('StatusMove', {
  orderType: Type.String({ ...Named, description: 'The type that the orders have; `ReturnOrder` moves return forms.' }),
  status: Type.Optional(
    Nullable(Type.String({ ...Named, description: 'The removed status; absent: every status of a removed type.' })),
  ),
  toOrderType: Type.Optional(Nullable(Type.String({ ...Named, description: 'For a removed type: the type that replaces it.' }))),
  toStatus: Type.Optional(
    Nullable(
      Type.String({ ...Named, description: 'The status that replaces it; absent, without `status`: the one of the same name.' }),
    ),
  ),
})
export type StatusMove = Static<typeof StatusMove>

export const MigrateOrdersRequest = Model('MigrateOrdersRequest', {
  moves: Type.Array(StatusMove, { minItems: 1, maxItems: MOVES_MAX, description: 'The mapping.' }),
  reason: Type.String({ minLength: 1, maxLength: 500, description: 'Why; it becomes an internal note of each order.' }),
  take: Type.Optional(Type.Integer({ minimum: 1, maximum: MIGRATED_MAX, default: MIGRATED_MAX })),
  after: Type.Optional(Type.String({ maxLength: 200, description: '`next` of the previous response.' })),
})
export type MigrateOrdersRequest = Static<typeof MigrateOrdersRequest>

const Count = Type.Integer({ minimum: 0 })

export const MovedCount = Model('MovedCount', {
  orderType: Text,
  status: Nullable(Text),
  toOrderType: Text,
  toStatus: Nullable(Text),
  orders: Count,
})
export type MovedCount = Static<typeof MovedCount>

/** What one batch has moved, or would move. */
export const MigrateOrdersResult = Model('MigrateOrdersResult', {
  /** Orders that were looked at. */
  lookedAt: Count,
  /** Orders with a new version; a shipment or a return form may be all that changed. */
  orders: Count,
  shipments: Count,
  returnForms: Count,
  /** Workflow runs that wait, are held or have failed, and go on under the new name. */
  runs: Count,
  /** By the status that the order itself had. */
  moved: Type.Array(MovedCount),
  /** Orders whose run was under way: to be tried again. */
  busy: Type.Array(Text),
  refused: Type.Array(Type.Object({ orderId: Text, reason: Text })),
  /** `after` of the next batch; null at the end. */
  next: Nullable(Text),
})
export type MigrateOrdersResult = Static<typeof MigrateOrdersResult>
