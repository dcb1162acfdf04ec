import { invariant } from '@open-oms/contracts/errors'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { canceledReturnStatuses } from '../../../order/rules/context/return-type.ts'
import { openSteps, type WorkflowRun } from '../../../order/rules/status/workflow-run.ts'
import { orderStockLines } from '../../../order/rules/stock/inventory-lines.ts'
import { isReservationStep, isReserving, reservationIntents } from '../../../order/rules/stock/reservation-intents.ts'
import type { NewMessage } from '../../../order/store/new-message-store.ts'
import { readReservationSteps } from '../../../order/store/reservation-steps.ts'
import type { StockSession } from '../../../order/write/stock-session.ts'
import { isCallOpen } from '../../../runs/run-store.ts'
import type { MessageStep, RequestedStep, StockStep, TransactionStep } from '../steps/step-definition.ts'
import { stepNamed } from '../steps/step-registry.ts'
import { type AdvanceResult, advance, hasNothingPending, type PendingStep } from './advance.ts'
import { withOutcome } from './record-outcome.ts'
import { calculated, type RunContext } from './run-context.ts'
import type { RunnerDeps } from './runner-deps.ts'

/** What decides whether a call is an in-transaction step. */
export type CallPolicy = Pick<RunnerDeps, 'connectors'> & { isDryRun: boolean }

/**
 * Whether what a run waits for is an in-transaction step, one that needs nothing but the run's own
 * transaction: a step of kind `stock`, `transaction` or `message`, or a call without an external
 * effect; in a dry run any call. Without a policy no call is.
 */
export function isInTransaction(pending: PendingStep | null, policy: CallPolicy | null): boolean {
  if (pending === null) return false
  const definition = stepNamed(pending.step.name)
  if (definition.kind !== 'call') return true
  return policy !== null && (policy.isDryRun || definition.isInTransaction?.(pending.input, policy.connectors) === true)
}

type ReachedPoint = {
  /** The point that the run has reached without them. */
  advanced: AdvanceResult
  context: RunContext
  policy: CallPolicy | null
  /** The stock that its steps move. */
  stock: StockSession
  /** True: the order is new, so that it has no movements of stock until a step makes them. */
  isNewOrder?: boolean
  /** Whether another run of the order has an open external call; looked up when absent. */
  isCallOpen?: boolean | undefined
}

/** How far a run has come with its in-transaction steps, and the messages to store with them. */
export type InTransactionProgress = { advanced: AdvanceResult; hasMovedStock: boolean; messages: readonly NewMessage[] }

type InTransactionDeps = Pick<RunnerDeps, 'config'>

/** The steps that are in a transaction always. */
type InternalStep = StockStep | TransactionStep | MessageStep
type StepInput<Definition> = Omit<ReachedPoint, 'policy' | 'advanced'> &
  Pick<AdvanceResult, 'order' | 'run'> & { pending: PendingStep; definition: Definition }
/** The order and the run after a step. */
type AfterStep = Pick<AdvanceResult, 'order' | 'run'> & { messages?: readonly NewMessage[] | undefined }

/**
 * Runs all in-transaction steps that a run reaches, on a locked order
 * (workflow-steps.md#step-effects): until it has ended, or an external call is due, or a call of
 * another run of the order is open, whose outcome the next call must know. What the steps write is
 * in the transaction; the order, the run and its messages are left to the caller.
 */
export async function runInTransactionSteps(
  tx: Transaction,
  deps: InTransactionDeps,
  start: ReachedPoint,
): Promise<InTransactionProgress> {
  const { policy, stock, isNewOrder = false, isCallOpen: isKnownOpen } = start
  const context = { ...start.context, readProducts: start.context.readProducts ?? new Map() }
  let [advanced, hasMovedStock] = [start.advanced, false]
  const messages: NewMessage[] = []
  while (isInTransaction(advanced.pending, policy)) {
    const { order, run, pending } = advanced as AdvanceResult & { pending: PendingStep }
    const definition = stepNamed(pending.step.name)
    const step = { order, run, pending, context, stock, isNewOrder: isNewOrder && !hasMovedStock, isCallOpen: isKnownOpen }
    const after =
      definition.kind === 'call'
        ? await carryOutCall(tx, { ...step, definition }, policy as CallPolicy)
        : await carryOutInternal(tx, deps, { ...step, definition: definition as InternalStep })
    if (after === null) break
    hasMovedStock ||= definition.kind === 'stock'
    messages.push(...(after.messages ?? []))
    advanced = advance(after.order, after.run, context)
  }
  if (context.isBackground || !hasOnlyMessagesLeft(advanced)) return { advanced, hasMovedStock, messages }
  const background = { ...context, isBackground: true }
  const rest = { ...start, context: background, advanced: advance(advanced.order, advanced.run, background) }
  const last = await runInTransactionSteps(tx, deps, rest)
  return { advanced: last.advanced, hasMovedStock, messages: [...messages, ...last.messages] }
}

