import { type Static, Type } from '@sinclair/typebox'
import { DateTime, List, Model, Nullable, Text, Word } from '../primitives.ts'
import { Order } from './order.ts'

/** An order as it was at one version (orders.md#order-versions). */
export const OrderVersion = Model('OrderVersion', {
  /** The order. */
  id: Text,
  type: Word(['Order']),
  versionId: Text,
  createdBy: Nullable(Text),
  created: DateTime,
  value: Order,
})
export type OrderVersion = Static<typeof OrderVersion>

/** What made a version, without its content (orders.md#order-versions). */
export const OrderVersionEntry = Model('OrderVersionEntry', {
  versionId: Text,
  created: DateTime,
  createdBy: Nullable(Text),
  operation: Text,
  /** The top-level fields that differ from the version before. */
  changedFields: List(Text),
})
export type OrderVersionEntry = Static<typeof OrderVersionEntry>

/** One operation of a JSON Patch (RFC 6902). */
export const JsonPatchOperation = Model('JsonPatchOperation', {
  op: Word(['add', 'remove', 'replace']),
  path: Text,
  /** What to add, or to put in place; absent when something is removed. */
  value: Type.Optional(Type.Unknown()),
})
export type JsonPatchOperation = Static<typeof JsonPatchOperation>
