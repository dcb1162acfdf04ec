import { invariant } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { canceledReturnStatuses } from '../../../order/document/return-type.ts'
import { isReservationStep, isReserving, readReservationSteps } from '../../../order/reservation-steps.ts'
import { openStepsOf, type WorkflowRun } from '../../../order/status/workflow-run.ts'
import { stockLinesOf } from '../../../order/stock/inventory-lines.ts'
import { lockOrderStock } from '../../../order/stock/order-stock-store.ts'
import { reservationIntents } from '../../../order/stock/reservation-intents.ts'
import { writeStock } from '../../../order/stock/stock-store.ts'
import { isCallOpen } from '../runs/run-store.ts'
import type { CallStep, MessageStep, StockStep, TransactionStep } from '../steps/step-definition.ts'
import { stepNamed } from '../steps/step-registry.ts'
import { type Advanced, advance, calculated, isThrough, withOutcome } from './advance.ts'
import type { RunContext } from './run-context.ts'
import type { RunnerDeps } from './runner-deps.ts'

/** What decides whether a call is an in-transaction step. */
export type Reach = Pick<RunnerDeps, 'connectors'> & { isDryRun: boolean }

/**
 * Whether what a run waits for is an in-transaction step, one that needs nothing but the run's own
 * transaction: a step of kind `stock`, `transaction` or `message`, or a call without an external effect; in a dry run
 * any call. Without a reach no call is.
 */
export function isInTransaction(call: Advanced['call'], reach: Reach | null): boolean {
  if (call === null) return false
  const definition = stepNamed(call.step.name)
  if (definition.kind !== 'call') return true
  return reach !== null && (reach.isDryRun || definition.isInTransaction?.(call.input, reach.connectors) === true)
}

type At = {
  /** The point that the run has reached without them. */
  advanced: Advanced
  context: RunContext
  reach: Reach | null
  /** True: the order is new, so that it has no movements yet. */
  isNewOrder?: boolean
  /** Whether another run of the order has an open external call; looked up when absent. */
  isCallOpen?: boolean | undefined
}

/** How far a run has come with its in-transaction steps. */
export type TakenSteps = { advanced: Advanced; hasMovedStock: boolean }

type InTransactionDeps = Pick<RunnerDeps, 'config' | 'log'>

type Call = NonNullable<Advanced['call']>
/** The steps that are in a transaction always. */
type InsideStep = StockStep | TransactionStep | MessageStep
type Step<Definition> = Omit<At, 'reach' | 'advanced'> & Pick<Advanced, 'order' | 'run'> & { call: Call; definition: Definition }
type Taken = { order: Order; run: WorkflowRun }

/**
 * Runs all in-transaction steps that a run reaches, on a locked order
 * (workflow-steps.md#step-effects): until it has ended, or an external call is due, or a call of
 * another run of the order is open, whose outcome the next call must know. What the steps write is
 * in the transaction; the order and the run are left to the caller.
 */
export async function runInTransactionSteps(tx: Transaction, deps: InTransactionDeps, at: At): Promise<TakenSteps> {
  const taken = await takeSteps(tx, deps, at)
  return hasOnlyMessagesLeft(taken.advanced) ? withMessages(tx, deps, { at, taken }) : taken
}

/**
 * Whether nothing is left of a run but to store messages. They are part of the write then, also
 * where they run after the order is saved: they are sent when it is (ADR 54).
 */
export function hasOnlyMessagesLeft(advanced: Advanced): boolean {
  const { run } = advanced
  if (!isThrough(advanced) || run.state !== 'Running' || run.next.length > 0) return false
  return openStepsOf(run).every(({ name }) => stepNamed(name).kind === 'message')
}

/**
 * The point with the messages stored. A message that cannot be composed does not cost the order:
 * the background tries it again.
 */
async function withMessages(
  tx: Transaction,
  deps: InTransactionDeps,
  { at, taken }: { at: At; taken: TakenSteps },
): Promise<TakenSteps> {
  const { advanced, hasMovedStock } = taken
  const context = { ...at.context, isBackground: true }
  try {
    const last = await takeSteps(tx, deps, { ...at, context, advanced: advance(advanced.order, advanced.run, context) })
    return { ...last, hasMovedStock }
  } catch (error) {
    const { id: runId, orderId } = advanced.run
    deps.log.error({ err: error, runId, orderId }, 'a message could not be stored with the order; the background tries again')
    return taken
  }
}

