import { Kind, type Static, type TSchema, Type, TypeRegistry } from '@sinclair/typebox'
import { InputModel, Integer, List, Model, Nullable, Text, Word } from '../primitives.ts'
import { Order } from './order.ts'

/** Most orders of one batch (orders.md#order-batches). */
export const BATCH_MAX = 1000

/**
 * An order as a row of a batch carries it, and as a client sends it to create or to replace one.
 */
export const NewOrder = InputModel(Order, ['storeId', 'status', 'orderType'], 'NewOrder')

// Each row is read separately: a malformed row must not hide the problems of others, nor keep them
// from being written.
TypeRegistry.Set('Row', () => true)

/**
 * The body of a batch: whatever its rows are is let through, for the command to read them one by
 * one.
 */
function Rows(row: TSchema) {
  const unread = Type.Unsafe<unknown>({ ...row, [Kind]: 'Row' })
  return Type.Array(unread, { minItems: 1, maxItems: BATCH_MAX })
}

export const OrderBatch = Rows(NewOrder)

export const batchStatuses = ['created', 'updated', 'skipped', 'failed'] as const
export type BatchStatus = (typeof batchStatuses)[number]

export const OrderBatchResult = Model('OrderBatchResult', {
  /** The row's index in the batch, from 0. */
  index: Integer,
  id: Nullable(Text),
  status: Word(batchStatuses),
  message: Nullable(Text),
})
export type OrderBatchResult = Static<typeof OrderBatchResult>

/** What became of each row of a batch (orders.md#order-batches). */
export const OrderBatchResults = Model('OrderBatchResults', { results: List(OrderBatchResult, BATCH_MAX) })
export type OrderBatchResults = Static<typeof OrderBatchResults>
