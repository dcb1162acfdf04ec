import type { Order, OrderDraft } from '@open-oms/contracts/orders/order'
import { type OrderConfig, orderTotalsContext } from './context/order-context.ts'
import { assertInvariants } from './invariants.ts'
import { calculateTotals } from './totals/order-totals.ts'

/** What `calculatedOrder` has returned, with the configuration that it was calculated with. */
const calculatedWith = new WeakMap<Order, OrderConfig>()

/**
 * An order with its calculated amounts (money.md#calculated-amounts), which add up
 * (money.md#money-invariants). `before` is the stored order; null for a new one. What this function
 * has returned is returned as it is: a batch is checked before it is written. Raises
 * `ValidationFailed`, `QuantityNotAvailable`.
 */
export function calculatedOrder(order: Order, config: OrderConfig, before: Order | null): Order {
  if (calculatedWith.get(order) === config) return order
  const calculated = calculateTotals(order, orderTotalsContext(order, config, before))
  assertInvariants(calculated)
  calculatedWith.set(calculated, config)
  return calculated
}

/** An order whose amounts are final. Raises `ValidationFailed` where they do not add up. */
export function finalOrder<Draft extends OrderDraft>(order: Draft): Draft {
  assertInvariants(order)
  return order
}
