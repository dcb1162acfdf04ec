import { invariant } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import { requireReturnType } from '../../order/rules/context/return-type.ts'
import { unpaidGoodsWarning } from '../../order/rules/fulfilment/unpaid-goods.ts'
import type { SavedOrder } from '../../order/rules/order-version.ts'
import { effectiveOrderType } from '../../order/rules/status/order-type.ts'
import type { WorkflowRun } from '../../order/rules/status/workflow-run.ts'
import type { StockLine } from '../../order/rules/stock/inventory-lines.ts'
import { losesStock } from '../../order/write/follow-stock.ts'
import type { Change, ChangeFacts } from '../../order/write/intent.ts'
import { holdingOrder } from '../../order/write/order-lock.ts'
import type { WriteRequest } from '../../order/write/write-context.ts'
import { writeOrder } from '../../order/write/write-orders.ts'
import { readStepsRun } from '../../runs/run-queries.ts'
import type { StoredRun } from '../../runs/run-rows.ts'
import { warnOfShippedGoods } from './domain/shipped-goods-canceled.ts'
import { dryRun } from './dry-run.ts'
import { respondInTime } from './respond-in-time.ts'
import { type AdvanceResult, beginRun } from './runner/advance.ts'
import { runInTransactionSteps } from './runner/in-transaction-steps.ts'
import { runContext } from './runner/run-context.ts'
import type { RunPoint } from './runner/run-point.ts'
import { continueRun, runSteps } from './runner/runner.ts'
import type { RunnerDeps } from './runner/runner-deps.ts'
import { superseding } from './runner/superseding.ts'
import { type Attempt, hasOpenCall, runAhead, serialiseStatusChange } from './serialise-status-change.ts'
import { type StatusWithLinkedOrder, withSettledExchange } from './settle-exchange.ts'
import { type ResultWarning, recordFirstWrite, resultWarnings, type WorkflowRecorders } from './workflow-response.ts'
import { writeLinkedOrder } from './write-linked-order.ts'

/** What a status is entered with. */
export type EnteringContext = {
  /** ISO 8601 UTC. */
  now: string
  /** The runs of the order that are under way. */
  underWay: readonly StoredRun[]
}

export type Transition = {
  orderId: string
  write: WriteRequest
  /**
   * True: only return what would happen; nothing is stored, published or called
   * (workflow.md#dry-run).
   */
  isDryRun: boolean
  /** True: the status is written and no step runs (workflow.md#status-update). */
  isStatusOnly: boolean
  /** The lines whose stock its steps may move; absent: they ask for it one by one. */
  stockLines?(stored: Order | null): readonly StockLine[]
  /** Returns the order as the request changes it before the steps run. Pure; raises to refuse. */
  enter(order: Order, context: EnteringContext): StatusWithLinkedOrder
} & WorkflowRecorders<WorkflowResult>

/**
 * The order after the steps of the request, and the runs that executed them, the first one first.
 */
export type WorkflowResult = {
  saved: SavedOrder
  runs: readonly WorkflowRun[]
  warnings?: readonly ResultWarning[]
  /** The return form that entered the status; null or absent: it was the order. */
  returnId?: string | null
}

/**
 * Moves an order, one of its shipments or one of its return forms to a status and runs the steps
 * of that status and of its follow-ups (workflow.md#status-update). The status is written first; a
 * step that fails leaves it. Raises what `enter` raises, `NotFound`, `Forbidden`,
 * `VersionConflict`, `ResourceLocked`, and what the invariants of an order raise.
 */
export async function transitionOrder(deps: RunnerDeps, transition: Transition): Promise<WorkflowResult> {
  if (transition.isDryRun) return dryRun(deps, (trying) => tryTransition(trying, transition))
  const { orderId, record } = transition
  return holdingOrder(deps, orderId, (lock) =>
    serialiseStatusChange(deps, orderId, async (waitMs) => {
      const written = await writeStatus(deps, transition, lock)
      if ('ahead' in written) return written
      const { begun, saved, ...details } = written.done
      if (begun === null) return { done: toWorkflowResult({ run: null, ended: [], saved }, details) }
      const point = await respondInTime(
        deps,
        { ...begun, saved },
        { waitMs, record: (tx, reached) => record(tx, toWorkflowResult(reached, details)) },
      )
      return { done: toWorkflowResult(point, details) }
    }),
  )
}

/**
 * The same transition as a part of a dry run: the work of `dryRun` may read its writes. With
 * `isBackground` it also runs the steps that follow the response.
 */
export async function tryTransition(
  deps: RunnerDeps,
  transition: Transition,
  { isBackground }: { isBackground: boolean } = { isBackground: false },
): Promise<WorkflowResult> {
  const written = await writeStatus(deps, transition, 'waits')
  invariant('done' in written, 'a dry run does not wait for other runs')
  const { begun, saved, ...details } = written.done
  if (begun === null) return toWorkflowResult({ run: null, ended: [], saved }, details)
  const reached = await runSteps(deps, { ...begun, saved }, { isBackground: false, isDryRun: true })
  if (!isBackground || reached.run.state !== 'Running') return toWorkflowResult(reached, details)
  const { ended } = reached
  return toWorkflowResult(await continueRun(deps, reached, { isBackground, isDryRun: true, ended }), details)
}

