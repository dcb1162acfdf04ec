import type { Order } from '@oms/contracts/orders/order'
import { joinTransaction, type Transaction } from '@oms/service-kit/database/transaction'
import { createOrder, type SavedOrder, type WriteRequest } from '../../order/change-order.ts'
import { enterNewOrder, writtenWith } from './enter-order.ts'
import type { RunnerDeps } from './runner.ts'

/**
 * Writes a new order in the transaction of another one's change, which it is made for, and lets it enter its first status; the steps run in the
 * background after the commit. Raises `OrderIdExists`, `QuantityNotAvailable`, `Forbidden`.
 */
export function writeLinkedOrder(
  tx: Transaction,
  deps: RunnerDeps,
  { order, write, now }: { order: Order; write: WriteRequest; now: string },
): Promise<SavedOrder> {
  const joined = { ...deps, inTransaction: <T>(work: (inner: Transaction) => Promise<T>) => work(joinTransaction(tx)) }
  const entered = enterNewOrder(deps, order, { startedBy: write.by, now })
  const { precondition: _, lock: __, ...author } = write
  return createOrder(joined, { ...author, operation: 'Create', order: entered.order, ...writtenWith(deps, entered) })
}
