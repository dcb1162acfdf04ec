import { invalid } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { requireNamedStores } from '../../../order/document/named-stores.ts'
import type { OrderInput } from '../../../order/input/order-input.ts'
import { insertOrder, insertOrderIn } from '../../../order/insert-order.ts'
import type { SavedOrder } from '../../../order/order-version.ts'
import type { WriteRequest } from '../../../order/write-context.ts'
import type { ReadProducts } from '../../../product-copy/product-copy.ts'
import { customerFactsOf } from '../../holds/customer-facts.ts'
import { asksForCustomer, type CustomerFacts, nothingKnown, withRuleHolds } from '../../holds/domain/hold-rules.ts'
import { packagesOf, withPackageLines } from '../../packages/break-down-packages.ts'
import { type EnteredOrder, enterNewOrder, writtenWith } from '../../workflow/enter-order.ts'
import type { Advanced } from '../../workflow/runner/advance.ts'
import { hasOnlyMessagesLeft, isInTransaction, runInTransactionSteps } from '../../workflow/runner/in-transaction-steps.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { newOrder, posOrderInput } from '../domain/new-order.ts'

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
export type CreatedOrder = SavedOrder & { begun: Advanced | null }

/**
 * Creates an order (orders.md#order-creation, workflow.md#first-status, orders.md#default-market,
 * lines.md#line-ids). Steps of its first status with external calls run in the background. Raises
 * `ValidationFailed`, `QuantityNotAvailable`, `OrderIdExists`, `Forbidden`, and what the breakdown
 * of packages raises.
 */
export async function createOrder(deps: RunnerDeps, command: CreateOrder): Promise<CreatedOrder> {
  const now = deps.now().toISOString()
  const readProducts: ReadProducts = new Map()
  const order = await orderToCreate(deps, command.input, { now, isNumberedLater: false, readProducts })
  return writeNewOrder(deps, order, { ...command, now, readProducts })
}

/**
 * The order that an input describes, with its packages broken down (packages.md#package-breakdown).
 * Raises `ValidationFailed`, and what the breakdown raises.
 */
export async function orderToCreate(
  deps: RunnerDeps,
  input: OrderInput,
  { now, isNumberedLater, readProducts }: Making,
): Promise<Order> {
  const order = newOrder(input, { config: deps.config(), now, newId: deps.newId }, { isNumberedLater })
  const products = await packagesOf(deps, order.orderForm.lineItems, { readProducts })
  return withPackageLines(deps, order, { products, stored: null })
}

type Making = { now: string; isNumberedLater: boolean; readProducts: ReadProducts }

/**
 * Writes an order that was made of an input, with the holds of the rules that match it
 * (holds.md#hold-rules), and lets it enter its first status. Raises `QuantityNotAvailable`,
 * `OrderIdExists`, `Forbidden`.
 */
export async function writeNewOrder(deps: RunnerDeps, order: Order, command: NewOrderWrite): Promise<CreatedOrder> {
  if (asksForCustomer(order, deps.config())) return deps.inTransaction((tx) => writeNewOrderIn(tx, deps, { ...command, order }))
  const entered = enterFirst(deps, order, { ...command, facts: nothingKnown })
  const { begun } = entered
  const context = { deps, write: command.write }
  if (begun !== null && (isInTransaction(begun.pending, null) || hasOnlyMessagesLeft(begun)))
    return deps.inTransaction((tx) => insertEntered(tx, context, entered))
  const saved = await insertOrder(context, { order: entered.order, ...writtenWith(deps, entered) })
  return { ...saved, begun }
}

/** As `writeNewOrder`, in a transaction that goes on. */
export async function writeNewOrderIn(
  tx: Transaction,
  deps: RunnerDeps,
  { order, ...command }: NewOrderWrite & { order: Order },
): Promise<CreatedOrder> {
  const config = deps.config()
  const facts = asksForCustomer(order, config) ? await customerFactsOf(tx, order, config) : nothingKnown
  return insertEntered(tx, { deps, write: command.write }, enterFirst(deps, order, { ...command, facts }))
}

/** Raises `Forbidden`. */
function enterFirst(
  deps: RunnerDeps,
  made: Order,
  { input, runWorkflow, write, now, readProducts, facts }: NewOrderWrite & { facts: CustomerFacts },
): EnteredOrder {
  requireNamedStores(write.requireScope, made, null)
  const order = withRuleHolds(made, facts, { config: deps.config(), now, newId: deps.newId })
  if (input.marketId === undefined)
    deps.log.warn({ orderId: order.id, marketId: order.marketId }, 'an order named no market; the default one was taken')
  return runWorkflow ? enterNewOrder(deps, order, { startedBy: write.by, now, readProducts }) : { order, begun: null }
}

type Writing = { deps: RunnerDeps; write: WriteRequest }

async function insertEntered(tx: Transaction, context: Writing, entered: EnteredOrder): Promise<CreatedOrder> {
  const reached = await withFirstSteps(tx, context.deps, entered)
  const saved = await insertOrderIn(tx, context, { order: reached.order, ...writtenWith(context.deps, reached) })
  return { ...saved, begun: reached.begun }
}

/**
 * Takes the first steps of a new order that need its transaction: the first version of the order
 * shows what is reserved, and nothing is left for the background where no step reaches outside.
 */
async function withFirstSteps(tx: Transaction, deps: RunnerDeps, entered: EnteredOrder): Promise<EnteredOrder> {
  const { begun, context } = entered
  if (begun === null || context === undefined) return entered
  const { advanced } = await runInTransactionSteps(tx, deps, { advanced: begun, context, policy: null, isNewOrder: true })
  return { order: advanced.order, begun: advanced }
}

/**
 * Creates the order of a sale at a point of sale: of type Pos and completed
 * (orders.md#point-of-sale-creation). Raises what `createOrder` raises.
 */
export async function createPosOrder(deps: RunnerDeps, command: CreateOrder): Promise<CreatedOrder> {
  // An empty number is as good as none, and here there must be one.
  if (command.input.orderNumber === '') throw invalid('orderNumber', 'must not be empty')
  return createOrder(deps, { ...command, input: posOrderInput(command.input) })
}
