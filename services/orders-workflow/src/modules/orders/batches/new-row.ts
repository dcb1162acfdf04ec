import type { Order } from '@oms/contracts/orders/order'
import { calculatedOrder } from '../../../order/calculated-order.ts'
import { assertHeldGoodsStay } from '../../../order/follow-holds.ts'
import { assertLeavingGoodsPaid } from '../../../order/fulfilment/unpaid-goods.ts'
import { asksForCustomer, type CustomerFacts, nothingKnown, withRuleHolds } from '../../../order/holds/hold-rules.ts'
import type { PackageCatalogue } from '../../../order/packages/package-catalogue.ts'
import type { Change, Facts } from '../../../order/write/intent.ts'
import type { WriteRequest } from '../../../order/write/write-context.ts'
import { withPackageLines } from '../../packages/break-down-packages.ts'
import { enterNewOrder, writtenWith } from '../../workflow/enter-order.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { newOrder } from '../domain/new-order.ts'
import type { BatchInput } from './read-batch.ts'

/**
 * What is to become of the order of a row: an intent that reads nothing, so that it can be tried
 * out.
 */
export type BatchRow = {
  orderId: string
  kind: 'create' | 'import' | 'replace'
  needsRuns?: boolean
  customerId?: string | null
  create?(facts: Pick<Facts, 'customer'>): Change
  change?(order: Order, facts: Pick<Facts, 'now'>): Change
}

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
): BatchRow & Required<Pick<BatchRow, 'create'>> {
  const now = deps.now().toISOString()
  const config = deps.config()
  const made = newOrder(input, { config, now, newId: deps.newId })
  write.requireScope(made.storeId)
  const whole = withPackageLines(deps, made, { products, stored: null })
  const changeWith = (customer: CustomerFacts): Change => {
    const order = withRuleHolds(whole, customer, { config, now, newId: deps.newId })
    const entered = runWorkflow ? enterNewOrder(deps, order, { startedBy: write.by, now }) : { order, begun: null }
    return { ...writtenWith(deps, entered), order: calculatedOrder(entered.order, config, null) }
  }
  // What is wrong with the order in itself shows before the batch is written.
  const change = changeWith(nothingKnown)
  return {
    orderId: whole.id as string,
    kind: 'create',
    customerId: asksForCustomer(whole, config) ? whole.customerId : null,
    create: ({ customer }) => (customer === nothingKnown ? change : changeWith(customer)),
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
