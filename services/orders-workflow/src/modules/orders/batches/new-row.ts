import type { Order } from '@oms/contracts/orders/order'
import { requireNamedStores } from '../../../order/document/named-stores.ts'
import { totalsContextOf } from '../../../order/document/order-context.ts'
import { assertHeldGoodsStay } from '../../../order/follow-holds.ts'
import { assertLeavingGoodsPaid } from '../../../order/fulfilment/unpaid-goods.ts'
import { assertInvariants } from '../../../order/invariants.ts'
import type { OrderOutcome } from '../../../order/order-version.ts'
import type { PackageCatalogue } from '../../../order/packages/package-catalogue.ts'
import { calculateTotals } from '../../../order/totals/order-totals.ts'
import type { WriteRequest } from '../../../order/write-context.ts'
import { asksForCustomer, type CustomerFacts, nothingKnown, withRuleHolds } from '../../holds/domain/hold-rules.ts'
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
 * gets the holds of the rules that match it (holds.md#hold-rules), and enters its first status
 * where workflows are asked for. Raises `ValidationFailed`, `QuantityNotAvailable`, `Forbidden`,
 * and what the breakdown of packages raises (packages.md#package-breakdown).
 */
export function newRow(
  deps: RunnerDeps,
  { input }: BatchInput,
  { write, runWorkflow, products }: RowMaking,
): BatchRow & { create(facts?: CustomerFacts): OrderOutcome } {
  const now = deps.now().toISOString()
  const config = deps.config()
  const made = newOrder(input, { config, now, newId: deps.newId })
  requireNamedStores(write.requireScope, made, null)
  const whole = withPackageLines(deps, made, { products, stored: null })
  const outcomeWith = (facts: CustomerFacts): OrderOutcome => {
    const order = withRuleHolds(whole, facts, { config, now, newId: deps.newId })
    const entered = runWorkflow ? enterNewOrder(deps, order, { startedBy: write.by, now }) : { order, begun: null }
    const final = withCheckedTotals(deps, entered.order, null)
    return { ...writtenWith(deps, entered), order: final, hasFinalAmounts: true }
  }
  // What is wrong with the order in itself shows before the batch is written.
  const outcome = outcomeWith(nothingKnown)
  return {
    orderId: whole.id as string,
    customerId: asksForCustomer(whole, config) ? whole.customerId : null,
    create: (facts) => (facts === undefined ? outcome : outcomeWith(facts)),
  }
}

/**
 * The order as a write will keep it, so that what only shows in totals, quantities and holds is
 * known before the first row is written. `stored` is the order that it replaces. Raises
 * `ValidationFailed`, `QuantityNotAvailable`, `OrderIsHeld`, `OrderIsUnpaid`.
 */
export function withCheckedTotals({ config }: Pick<RunnerDeps, 'config'>, order: Order, stored: Order | null): Order {
  const calculated = calculateTotals(order, totalsContextOf(order, config(), stored))
  assertInvariants(calculated)
  if (stored === null) return calculated
  assertHeldGoodsStay(stored, calculated, config().orderTypes)
  assertLeavingGoodsPaid(stored, calculated, config())
  return calculated
}
