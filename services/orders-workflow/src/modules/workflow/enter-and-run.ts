import { invariant } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { changeOrder, type SavedOrder, type WriteRequest } from '../../order/change-order.ts'
import { returnTypeOf } from '../../order/document/return-type.ts'
import { losesStock } from '../../order/lost-stock.ts'
import { holdingOrder } from '../../order/order-lock.ts'
import type { EnteredStatus } from '../../order/status/enter-status.ts'
import { handlingTypeOf } from '../../order/status/transitions.ts'
import type { WorkflowRun } from '../../order/status/workflow-run.ts'
import type { Advanced } from './advance.ts'
import { advanceContext } from './advance-context.ts'
import { answerInTime } from './answer-in-time.ts'
import { beginRun, endingEvents, isThrough } from './begin-run.ts'
import { warnOfShippedGoods } from './domain/shipped-goods-canceled.ts'
import { inTurn } from './in-turn.ts'
import { isInnerStep, type ThroughInnerSteps, throughInnerSteps } from './inner-step.ts'
import { rehearse } from './rehearse.ts'
import { carryOn, type RunnerDeps, type RunPoint } from './runner.ts'
import { readStepsRun } from './runs/run-store.ts'
import { type RunsUnderWay, readRunsUnderWay, requireTurn } from './runs-ahead.ts'

export type EnterAndRun = {
  orderId: string
  write: WriteRequest
  /** True: only tell what would happen; nothing is kept, sent or called (4-decisions F.11). */
  isRehearsal: boolean
  /** True: the status is written and no step runs (4-decisions F.6). */
  isStatusOnly: boolean
  /** Pure: what the request makes of the order before the steps run. Applied again when another write came before. */
  enter(order: Order, now: string): EnteredStatus
  /** Reads what stands against it, on an order that is locked then; refuses by raising. */
  look?: ((tx: Transaction, order: Order) => Promise<void>) | undefined
  /** Further statements of the transaction that writes the status; when it throws, nothing is written. Not called in a rehearsal. */
  alongside?: ((tx: Transaction, saved: SavedOrder) => Promise<void>) | undefined
  /** Keeps the answer in the transaction that brings it about; not called in a rehearsal. */
  record: (tx: Transaction, result: WorkflowResult) => Promise<void>
  /** Keeps what the answer is if the process dies after the status was written; absent when nothing is to be kept. Not called in a rehearsal. */
  recordInterim?: ((tx: Transaction, result: WorkflowResult) => Promise<void>) | undefined
}

/** The order after the steps of the request, and the runs that carried them out, the first one first. */
export type WorkflowResult = {
  saved: SavedOrder
  runs: readonly WorkflowRun[]
  /** The warning of goods that had left and were cancelled; null or absent: none. */
  warning?: string | null
}

/**
 * Lets an order, or one of its shipments, enter a status and carries out the steps of that status and what they lead on to (document 3, rules
 * 3, 4, 5 and 7; 4-decisions F). The status is written first; a step that fails leaves it. Raises what `enter` raises, `NotFound`, `Forbidden`,
 * `VersionConflict`, `ResourceLocked`, and what the invariants of an order raise.
 */
export async function enterAndRun(deps: RunnerDeps, command: EnterAndRun): Promise<WorkflowResult> {
  if (command.isRehearsal)
    return rehearse(deps, (rehearsing) => {
      const write = { ...command.write, lock: 'waits' as const }
      return entering(
        rehearsing,
        { ...command, write, recordInterim: undefined },
        { record: async () => undefined, finish: finishRehearsal },
      )
    })
  const { orderId, write, record } = command
  return holdingOrder(deps, orderId, (lock) =>
    inTurn(deps, orderId, (left) => entering(left, { ...command, write: { ...write, lock } }, { record, finish: finishRequest })),
  )
}

type Begun = Advanced & { saved: SavedOrder }
type Ending = {
  record: EnterAndRun['record']
  finish(deps: RunnerDeps, begun: Begun, record: EnterAndRun['record']): Promise<WorkflowResult>
}

/** What the first write holds: the order in its status, and the run with the inner steps that it begins with. */
type FirstWrite = { order: Order; begun: Advanced | null; inner: ThroughInnerSteps | null; warning: string | null }

