import type { Order } from '@open-oms/contracts/orders/order'
import { assertWorkflowAllowed, assertWritable } from '../../../order/rules/context/order-guards.ts'
import type { OrderInput } from '../../../order/rules/input/order-input.ts'
import type { PackageCatalogue } from '../../../order/rules/packages/package-catalogue.ts'
import type { PublishedAllocation } from '../../../order/rules/payments/published-allocations.ts'
import type { WriteRequest } from '../../../order/write/write-context.ts'
import { withPackageLines } from '../../packages/break-down-packages.ts'
import { type EnteredOrder, enterUpdatedOrder } from '../../workflow/enter-order.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { replaceOrder } from '../domain/replace-order.ts'

export type FullUpdate = {
  input: OrderInput
  /**
   * True: the order enters its status, as UpdateStatus would have it do; refused for one that is
   * queued and stays so.
   */
  runWorkflow: boolean
  write: Pick<WriteRequest, 'by'>
  /** ISO 8601 UTC. */
  now: string
  /** What is known of the packages in the input; null: they are left alone. */
  products: PackageCatalogue | null
  /** The published allocations of the stored order. */
  allocations?: readonly PublishedAllocation[] | undefined
}

/**
 * The order that replaces the stored one, with the run of its status where one is asked for
 * (orders.md#order-replacement, workflow.md#refused-workflow-calls). Raises `OrderIsDeleted`,
 * `OrderIsReadOnly`, `OrderIsQueued`, `ValidationFailed`, `TransitionNotAllowed`, and `Forbidden`
 * for a store that the caller does not cover; for packages that are added what their breakdown
 * raises (packages.md#package-breakdown).
 */
export function updatedOrder(
  deps: RunnerDeps,
  stored: Order,
  { input, runWorkflow, write, now, products, allocations }: FullUpdate,
): EnteredOrder {
  // A queued order leaves that status by an update, also by one that then runs the steps of the
  // status it moves to.
  if (runWorkflow && input.status === stored.status) assertWorkflowAllowed(stored)
  else assertWritable(stored)
  const replaced = replaceOrder(stored, input, { config: deps.config(), now, newId: deps.newId })
  const order = withPackageLines(deps, replaced, { products, stored })
  const entering = { startedBy: write.by, now, stored, allocations }
  return runWorkflow ? enterUpdatedOrder(deps, order, entering) : { order, begun: null }
}