/** The parts of a result that are known with the first write. */
type ResultDetails = Pick<WorkflowResult, 'warnings' | 'returnId'>
type WrittenStatus = ResultDetails & {
  saved: SavedOrder
  /** How far the run of the status has come with the first write; null: the status has no steps. */
  begun: AdvanceResult | null
}

/**
 * Writes the status, the run that it begins and the steps that the run begins with, as far as they
 * need no external call (ADR 41).
 */
async function writeStatus(
  deps: RunnerDeps,
  transition: Transition,
  lock: WriteRequest['lock'],
): Promise<Attempt<WrittenStatus>> {
  const { orderId, isDryRun, isStatusOnly } = transition
  const write = { ...transition.write, lock }
  const change = async (stored: Order, facts: ChangeFacts): Promise<Change<Attempt<WrittenStatus>>> => {
    const { tx, now, underWay } = facts
    const entering = transition.enter(stored, { now, underWay })
    const { returnId = null, keepsStatus = false } = entering
    const status = keepsStatus ? null : entering.entered.name
    const ahead = isDryRun ? null : runAhead(underWay, { status, returnId })
    if (ahead !== null) return { order: stored, result: { ahead } }
    const given = isStatusOnly ? entering : await withSettledExchange(tx, deps, { facts, given: entering, write })
    const { linkedOrder = null } = given
    const { begun, warning: canceled, ...written } = await takeFirstSteps(deps, transition, { given, facts })
    const run = begun?.run ?? null
    return {
      ...written,
      messages: [...(written.messages ?? []), ...(given.messages ?? [])],
      refunds: given.refunds,
      run,
      ...(keepsStatus || given.keepsWaiting === true ? {} : { enters: superseding(run, given) }),
      async conclude(tx, saved) {
        if (linkedOrder !== null) await writeLinkedOrder(tx, deps, { order: linkedOrder, write, now })
        const warnings = resultWarnings({ canceled, unpaid: unpaidGoodsWarning(stored, saved.order, deps.config()) })
        const result = toWorkflowResult({ run, ended: [], saved }, { warnings, returnId })
        if (!isDryRun) await recordFirstWrite(tx, transition, { begun, result })
        return { done: { saved, begun, warnings, returnId } }
      },
      afterCommit() {
        if (run !== null) deps.signals?.ended(run, run.results)
      },
    }
  }
  const { stockLines = () => [] } = transition
  const intent = { orderId, kind: 'transition', needsRuns: true, stockLines, change } as const
  return (await writeOrder<Attempt<WrittenStatus>>({ deps, write }, intent)).result
}
type FirstSteps = Pick<Change, 'order' | 'messages' | 'hasMovedStock'> & { begun: AdvanceResult | null; warning: string | null }

/**
 * Begins the run of a status and runs its first steps. An order that loses or moves reserved goods
 * by the request itself is written before any step: its stock follows with that.
 */
async function takeFirstSteps(
  deps: RunnerDeps,
  transition: Transition,
  { given, facts: { tx, stock, now, stored: known, underWay } }: { given: StatusWithLinkedOrder; facts: ChangeFacts },
): Promise<FirstSteps> {
  const { orderId, write, isStatusOnly, isDryRun } = transition
  const { order: stored, allocations } = known
  if (isStatusOnly) return { order: given.order, begun: null, warning: null, hasMovedStock: false }
  const { orderTypes } = deps.config()
  const type = given.returnId === undefined ? effectiveOrderType(given.order, orderTypes) : requireReturnType(orderTypes)
  const { warning, ...entered } =
    given.keepsStatus === true ? { ...given, warning: null } : warnOfShippedGoods(stored, given, { type, now })
  const stepsRun = entered.orderEntered === null ? undefined : await readStepsRun(tx, orderId)
  const context = runContext(deps, { now, isBackground: false, stored, allocations })
  const begun = beginRun(entered, { id: deps.newId(), startedBy: write.by, type, stepsRun, plan: given.plan }, context)
  if (begun === null) return { order: entered.order, begun, warning, hasMovedStock: false }
  const policy = { connectors: deps.connectors, isDryRun }
  const isLoss = losesStock({ before: stored, after: begun.order }, deps.config())
  if (isLoss) return { order: begun.order, begun, warning, hasMovedStock: false }
  const steps = { advanced: begun, context, policy, stock, isCallOpen: hasOpenCall(underWay) }
  const { advanced, ...progress } = await runInTransactionSteps(tx, deps, steps)
  return { order: advanced.order, begun: advanced, warning, ...progress }
}

/** The result of a request at a point that its runs have reached. */
export function toWorkflowResult(
  { run, ended, saved }: { run: WorkflowRun | null } & Pick<RunPoint, 'ended' | 'saved'>,
  details: ResultDetails = {},
): WorkflowResult {
  return { saved, runs: run === null ? ended : [...ended, run], ...details }
}
