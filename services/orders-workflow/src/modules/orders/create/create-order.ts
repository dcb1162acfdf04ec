import { DomainError, invalid } from '@open-oms/contracts/errors'
import type { Order, OrderDraft } from '@open-oms/contracts/orders/order'
import { asksForCustomer, type CustomerFacts, withRuleHolds } from '../../../order/rules/holds/hold-rules.ts'
import type { OrderInput } from '../../../order/rules/input/order-input.ts'
import type { SavedOrder } from '../../../order/rules/order-version.ts'
import { stockLinesAt } from '../../../order/rules/stock/inventory-lines.ts'
import type { Facts, Intent } from '../../../order/write/intent.ts'
import type { WriteRequest } from '../../../order/write/write-context.ts'
import { writeOrder } from '../../../order/write/write-orders.ts'
import type { ReadProducts } from '../../../product-copy/product-copy.ts'
import { loadLinePackages, withPackageLines } from '../../packages/break-down-packages.ts'
import { type EnteredOrder, enterNewOrder, writtenWith } from '../../workflow/enter-order.ts'
import type { AdvanceResult } from '../../workflow/runner/advance.ts'
import { runInTransactionSteps } from '../../workflow/runner/in-transaction-steps.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { newOrder, newOrderDraft, posOrderInput } from '../domain/new-order.ts'

export type CreateOrder = {
  input: OrderInput
  runWorkflow: boolean
  write: WriteRequest
}

/**
 * The command that made a new order, the time of its creation, ISO 8601 UTC, and what was read of
 * the catalogue for it.
 */
export type NewOrderWrite = CreateOrder & { now: string; readProducts: ReadProducts }

/**
 * A new order, and how far the run of its first status had come when it was written; null when
 * there is none.
 */
export type CreatedOrder = SavedOrder & { begun: AdvanceResult | null }

/**
 * Creates an order (orders.md#order-creation, workflow.md#first-status, orders.md#default-market,
 * lines.md#line-ids). Steps of its first status with external calls run in the background. Raises
 * `ValidationFailed`, `QuantityNotAvailable`, `OrderIdExists`, `Forbidden`, `ValidationRefused`,
 * `ValidationUnanswered`, and what the breakdown of packages raises.
 */
export async function createOrder(deps: RunnerDeps, command: CreateOrder): Promise<CreatedOrder> {
  const { order, writing } = await buildOrder(deps, command)
  command.write.requireScope(order.storeId)
  await assertOrderAllowed(deps, order)
  return writeNewOrder(deps, order, writing)
}

async function buildOrder(deps: RunnerDeps, command: CreateOrder): Promise<{ order: Order; writing: NewOrderWrite }> {
  const now = deps.now().toISOString()
  const readProducts: ReadProducts = new Map()
  const order = await orderToCreate(deps, command.input, { now, readProducts })
  return { order, writing: { ...command, now, readProducts } }
}

/**
 * Asks the validation hooks whether an order may be created (connectors.md#validation-hooks), which
 * must be outside of any transaction. Raises `ValidationRefused`, `ValidationUnanswered`.
 */
export async function assertOrderAllowed({ connectors }: Pick<RunnerDeps, 'connectors'>, order: OrderDraft): Promise<void> {
  const refusal = await connectors.validate({ before: 'OrderCreation', order })
  if (refusal === null) return
  if (!refusal.isUnanswered) throw new DomainError('ValidationRefused', refusal.reason)
  throw new DomainError('ValidationUnanswered', refusal.reason, { retryAfterSeconds: 5 })
}

/**
 * The order that an input describes, with its packages broken down (packages.md#package-breakdown).
 * Raises `ValidationFailed`, and what the breakdown raises.
 */
export async function orderToCreate(deps: RunnerDeps, input: OrderInput, { now, readProducts }: NewOrderContext): Promise<Order> {
  const order = newOrder(input, { config: deps.config(), now, newId: deps.newId })
  return withPackagesBrokenDown(deps, order, readProducts)
}

