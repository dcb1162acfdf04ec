import type { Order } from '@open-oms/contracts/orders/order'
import type { SavedOrder } from '../../order/rules/order-version.ts'
import type { PublishedAllocation } from '../../order/rules/payments/published-allocations.ts'
import { type EnteredStatus, enterFirstStatus, enterStatus } from '../../order/rules/status/enter-status.ts'
import { requireOrderType } from '../../order/rules/status/order-type.ts'
import type { NewMessage } from '../../order/store/new-message-store.ts'
import type { ReadProducts } from '../../product-copy/product-copy.ts'
import { warnOfShippedGoods } from './domain/shipped-goods-canceled.ts'
import { type AdvanceResult, advance, beginRun, createRun } from './runner/advance.ts'
import { type RunContext, runContext } from './runner/run-context.ts'
import { continueInBackground } from './runner/runner.ts'
import type { RunnerDeps } from './runner/runner-deps.ts'

/**
 * An order to write, with the run of its new status; no run where the
 * status has no steps.
 */
export type EnteredOrder = {
  order: Order
  begun: AdvanceResult | null
  /** The surroundings that the run began in. */
  context?: RunContext
  /** Messages of its steps; absent: none. */
  messages?: readonly NewMessage[]
  /** The warning about shipped goods that were cancelled; null or absent: none. */
  warning?: string | null
}

type OrderEntryContext = {
  startedBy: string
  /** ISO 8601 UTC. */
  now: string
  /** The order as it is stored; null for a new one. */
  stored: Order | null
  /** The published allocations of the stored order. */
  allocations?: readonly PublishedAllocation[] | undefined
  /** What the request has read of the catalogue. */
  readProducts?: ReadProducts | undefined
}

/** A new order enters its first status (workflow.md#first-status). */
export function enterNewOrder(deps: RunnerDeps, order: Order, entering: Omit<OrderEntryContext, 'stored'>): EnteredOrder {
  const type = requireOrderType(order, deps.config().orderTypes)
  return enteredWithRun(deps, enterFirstStatus(order, type, entering.now), { ...entering, stored: null })
}

/**
 * An order that replaces a stored one enters the status that it came with, as UpdateStatus would
 * have it do (orders.md#order-replacement).
 */
export function enterUpdatedOrder(deps: RunnerDeps, order: Order, entering: OrderEntryContext): EnteredOrder {
  const type = requireOrderType(order, deps.config().orderTypes)
  const { now, stored } = entering
  const given = enterStatus(order, { status: order.status, type, isStatusOnly: false, now })
  if (stored === null) return enteredWithRun(deps, given, entering)
  const { warning, ...entered } = warnOfShippedGoods(stored, given, { type, now })
  return { ...enteredWithRun(deps, entered, entering), warning }
}

/**
 * An order whose lines were cancelled, in the status that it has or has taken with that: no step of
 * the status runs, and what is left of its authorisations is voided
 * (workflow.md#cancellation-of-lines).
 */
export function enterByCancellation(deps: RunnerDeps, order: Order, { startedBy, ...moment }: OrderEntryContext): EnteredOrder {
  const context = runContext(deps, { ...moment, isBackground: false })
  const content = { id: deps.newId(), startedBy, shipmentId: null, status: order.status, steps: [] }
  const run = createRun(order, content, context)
  return run === null ? { order, begun: null } : { order, begun: advance(order, run, context), context }
}

function enteredWithRun(deps: RunnerDeps, entered: EnteredStatus, { startedBy, ...moment }: OrderEntryContext): EnteredOrder {
  const type = requireOrderType(entered.order, deps.config().orderTypes)
  const context = runContext(deps, { ...moment, isBackground: false })
  const begun = beginRun(entered, { id: deps.newId(), startedBy, type }, context)
  return { order: begun?.order ?? entered.order, begun, context }
}

/**
 * What is written together with an order that changes its status, and what follows its commit: the
 * rest of its run, in the background.
 */
export function writtenWith(deps: RunnerDeps, { order, begun, messages = [] }: EnteredOrder) {
  return {
    order,
    run: begun?.run ?? null,
    messages,
    afterCommit(saved: SavedOrder) {
      if (begun === null) return
      deps.signals?.ended(begun.run, begun.run.results)
      continueInBackground(deps, { ...begun, saved })
    },
  }
}
