import { Kind, type Static, type TSchema, Type, TypeRegistry } from '@sinclair/typebox'
import { described, InputModel, Integer, List, Model, Nullable, Text, Word } from '../primitives.ts'
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

export const OrderBatchResult = Model(
  'OrderBatchResult',
  {
    index: described(Integer, "The row's position in the batch, from 0."),
    id: described(Nullable(Text), 'The id of the order; null where the row has none that can be read.'),
    status: described(Word(batchStatuses), '`created`, `updated`, `skipped` (the id is taken) or `failed`.'),
    message: described(
      Nullable(Text),
      'For people: why the row was skipped, failed or changes nothing, or that unpaid goods leave with it; null otherwise.',
    ),
  },
  'What became of one row of a batch.',
)
export type OrderBatchResult = Static<typeof OrderBatchResult>

/** What became of each row of a batch (orders.md#order-batches). */
export const OrderBatchResults = Model(
  'OrderBatchResults',
  {
    results: described(List(OrderBatchResult, BATCH_MAX), 'One result for each row, in the order of the batch.'),
  },
  'What became of each row of a batch.',
)
export type OrderBatchResults = Static<typeof OrderBatchResults>
