import type { Order } from '@oms/contracts/orders/order'
import type { Transaction } from '@oms/service-kit/database/transaction'
import type { EnteredStatus } from '../domain/enter-status.ts'
import { returnTypeOf } from '../domain/return-type.ts'
import { typeOf } from '../domain/transitions.ts'
import type { StepsRun } from '../domain/workflow-plan.ts'
import type { WorkflowRun } from '../domain/workflow-run.ts'
import { changeOrder, type SavedOrder, type WriteRequest } from '../persistence/change-order.ts'
import { holdingOrder } from '../persistence/order-lock.ts'
import { readStepsRun } from '../persistence/run-repository.ts'
import type { Advanced } from './advance.ts'
import { advanceContext } from './advance-context.ts'
import { answerInTime } from './answer-in-time.ts'
import { beginRun, endingEvents, isThrough } from './begin-run.ts'
import { rehearse } from './rehearse.ts'
import { carryOn, type RunnerDeps, type RunPoint } from './runner.ts'

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
export type WorkflowResult = { saved: SavedOrder; runs: readonly WorkflowRun[] }

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
    entering(deps, { ...command, write: { ...write, lock } }, { record, finish: finishRequest }),
  )
}

type Begun = Advanced & { saved: SavedOrder }
type Ending = {
  record: EnterAndRun['record']
  finish(deps: RunnerDeps, begun: Begun, record: EnterAndRun['record']): Promise<WorkflowResult>
}

async function entering(deps: RunnerDeps, command: EnterAndRun, { record, finish }: Ending): Promise<WorkflowResult> {
  const { orderId, write } = command
  const kept: { begun: Advanced | null; entered: EnteredStatus | null; stepsRun: StepsRun } = {
    begun: null,
    entered: null,
    stepsRun: new Map(),
  }
  const saved = await changeOrder(deps, {
    ...write,
    orderId,
    isLocking: command.look !== undefined,
    async look(tx, order, now) {
      await command.look?.(tx, order)
      kept.entered = command.enter(order, now)
      if (kept.entered.orderEntered !== null) kept.stepsRun = await readStepsRun(tx, orderId)
    },
    apply(order, now) {
      const entered = kept.entered as EnteredStatus
      kept.begun = command.isStatusOnly
        ? null
        : begin(deps, entered, { stored: order, now, by: write.by, stepsRun: kept.stepsRun })
      return kept.begun?.order ?? entered.order
    },
    begins: () => kept.begun?.run ?? null,
    alsoTell: () => endingEvents(kept.begun?.run ?? null),
    hasAlongside: () =>
      command.alongside !== undefined || command.recordInterim !== undefined || kept.begun === null || isThrough(kept.begun),
    async alongside(tx, written) {
      const { begun } = kept
      await command.alongside?.(tx, written)
      const isDone = begun === null || isThrough(begun)
      await (isDone ? record : command.recordInterim)?.(tx, resultOf({ run: begun?.run ?? null, ended: [], saved: written }))
    },
  })
  const { begun } = kept
  if (begun === null) return resultOf({ run: null, ended: [], saved })
  return finish(deps, { ...begun, saved }, record)
}

type Moment = { stored: Order; now: string; by: string; stepsRun: StepsRun }

function begin(deps: RunnerDeps, entered: EnteredStatus, { stored, now, by, stepsRun }: Moment): Advanced | null {
  const { orderTypes } = deps.config()
  const type = entered.returnId === undefined ? typeOf(entered.order, orderTypes) : returnTypeOf(orderTypes)
  const context = advanceContext(deps, { now, isBackground: false, stored })
  return beginRun(entered, { id: deps.newId(), startedBy: by, type, stepsRun }, context)
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