/**
 * Whether nothing is left of a run but to store messages. They are part of the write then, also
 * where they run after the order is saved: they are sent when it is (ADR 54).
 */
function hasOnlyMessagesLeft(advanced: AdvanceResult): boolean {
  const { run } = advanced
  if (!hasNothingPending(advanced) || run.state !== 'Running' || run.next.length > 0) return false
  return openSteps(run).every(({ name }) => stepNamed(name).kind === 'message')
}

const neverAborted = new AbortController().signal

/** Null while another call of the order is under way. */
async function carryOutCall(
  tx: Transaction,
  { order, run, pending, context, definition, isCallOpen: isKnownOpen }: StepInput<RequestedStep>,
  { connectors, isDryRun }: CallPolicy,
): Promise<AfterStep | null> {
  const { step, input } = pending
  if (!isDryRun && (isKnownOpen ?? (await isCallOpen(tx, run.orderId, run.id)))) return null
  const output = isDryRun
    ? definition.dryRun(input, connectors)
    : await definition.call(input, { connectors, timeoutMs: step.timeoutMs, signal: neverAborted })
  const stepContext = { ...context, run, step }
  return withOutcome(run, definition.record(order, { input, output }, stepContext), stepContext)
}

async function carryOutInternal(
  tx: Transaction,
  deps: InTransactionDeps,
  { definition, ...step }: StepInput<InternalStep>,
): Promise<AfterStep> {
  switch (definition.kind) {
    case 'stock':
      return moveStock(tx, deps, { ...step, definition })
    case 'message':
      return decideMessages(deps, { ...step, definition })
    default:
      return inTransaction(tx, deps, { ...step, definition })
  }
}

async function inTransaction(
  tx: Transaction,
  deps: InTransactionDeps,
  { order, run, pending, context, definition }: StepInput<TransactionStep>,
): Promise<AfterStep> {
  const stepContext = { ...context, run, step: pending.step }
  const written = calculated(order, context)
  return withOutcome(run, await definition.carryOut(tx, written, { ...stepContext, config: deps.config() }), stepContext)
}

function decideMessages(
  deps: InTransactionDeps,
  { order, run, pending, context, definition }: StepInput<MessageStep>,
): AfterStep {
  const stepContext = { ...context, run, step: pending.step }
  const { messages, ...outcome } = definition.messagesFor(calculated(order, context), { ...stepContext, config: deps.config() })
  return { ...withOutcome(run, { order, ...outcome }, stepContext), messages }
}

async function moveStock(
  tx: Transaction,
  deps: InTransactionDeps,
  { order, run, pending, context, definition, stock: session, isNewOrder = false }: StepInput<StockStep>,
): Promise<AfterStep> {
  const { step } = pending
  const orderId = order.id
  invariant(orderId !== null, 'a stored order has an id')
  const { stores, orderTypes } = deps.config()
  const canceledReturns = canceledReturnStatuses(orderTypes)
  const warehouses = context.warehousesOf(order)
  const intents = definition.knowsReservationIntents === true ? await findReservationIntents(tx, run, isNewOrder) : () => false
  const stepContext = { ...context, run, step, stores, warehouses, canceledReturns, isReserving: intents }
  const lines = orderStockLines(order, warehouses)
  const time = new Date(context.now)
  const { stock, levels } = await session.lock({
    orderId,
    lines,
    isNewOrder,
    returnId: run.returnId,
    locations: definition.places?.(order, lines, stepContext) ?? { existing: [], made: [] },
    time,
  })
  const outcome = definition.move(order, stock, stepContext)
  session.write({ levels, changes: stock.changes, cause: step.name, actor: 'workflow', time })
  return withOutcome(run, outcome, stepContext)
}

/** The reservation intents of earlier runs, and of this one so far, which are not written yet. */
async function findReservationIntents(tx: Transaction, { orderId, shipmentId, results }: WorkflowRun, isNewOrder: boolean) {
  const earlier = isNewOrder ? [] : await readReservationSteps(tx, orderId)
  const own = results.filter(({ actionType, actionStatus }) => isReservationStep(actionType) && actionStatus !== 'Error')
  return reservationIntents([...earlier, ...own.map(({ actionType }) => ({ shipmentId, isReserving: isReserving(actionType) }))])
}
