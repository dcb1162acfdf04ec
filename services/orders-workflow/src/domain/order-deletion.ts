import type { OrderType } from '@oms/contracts/config/order-types'
import { DomainError, invariant } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import { assertNotReadOnly, DELETED } from './order-guards.ts'
import { typeOf } from './transitions.ts'

/** The order as deleted (4-decisions L.1); unchanged when it is already. `now` is ISO 8601 UTC. Raises `OrderIsReadOnly`. */
export function deletedOrder(order: Order, now: string): Order {
  if (order.status === DELETED) return order
  assertNotReadOnly(order)
  return { ...order, status: DELETED, updateStatusDate: now }
}

export type Restoring = {
  /** The status that the order had; null when it was created as deleted: then it begins with the first status of its type. */
  statusBefore: string | null
  types: readonly OrderType[]
  now: string
}

/**
 * The order with the status that it had before it was deleted (4-decisions L.1). Raises `OrderIsNotDeleted`, `OrderIsReadOnly`, and
 * `ValidationFailed` when it needs a status of a type that is configured no longer.
 */
export function restoredOrder(order: Order, { statusBefore, types, now }: Restoring): Order {
  if (order.status !== DELETED) throw new DomainError('OrderIsNotDeleted', `Order "${order.id}" is not deleted.`)
  assertNotReadOnly(order)
  return { ...order, status: statusBefore ?? firstStatus(typeOf(order, types)), updateStatusDate: now }
}

function firstStatus({ orderStatuses }: OrderType): string {
  const [first] = orderStatuses.filter(({ name }) => name !== DELETED).sort((a, b) => a.order - b.order)
  invariant(first !== undefined, 'an order type has more statuses than Deleted')
  return first.name
}
