import { type Static, Type } from '@sinclair/typebox'
import { DateTime, described, Model, Text, Word } from '../../primitives.ts'

/** What happened to an order: one kind for each version, and `purged` at the end of them. */
export const changeKinds = ['created', 'updated', 'statusChanged', 'deleted', 'restored', 'purged'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** One change of one order (search.md#change-feed). */
export const OrderChange = Model(
  'OrderChange',
  {
    orderId: described(Text, 'The order that changed.'),
    versionId: described(Text, 'The version of the order that the change made.'),
    kind: described(Word(changeKinds), 'What happened; `purged` means that the order was removed permanently.'),
    occurred: described(DateTime, 'When it happened.'),
  },
  'One change of one order.',
)
export type OrderChange = Static<typeof OrderChange>

export const OrderChanges = Model(
  'OrderChanges',
  {
    result: described(
      Type.Array(OrderChange),
      'The changes after the cursor, the oldest first. Empty: nothing has changed since.',
    ),
    next: Type.String({ description: 'The cursor to continue with; on an empty page the one that was sent.' }),
  },
  'A page of the change feed.',
)
export type OrderChanges = Static<typeof OrderChanges>

/** Server-sent events, as the HTML standard defines them (search.md#stream-of-changes). */
export const OrderChangeEvents = Type.String({
  contentMediaType: 'text/event-stream',
  description: 'Events `position` (`data`: `{"next"}`) and `change` (`data`: an `OrderChange`), each with a cursor as its `id`.',
})
