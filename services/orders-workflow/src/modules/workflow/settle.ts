import { DomainError, invariant } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { changeOrder, type SavedOrder } from '../../order/change-order.ts'
import type { StepsRun } from '../../order/status/workflow-plan.ts'
import type { WorkflowRun } from '../../order/status/workflow-run.ts'
import { type Advanced, advance, withOutcome } from './advance.ts'
import { advanceContext } from './advance-context.ts'
import { endingEvents, isThrough } from './begin-run.ts'
import { type FollowContext, follow } from './follow.ts'
import { type ThroughInnerSteps, throughInnerSteps } from './inner-step.ts'
import type { CarryOn, RunnerDeps, RunPoint } from './runner.ts'
import { isRunThere, readStepsRun, saveProgress } from './runs/run-store.ts'
import type { CallStep } from './step-definition.ts'

/** The answer to a call, to be written down. */
export type CallAnswer = NonNullable<Advanced['call']> & { definition: CallStep; output: unknown; started: string }

export type Settling = CarryOn & {
  answer: CallAnswer | null
  /** The order as this process last wrote it. */
  known?: SavedOrder
}

/** Where a run stands after a write: the run itself, and the one that has followed it in the same write. */
type Reached = { held: WorkflowRun; begun: WorkflowRun | null; advanced: Advanced }

/**
 * Writes the outcome of a call and of the steps after it that reach nobody outside, all in one transaction with the order they change; a run that
 * ends in it and leads on to another begins that one too.
 */
export async function settle(deps: RunnerDeps, run: WorkflowRun, settling: Settling): Promise<RunPoint> {
  const { answer, isBackground, isRehearsal = false, lastly, ended = [] } = settling
  const reach = { connectors: deps.connectors, isRehearsal }
  const kept: { last: Reached | null; inner: ThroughInnerSteps | null } = { last: null, inner: null }
  const reached = (): Reached => {
    invariant(kept.last !== null, 'an order is looked at before anything is done with it')
    return kept.last
  }
  const point = (): Omit<RunPoint, 'saved'> => {
    const { held, begun, advanced } = reached()
    const { call, followUp } = advanced
    return { run: begun ?? held, call, followUp, ended: begun === null ? ended : [...ended, held] }
  }
  const saved = await changeOrder(deps, {
    orderId: run.orderId,
    operation: 'Workflow',
    by: run.startedBy ?? 'workflow',
    // Not `startedBy`: a user id that a request names may be somebody's e-mail address, and events hold no personal data.
    actor: 'workflow',
    // Whoever began the run was allowed to.
    requireScope: () => undefined,
    lock: 'waits',
    isLocking: true,
    known: settling.known,
    async look(tx, order, now) {
      const stepsRun: StepsRun = run.shipmentId === null ? new Map() : await readStepsRun(tx, run.orderId)
      const context = advanceContext(deps, { now, isBackground, stored: order, stepsRun })
      kept.inner = await throughInnerSteps(tx, deps, { advanced: advanceWith({ order, run }, answer, context), context, reach })
      kept.last = reachedFrom(kept.inner.advanced, context)
    },
    apply: () => reached().advanced.order,
    movesStock: () => kept.inner?.hasMovedStock === true,
    begins: () => reached().begun,
    alsoTell: () => [...endingEvents(reached().held), ...endingEvents(reached().begun)],
    async alongside(tx, written) {
      const { held, advanced } = reached()
      await kept.inner?.write()
      await keepProgress(tx, { before: run, after: held, closedStepId: answer?.step.id ?? null })
      if (isThrough(advanced)) await lastly?.(tx, { ...point(), saved: written })
    },
  })
  return { ...point(), saved }
}

function reachedFrom(advanced: Advanced, context: FollowContext): Reached {
  if (advanced.followUp === null) return { held: advanced.run, begun: null, advanced }
  const { order, ended, begun } = follow(advanced, context)
  if (begun === null) return { held: ended, begun, advanced: { order, run: ended, call: null, followUp: null } }
  return { held: ended, begun: begun.run, advanced: begun }
}

type Progress = {
  before: WorkflowRun
  after: WorkflowRun
  /** The step whose call has been answered. */
  closedStepId: string | null
}

async function keepProgress(tx: Transaction, { before, after, closedStepId }: Progress): Promise<void> {
  const known = new Set(before.results)
  const news = after.results.filter((result) => !known.has(result))
  const closed = news.find((result) => result.stepId === closedStepId) ?? null
  const added = news.filter((result) => result !== closed)
  if (!(await saveProgress(tx, after, { closed, added }))) throw await lossOf(tx, after)
}

/** Why this process does not hold a run any more: `NotFound` when its order was purged, else another has taken it over. */
export async function lossOf(database: Pick<Transaction, 'query'>, run: WorkflowRun): Promise<DomainError> {
  if (await isRunThere(database, run.id)) return takenOver()
  return new DomainError('NotFound', `Order "${run.orderId}" was purged.`)
}

/** What a process hears that has been silent for too long. */
function takenOver(): DomainError {
  return new DomainError('Unavailable', 'Another process has taken this workflow run over.', { retryAfterSeconds: 1 })
}

/** The point that the run comes to with what is known by now. */
function advanceWith(
  { order, run }: { order: Order; run: WorkflowRun },
  answer: CallAnswer | null,
  context: FollowContext,
): Advanced {
  if (answer === null) return advance(order, run, context)
  const stepContext = { ...context, run, step: answer.step, started: answer.started }
  const outcome = answer.definition.record(order, { input: answer.input, output: answer.output }, stepContext)
  const known = withOutcome(run, outcome, stepContext)
  return advance(known.order, known.run, context)
}