/** As `orderToCreate`, for an order that gets its number afterwards. */
export async function draftToCreate(
  deps: RunnerDeps,
  input: OrderInput,
  { now, readProducts }: NewOrderContext,
): Promise<OrderDraft> {
  const draft = newOrderDraft(input, { config: deps.config(), now, newId: deps.newId })
  return withPackagesBrokenDown(deps, draft, readProducts)
}

async function withPackagesBrokenDown<Draft extends OrderDraft>(
  deps: RunnerDeps,
  order: Draft,
  readProducts: ReadProducts,
): Promise<Draft> {
  const products = await loadLinePackages(deps, order.orderForm.lineItems, { readProducts })
  return withPackageLines(deps, order, { products, stored: null })
}

type NewOrderContext = { now: string; readProducts: ReadProducts }

/**
 * Writes an order that was made of an input. Raises `QuantityNotAvailable`, `OrderIdExists`,
 * `Forbidden`.
 */
export async function writeNewOrder(deps: RunnerDeps, order: Order, command: NewOrderWrite): Promise<CreatedOrder> {
  const { saved, result: begun } = await writeOrder({ deps, write: command.write }, newOrderIntent(deps, order, command))
  return { ...saved, begun }
}

/**
 * The creation of an order, with the holds of the rules that match it (holds.md#hold-rules), which
 * enters its first status. The first steps that need its transaction are part of it: the first
 * version of the order shows what is reserved, and nothing is left for the background where no step
 * reaches outside. Its result is how far the run of the status has come.
 */
export function newOrderIntent(deps: RunnerDeps, made: Order, command: NewOrderWrite): Intent<AdvanceResult | null> {
  const config = deps.config()
  return {
    orderId: made.id,
    kind: 'create',
    customerId: asksForCustomer(made, config) ? made.customerId : null,
    lineCount: made.orderForm.lineItems.length,
    stockLines: (stored) => (command.runWorkflow && stored === null ? stockLinesAt(config.stores, made) : []),
    async create(facts) {
      if (command.input.marketId === undefined)
        deps.log.warn({ orderId: made.id, marketId: made.marketId }, 'an order named no market; the default one was taken')
      const entered = enterWithHolds(deps, made, { ...command, customer: facts.customer })
      const reached = await withFirstSteps(deps, entered, facts)
      return { ...writtenWith(deps, reached), result: reached.begun }
    },
  }
}

type EnteringNew = Pick<NewOrderWrite, 'runWorkflow' | 'write' | 'now' | 'readProducts'> & { customer: CustomerFacts }

/**
 * A new order with the holds of the rules that match it, in its first status where it enters one
 * (holds.md#hold-rules, workflow.md#first-status).
 */
export function enterWithHolds(
  deps: RunnerDeps,
  made: Order,
  { runWorkflow, write, now, readProducts, customer }: EnteringNew,
): EnteredOrder {
  const order = withRuleHolds(made, customer, { config: deps.config(), now, newId: deps.newId })
  return runWorkflow ? enterNewOrder(deps, order, { startedBy: write.by, now, readProducts }) : { order, begun: null }
}

/** The entered order after the steps that need only the transaction that creates it. */
export async function withFirstSteps(
  deps: RunnerDeps,
  entered: EnteredOrder,
  { tx, stock }: Pick<Facts, 'tx' | 'stock'>,
): Promise<EnteredOrder> {
  const { begun, context } = entered
  if (begun === null || context === undefined) return entered
  const steps = { advanced: begun, context, policy: null, stock, isNewOrder: true }
  const { advanced, messages } = await runInTransactionSteps(tx, deps, steps)
  return { order: advanced.order, begun: advanced, messages }
}

/**
 * Creates the order of a sale at a point of sale: of type Pos and completed
 * (orders.md#point-of-sale-creation). The customer has left with the goods, so that no validation
 * hook is asked. Raises what else `createOrder` raises.
 */
export async function createPosOrder(deps: RunnerDeps, command: CreateOrder): Promise<CreatedOrder> {
  // An empty number counts as missing, and here one is required.
  if (command.input.orderNumber === '') throw invalid('orderNumber', 'must not be empty')
  const { order, writing } = await buildOrder(deps, { ...command, input: posOrderInput(command.input) })
  return writeNewOrder(deps, order, writing)
}
