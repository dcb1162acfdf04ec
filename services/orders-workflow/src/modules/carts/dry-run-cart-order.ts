import { assertWorkflowAllowed } from '../../order/rules/context/order-guards.ts'
import { enterStatus } from '../../order/rules/status/enter-status.ts'
import { requireOrderType } from '../../order/rules/status/order-type.ts'
import { findByCart } from '../../order/store/order-look-ups.ts'
import type { WriteRequest } from '../../order/write/write-context.ts'
import { dryRun } from '../workflow/dry-run.ts'
import { runSteps } from '../workflow/runner/runner.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import { toWorkflowResult, transitionOrder, type WorkflowResult } from '../workflow/transition-order.ts'
import { findCartOrder } from './cart-orders.ts'
import { createCartOrder } from './create-cart-order.ts'

export type DryRunCartOrder = {
  cartId: string
  status: string
  write: WriteRequest
}

const recordNothing = async () => undefined

/**
 * Returns what would happen if the order of a cart entered a status: runs the real code and rolls
 * it back (carts.md#cart-dry-run, workflow.md#dry-run). For a cart without an order, the order is
 * created in that status; otherwise its order enters the status. Raises what creating the order of
 * a cart and `UpdateStatus` raise.
 */
export async function dryRunCartOrder(deps: RunnerDeps, command: DryRunCartOrder): Promise<WorkflowResult> {
  const orderId = await findOrderId(deps, command.cartId)
  if (orderId !== null) return dryRunStatus(deps, orderId, command)
  const result = await dryRun(deps, (trying) => dryRunCreation(trying, command))
  // Its order was created concurrently.
  return result ?? dryRunCartOrder(deps, command)
}

function dryRunStatus(deps: RunnerDeps, orderId: string, { status, write }: DryRunCartOrder): Promise<WorkflowResult> {
  return transitionOrder(deps, {
    orderId,
    write,
    isDryRun: true,
    isStatusOnly: false,
    enter(order, { now }) {
      assertWorkflowAllowed(order)
      return enterStatus(order, { status, type: requireOrderType(order, deps.config().orderTypes), isStatusOnly: false, now })
    },
    record: recordNothing,
  })
}

/** Null when the cart has an order. */
async function dryRunCreation(deps: RunnerDeps, { cartId, status, write }: DryRunCartOrder): Promise<WorkflowResult | null> {
  const request = { cartId, write, orderType: undefined, status, record: recordNothing, isInTransaction: true }
  const order = await createCartOrder(deps, request)
  if (!order.isNew) return null
  const { begun, ...saved } = order.created
  if (begun === null) return { saved, runs: [] }
  return toWorkflowResult(await runSteps(deps, { ...begun, saved }, { isBackground: false, isDryRun: true }))
}

/**
 * The order that was made of the cart, or, as an order may name any cart, the newest that names it;
 * null when there is none.
 */
async function findOrderId(deps: RunnerDeps, cartId: string): Promise<string | null> {
  const made = await findCartOrder(deps, cartId)
  if (made !== null) return made.orderId
  const named = await findByCart(deps, cartId, { storeIds: null })
  return named === null ? null : JSON.parse(named.document).id
}
