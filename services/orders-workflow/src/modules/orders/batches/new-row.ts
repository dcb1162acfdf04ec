import type { Order } from '@open-oms/contracts/orders/order'
import { calculatedOrder } from '../../../order/rules/calculated-order.ts'
import { assertHeldGoodsStay } from '../../../order/rules/follow-holds.ts'
import { assertLeavingGoodsPaid } from '../../../order/rules/fulfilment/unpaid-goods.ts'
import { asksForCustomer, type CustomerFacts, nothingKnown } from '../../../order/rules/holds/hold-rules.ts'
import type { PackageCatalogue } from '../../../order/rules/packages/package-catalogue.ts'
import { stockLinesAt } from '../../../order/rules/stock/inventory-lines.ts'
import type { Change, Facts, Intent } from '../../../order/write/intent.ts'
import type { WriteRequest } from '../../../order/write/write-context.ts'
import type { ReadProducts } from '../../../product-copy/product-copy.ts'
import { withPackageLines } from '../../packages/break-down-packages.ts'
import { type EnteredOrder, writtenWith } from '../../workflow/enter-order.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { enterWithHolds, withFirstSteps } from '../create/create-order.ts'
import { newOrder } from '../domain/new-order.ts'
import type { BatchInput } from './read-batch.ts'

/**
 * What is to become of the order of a row: an intent that reads nothing, so that it can be tried
 * out.
 */
export type BatchRow = Pick<Intent, 'orderId' | 'kind' | 'needsRuns' | 'customerId' | 'stockLines'> & {
  /** The new order in its first status, before the first step that needs more than the order. */
  create?(facts: Pick<Facts, 'customer'>): EnteredOrder
  change?(order: Order, facts: Pick<Facts, 'now'>): Change
}

/**
 * The intent of a row; with `takesSteps` the write takes the first steps of a new order with it, as
 * that of a single order does (workflow.md#first-status).
 */
export function toRowIntent(deps: RunnerDeps, { create, stockLines = () => [], ...row }: BatchRow, takesSteps: boolean): Intent {
  if (create === undefined) return row
  if (!takesSteps) return { ...row, create: (facts) => writtenWith(deps, create(facts)) }
  return { ...row, stockLines, create: async (facts) => writtenWith(deps, await withFirstSteps(deps, create(facts), facts)) }
}

export type NewRowContext = {
  write: WriteRequest
  runWorkflow: boolean
} & LookedUp

/** What was looked up for the rows of a batch. */
export type LookedUp = {
  /** What is known of the packages in the rows; null: they are left alone. */
  products: PackageCatalogue | null
  /** What was read of the catalogue. */
  readProducts: ReadProducts
}

/**
 * The row of an order to create (orders.md#order-creation, orders.md#order-batches); it
 * gets the holds of the rules that match it (holds.md#hold-rules), and enters its first status
 * where workflows are asked for. Raises `ValidationFailed`, `QuantityNotAvailable`, `Forbidden`,
 * and what the breakdown of packages raises (packages.md#package-breakdown).
 */
export function newRow(
  deps: RunnerDeps,
  { input }: BatchInput,
  { products, ...making }: NewRowContext,
): BatchRow & Required<Pick<BatchRow, 'create'>> {
  const now = deps.now().toISOString()
  const config = deps.config()
  const made = newOrder(input, { config, now, newId: deps.newId })
  making.write.requireScope(made.storeId)
  const whole = withPackageLines(deps, made, { products, stored: null })
  const enter = (customer: CustomerFacts): EnteredOrder => {
    const entered = enterWithHolds(deps, whole, { ...making, now, customer })
    return { ...entered, order: calculatedOrder(entered.order, config, null) }
  }
  // What is wrong with the order in itself shows before the batch is written.
  const entered = enter(nothingKnown)
  return {
    orderId: whole.id,
    kind: 'create',
    customerId: asksForCustomer(whole, config) ? whole.customerId : null,
    stockLines: (stored) => (making.runWorkflow && stored === null ? stockLinesAt(config.stores, whole) : []),
    create: ({ customer }) => (customer === nothingKnown ? entered : enter(customer)),
  }
}

/**
 * The order as a write will keep it, so that what only shows in totals, quantities and holds is
 * known before the first row is written. Raises `ValidationFailed`, `QuantityNotAvailable`,
 * `OrderIsHeld`, `OrderIsUnpaid`.
 */
export function checkedReplacement({ config }: Pick<RunnerDeps, 'config'>, order: Order, stored: Order): Order {
  const calculated = calculatedOrder(order, config(), stored)
  assertHeldGoodsStay(stored, calculated, config().orderTypes)
  assertLeavingGoodsPaid(stored, calculated, config())
  return calculated
}
