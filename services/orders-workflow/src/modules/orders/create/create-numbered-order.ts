import { DomainError } from '@open-oms/contracts/errors'
import type { Order, OrderDraft } from '@open-oms/contracts/orders/order'
import { requireOrderType } from '../../../order/rules/status/order-type.ts'
import { nextOrderNumber, requireSequence } from '../../../order/store/number-sequences.ts'
import type { ReadProducts } from '../../../product-copy/product-copy.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { withFirstStatus } from '../domain/new-order.ts'
import { placedOrder } from '../domain/order-from-input.ts'
import {
  assertOrderAllowed,
  type CreatedOrder,
  type CreateOrder,
  draftToCreate,
  type NewOrderWrite,
  orderToCreate,
  writeNewOrder,
} from './create-order.ts'

export type CreateNumberedOrder = CreateOrder & {
  /** True: the write is a part of a transaction, which a failed statement would end. */
  isInTransaction?: boolean
}

/**
 * Creates an order that may leave its number, its id and its status to the service
 * (orders.md#order-creation, orders.md#numbered-creation): the next of the type's number sequence,
 * that number, and the first status of the type. Raises what `createOrder` raises.
 */
export async function createNumberedOrder(deps: RunnerDeps, command: CreateOrder): Promise<CreatedOrder> {
  return writeNumberedOrder(deps, command, (order, writing) => writeNewOrder(deps, order, writing))
}

type WriteOrder<Written> = (order: Order, command: NewOrderWrite) => Promise<Written>

/**
 * As `createNumberedOrder`, for a caller that writes the order in its own transaction. Returns what
 * `write` returns; it runs again with another number when it raises `OrderIdExists` for the drawn
 * one. Raises `ResourceLocked` when that happens within a transaction.
 */
export async function writeNumberedOrder<Written>(
  deps: RunnerDeps,
  command: CreateNumberedOrder,
  write: WriteOrder<Written>,
): Promise<Written> {
  const { orderNumber, ...unnumbered } = command.input
  const { orderTypes } = deps.config()
  if (!orderNumber) return writeWithNumber(deps, { ...command, input: withFirstStatus(unnumbered, orderTypes) }, write)
  const input = withFirstStatus(command.input, orderTypes)
  const now = deps.now().toISOString()
  const readProducts: ReadProducts = new Map()
  const order = await orderToCreate(deps, input, { now, readProducts })
  command.write.requireScope(order.storeId)
  await assertAllowed(deps, command, order)
  return write(order, { ...command, input, now, readProducts })
}

async function writeWithNumber<Written>(
  deps: RunnerDeps,
  command: CreateNumberedOrder,
  write: WriteOrder<Written>,
): Promise<Written> {
  const now = deps.now().toISOString()
  const config = deps.config()
  const readProducts: ReadProducts = new Map()
  const draft = await draftToCreate(deps, command.input, { now, readProducts })
  // Validate before drawing a number.
  command.write.requireScope(draft.storeId)
  const type = requireOrderType(draft, config.orderTypes)
  const sequence = requireSequence(config, type.orderNumberType, draft.storeId)
  await assertAllowed(deps, command, draft)
  for (;;) {
    const number = await nextOrderNumber(deps, sequence)
    const numbered = placedOrder({ ...draft, orderNumber: number, id: draft.id ?? number })
    try {
      return await write(numbered, { ...command, now, readProducts })
    } catch (error) {
      if (draft.id !== null || !isTaken(error)) throw error
      if (command.isInTransaction) throw takenMeanwhile(number)
    }
  }
}

/** Nobody is asked within a transaction: that of a dry run. */
async function assertAllowed(deps: RunnerDeps, { isInTransaction }: CreateNumberedOrder, order: OrderDraft): Promise<void> {
  if (isInTransaction !== true) await assertOrderAllowed(deps, order)
}

/** Another order took the number as its id after it had been found free. */
function isTaken(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'OrderIdExists'
}

function takenMeanwhile(number: string): DomainError {
  return new DomainError('ResourceLocked', `The number ${number} was taken at this moment.`, { retryAfterSeconds: 1 })
}
