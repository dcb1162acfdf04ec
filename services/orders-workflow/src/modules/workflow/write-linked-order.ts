import type { Order } from '@open-oms/contracts/orders/order'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { SavedOrder } from '../../order/rules/order-version.ts'
import type { WriteRequest } from '../../order/write/write-context.ts'
import { writeOrderIn } from '../../order/write/write-orders.ts'
import { enterNewOrder, writtenWith } from './enter-order.ts'
import type { RunnerDeps } from './runner/runner-deps.ts'

/**
 * Writes a new order in the transaction of another one's change, which it is made for, and lets it
 * enter its first status; the steps run in the background after the commit. Raises `OrderIdExists`,
 * `QuantityNotAvailable`, `Forbidden`.
 */
export async function writeLinkedOrder(
  tx: Transaction,
  deps: RunnerDeps,
  { order, write, now }: { order: Order; write: WriteRequest; now: string },
): Promise<SavedOrder> {
  const entered = enterNewOrder(deps, order, { startedBy: write.by, now })
  const context = { deps, write: { ...write, operation: 'Create' } }
  const create = () => writtenWith(deps, entered)
  return (await writeOrderIn(tx, context, { orderId: order.id, kind: 'create', isDerived: true, create })).saved
}
