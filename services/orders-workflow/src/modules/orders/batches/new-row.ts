import type { Order } from '@oms/contracts/orders/order'
import { requireNamedStores } from '../../../order/document/named-stores.ts'
import { totalsContextOf } from '../../../order/document/order-context.ts'
import { assertInvariants } from '../../../order/invariants.ts'
import type { OrderOutcome } from '../../../order/order-version.ts'
import type { PackageCatalogue } from '../../../order/packages/package-catalogue.ts'
import { calculateTotals } from '../../../order/totals/order-totals.ts'
import type { WriteRequest } from '../../../order/write-context.ts'
import { withPackageLines } from '../../packages/break-down-packages.ts'
import { enterNewOrder, writtenWith } from '../../workflow/enter-order.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { newOrder } from '../domain/new-order.ts'
import type { BatchInput } from './read-batch.ts'
import type { BatchRow } from './write-batch.ts'

export type RowMaking = {
  write: WriteRequest
  runWorkflow: boolean
  /** What is known of the packages in the rows; null: they are left alone. */
  products: PackageCatalogue | null
}

/**
 * The row of an order that is to be created (orders.md#order-creation, orders.md#order-batches); it
 * enters its first status where workflows are asked for. Raises `ValidationFailed`,
 * `QuantityNotAvailable`, `Forbidden`, and what the breakdown of packages raises
 * (packages.md#package-breakdown).
 */
export function newRow(
  deps: RunnerDeps,
  { input }: BatchInput,
  { write, runWorkflow, products }: RowMaking,
): BatchRow & { create(): OrderOutcome } {
  const now = deps.now().toISOString()
  const made = newOrder(input, { config: deps.config(), now, newId: deps.newId })
  requireNamedStores(write.requireScope, made, null)
  const order = withPackageLines(deps, made, { products, stored: null })
  const entered = runWorkflow ? enterNewOrder(deps, order, { startedBy: write.by, now }) : { order, begun: null }
  const final = withCheckedTotals(deps, entered.order, null)
  const outcome = { ...writtenWith(deps, entered), order: final, hasFinalAmounts: true }
  return { orderId: order.id as string, create: () => outcome }
}

/**
 * The order as a write will keep it, so that what only shows in totals and quantities is known
 * before the first row is written. `stored` is the order that it replaces. Raises
 * `ValidationFailed`, `QuantityNotAvailable`.
 */
export function withCheckedTotals({ config }: Pick<RunnerDeps, 'config'>, order: Order, stored: Order | null): Order {
  const calculated = calculateTotals(order, totalsContextOf(order, config(), stored))
  assertInvariants(calculated)
  return calculated
}
