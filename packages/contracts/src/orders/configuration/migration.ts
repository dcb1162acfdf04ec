import { type Static, Type } from '@sinclair/typebox'
import { described, Model, Nullable, Text } from '../../primitives.ts'

/** Most orders that one request moves. */
export const MIGRATED_MAX = 100
/** Most moves of one mapping. */
export const MOVES_MAX = 250

const Named = Type.String({ minLength: 1, maxLength: 100 })

/** Where orders go that have a status or a type that was removed (workflow.md#order-migration). */
export const StatusMove = Model(
  'StatusMove',
  {
    orderType: Type.String({ ...Named, description: 'The type that the orders have; `ReturnOrder` moves return forms.' }),
    status: Type.Optional(
      Nullable(Type.String({ ...Named, description: 'The removed status; absent: every status of a removed type.' })),
    ),
    toOrderType: Type.Optional(
      Nullable(Type.String({ ...Named, description: 'For a removed type: the type that replaces it.' })),
    ),
    toStatus: Type.Optional(
      Nullable(
        Type.String({
          ...Named,
          description: 'The status that replaces it; absent, without `status`: the one of the same name.',
        }),
      ),
    ),
  },
  'Where orders go that have a status or a type that was removed.',
)
export type StatusMove = Static<typeof StatusMove>

export const MigrateOrdersRequest = Model(
  'MigrateOrdersRequest',
  {
    moves: described(Type.Array(StatusMove, { minItems: 1, maxItems: MOVES_MAX }), 'The mapping; no two moves for one status.'),
    reason: Type.String({ minLength: 1, maxLength: 500, description: 'Why; it becomes an internal note of each order.' }),
    take: described(
      Type.Optional(Type.Integer({ minimum: 1, maximum: MIGRATED_MAX, default: MIGRATED_MAX })),
      'How many orders the request moves at most.',
    ),
    after: Type.Optional(Type.String({ maxLength: 200, description: '`next` of the previous response.' })),
  },
  'A mapping of removed statuses and types, and how much of it is done in one call.',
)
export type MigrateOrdersRequest = Static<typeof MigrateOrdersRequest>

const Count = Type.Integer({ minimum: 0 })

export const MovedCount = Model(
  'MovedCount',
  {
    orderType: described(Text, 'The type that the orders had.'),
    status: described(Nullable(Text), 'The status that they had.'),
    toOrderType: described(Text, 'Their type now.'),
    toStatus: described(Nullable(Text), 'Their status now.'),
    orders: described(Count, 'How many orders.'),
  },
  'How many orders went from one status to another.',
)
export type MovedCount = Static<typeof MovedCount>

export const MigrateOrdersResult = Model(
  'MigrateOrdersResult',
  {
    lookedAt: described(Count, 'Orders that were looked at.'),
    orders: described(Count, 'Orders with a new version; a shipment or a return form may be all that changed.'),
    shipments: described(Count, 'Shipments with a new status.'),
    returnForms: described(Count, 'Return forms with a new status.'),
    runs: described(Count, 'Unfinished workflow runs that continue under the new name.'),
    moved: described(Type.Array(MovedCount), 'How many orders were moved, by the status that the order itself had.'),
    busy: described(
      Type.Array(Text),
      'Ids of orders that another write or a run under way kept from being moved: to be tried again.',
    ),
    refused: described(
      Type.Array(
        Type.Object({ orderId: described(Text, 'The order.'), reason: described(Text, 'Why it is not moved, for people.') }),
      ),
      'Orders that cannot be moved, such as one whose shipment has no status in the new type.',
    ),
    next: described(Nullable(Text), '`after` of the next request; null at the end.'),
  },
  'What one request has moved, or with `dryRun` would move.',
)
export type MigrateOrdersResult = Static<typeof MigrateOrdersResult>
