import { type Static, Type } from '@sinclair/typebox'
import { DateTime, Model, Text, Word } from '../../primitives.ts'

/** What happened to an order: one kind for each version, and `purged` at the end of them. */
export const changeKinds = ['created', 'updated', 'statusChanged', 'deleted', 'restored', 'purged'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** One change of one order (search.md#change-feed). */
export const OrderChange = Model('OrderChange', {
  orderId: Text,
  versionId: Text,
  kind: Word(changeKinds),
  occurred: DateTime,
})
export type OrderChange = Static<typeof OrderChange>

export const OrderChanges = Model('OrderChanges', {
  result: Type.Array(OrderChange),
  next: Type.String({ description: 'The cursor to go on with; on an empty page the one that was sent.' }),
})
export type OrderChanges = Static<typeof OrderChanges>