async function entering(deps: RunnerDeps, command: EnterAndRun, { record, finish }: Ending): Promise<WorkflowResult> {
  const { orderId, write } = command
  const kept: { first: FirstWrite | null; others: RunsUnderWay } = { first: null, others: { isCallOpen: false, ahead: [] } }
  const first = (): FirstWrite => {
    invariant(kept.first !== null, 'an order is looked at before anything is done with it')
    return kept.first
  }
  const begun = () => first().begun
  const warned = (result: WorkflowResult): WorkflowResult => ({ ...result, warning: first().warning })
  const isDone = () => begun() === null || isThrough(begun() as Advanced)
  const saved = await changeOrder(deps, {
    ...write,
    orderId,
    // Inner steps lock more than the order, and no other run may begin meanwhile.
    isLocking: true,
    lookAlong: async (tx) => {
      kept.others = await readRunsUnderWay(tx, orderId)
    },
    async look(tx, order, now) {
      await command.look?.(tx, order)
      kept.first = await enterStored(tx, deps, { command, stored: order, now, others: kept.others })
    },
    apply: () => first().order,
    movesStock: () => first().inner?.hasMovedStock === true,
    begins: () => begun()?.run ?? null,
    alsoTell: () => endingEvents(begun()?.run ?? null),
    hasAlongside: () =>
      first().inner !== null || command.alongside !== undefined || command.recordInterim !== undefined || isDone(),
    async alongside(tx, written) {
      await first().inner?.write()
      await command.alongside?.(tx, written)
      const recording = isDone() ? record : command.recordInterim
      await recording?.(tx, warned(resultOf({ run: begun()?.run ?? null, ended: [], saved: written })))
    },
  })
  const reached = begun()
  if (reached === null) return warned(resultOf({ run: null, ended: [], saved }))
  return warned(await finish(deps, { ...reached, saved }, (tx, result) => record(tx, warned(result))))
}

type Entering = { command: EnterAndRun; stored: Order; now: string; others: RunsUnderWay }

/**
 * Lets a stored order enter its status, and carries its run on through the inner steps that it begins with: they are written with the status. An
 * order that loses or moves reserved goods by the request itself is written before: its stock is settled with that.
 */
async function enterStored(tx: Transaction, deps: RunnerDeps, { command, stored, now, others }: Entering): Promise<FirstWrite> {
  const given = command.enter(stored, now)
  const { returnId = null } = given
  if (!command.isRehearsal) requireTurn(others, { status: given.entered.name, returnId })
  if (command.isStatusOnly) return { order: given.order, begun: null, inner: null, warning: null }
  const { orderTypes } = deps.config()
  const type = returnId === null ? handlingTypeOf(given.order, orderTypes) : returnTypeOf(orderTypes)
  const { warning, ...entered } = warnOfShippedGoods(stored, given, { type, now })
  const stepsRun = entered.orderEntered === null ? undefined : await readStepsRun(tx, command.orderId)
  const context = advanceContext(deps, { now, isBackground: false, stored })
  const begun = beginRun(entered, { id: deps.newId(), startedBy: command.write.by, type, stepsRun }, context)
  if (begun === null) return { order: entered.order, begun, inner: null, warning }
  const reach = { connectors: deps.connectors, isRehearsal: command.isRehearsal }
  const isLoss = losesStock({ before: stored, after: begun.order }, deps.config())
  if (isLoss || !isInnerStep(begun.call, reach)) return { order: begun.order, begun, inner: null, warning }
  const inner = await throughInnerSteps(tx, deps, { advanced: begun, context, reach, isCallOpen: others.isCallOpen })
  return { order: inner.advanced.order, begun: inner.advanced, inner, warning }
}

async function finishRequest(deps: RunnerDeps, begun: Begun, record: EnterAndRun['record']): Promise<WorkflowResult> {
  return resultOf(await answerInTime(deps, begun, (tx, point) => record(tx, resultOf(point))))
}

async function finishRehearsal(deps: RunnerDeps, begun: Begun): Promise<WorkflowResult> {
  return resultOf(await carryOn(deps, begun, { isBackground: false, isRehearsal: true }))
}

/** What the answer tells of a point that the runs have come to. */
export function resultOf({ run, ended, saved }: { run: WorkflowRun | null } & Pick<RunPoint, 'ended' | 'saved'>): WorkflowResult {
  return { saved, runs: run === null ? ended : [...ended, run] }
}