async function takeSteps(
  tx: Transaction,
  deps: InTransactionDeps,
  { advanced: start, context: given, reach, isNewOrder = false, isCallOpen: isKnownOpen }: At,
): Promise<TakenSteps> {
  const context = { readProducts: new Map(), ...given }
  let [advanced, hasMovedStock] = [start, false]
  for (let isFirst = isNewOrder; isInTransaction(advanced.call, reach); isFirst = false) {
    const { order, run, call } = advanced as Advanced & { call: Call }
    const definition = stepNamed(call.step.name)
    const step = { order, run, call, context, isNewOrder: isFirst, isCallOpen: isKnownOpen }
    const taken =
      definition.kind === 'call'
        ? await carryOutCall(tx, { ...step, definition }, reach as Reach)
        : await carryOutInside(tx, deps, { ...step, definition: definition as InsideStep })
    if (taken === null) break
    hasMovedStock ||= definition.kind === 'stock'
    advanced = advance(taken.order, taken.run, context)
  }
  return { advanced, hasMovedStock }
}

const neverAborted = new AbortController().signal

/** Null while another call of the order is under way. */
async function carryOutCall(
  tx: Transaction,
  { order, run, call, context, definition, isCallOpen: isKnownOpen }: Step<CallStep>,
  { connectors, isDryRun }: Reach,
): Promise<Taken | null> {
  const { step, input } = call
  if (!isDryRun && (isKnownOpen ?? (await isCallOpen(tx, run.orderId, run.id)))) return null
  const output = isDryRun
    ? definition.dryRun(input, connectors)
    : await definition.call(input, { connectors, timeoutMs: step.timeoutMs, signal: neverAborted })
  const stepContext = { ...context, run, step }
  return withOutcome(run, definition.record(order, { input, output }, stepContext), stepContext)
}

function carryOutInside(tx: Transaction, deps: InTransactionDeps, { definition, ...step }: Step<InsideStep>): Promise<Taken> {
  switch (definition.kind) {
    case 'stock':
      return moveStock(tx, deps, { ...step, definition })
    case 'message':
      return storeMessages(tx, deps, { ...step, definition })
    default:
      return inTransaction(tx, deps, { ...step, definition })
  }
}

async function inTransaction(
  tx: Transaction,
  deps: InTransactionDeps,
  { order, run, call, context, definition }: Step<TransactionStep>,
): Promise<Taken> {
  const stepContext = { ...context, run, step: call.step }
  return withOutcome(run, await definition.carryOut(tx, order, { ...stepContext, config: deps.config() }), stepContext)
}

async function storeMessages(
  tx: Transaction,
  deps: InTransactionDeps,
  { order, run, call, context, definition }: Step<MessageStep>,
): Promise<Taken> {
  const stepContext = { ...context, run, step: call.step }
  const written = calculated(order, context)
  const outcome = await definition.storeMessages(tx, written, { ...stepContext, config: deps.config() })
  return withOutcome(run, { order, ...outcome }, stepContext)
}

async function moveStock(
  tx: Transaction,
  deps: InTransactionDeps,
  { order, run, call, context, definition, isNewOrder = false }: Step<StockStep>,
): Promise<Taken> {
  const { step } = call
  const orderId = order.id
  invariant(orderId !== null, 'a stored order has an id')
  const { stores, orderTypes } = deps.config()
  const canceledReturns = canceledReturnStatuses(orderTypes)
  const warehouses = stores.find((store) => store.id === order.storeId)?.warehouses ?? []
  const intents = definition.knowsReservationIntents === true ? await reservationIntentsOf(tx, run, isNewOrder) : () => false
  const stepContext = { ...context, run, step, stores, warehouses, canceledReturns, isReserving: intents }
  const lines = stockLinesOf(order, warehouses)
  const time = new Date(context.now)
  const { stock, levels } = await lockOrderStock(tx, {
    orderId,
    lines,
    isNewOrder,
    returnId: run.returnId,
    locations: definition.places?.(order, lines, stepContext) ?? { existing: [], made: [] },
    time,
  })
  const outcome = definition.move(order, stock, stepContext)
  await writeStock(tx, { levels, changes: stock.changes, cause: step.name, actor: 'workflow', time })
  return withOutcome(run, outcome, stepContext)
}

/** The reservation intents of earlier runs, and of this one so far, which are not written yet. */
async function reservationIntentsOf(tx: Transaction, { orderId, shipmentId, results }: WorkflowRun, isNewOrder: boolean) {
  const earlier = isNewOrder ? [] : await readReservationSteps(tx, orderId)
  const own = results.filter(({ actionType, actionStatus }) => isReservationStep(actionType) && actionStatus !== 'Error')
  return reservationIntents([...earlier, ...own.map(({ actionType }) => ({ shipmentId, isReserving: isReserving(actionType) }))])
}
