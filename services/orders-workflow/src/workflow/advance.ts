import type { Order } from '@oms/contracts/orders/order'
import { LIST_MAX } from '@oms/contracts/primitives'
import { entityError } from '../domain/entity-errors.ts'
import type { PlannedStep } from '../domain/workflow-plan.ts'
import { conditionsHold, isAborting, resultOf, type StepResult, type WorkflowRun } from '../domain/workflow-run.ts'
import type { StepContext, StepOutcome } from './step-definition.ts'
import { stepNamed } from './step-registry.ts'

export type Advanced = {
  order: Order
  /** With the results so far; its state tells whether it has ended. */
  run: WorkflowRun
  /** The outside call that must be made before the run can go on; null at the end, or where the rest runs in the background. */
  call: { step: PlannedStep; input: unknown } | null
}

export type AdvanceContext = Omit<StepContext, 'run' | 'step'> & {
  /** True: also the steps that run after the answer. */
  isBackground: boolean
  /** The order with its totals as they are after the steps so far. */
  calculated: (order: Order) => Order
}

/**
 * Carries a run on as far as that needs nothing but the order (4-decisions F.1, F.3). Pure: given the same order and run it comes to the
 * same point, so that it can be repeated on a fresher order.
 */
export function advance(order: Order, run: WorkflowRun, context: AdvanceContext): Advanced {
  let current = { order, run }
  for (const step of run.steps) {
    if (current.run.state === 'Aborted') break
    if (resultOf(current.run, step) !== undefined) continue
    if (step.runAfterOrderIsSaved && !context.isBackground) return { ...current, call: null }
    if (!conditionsHold(current.run, step)) continue
    const definition = stepNamed(step.name)
    const stepContext = { ...context, run: current.run, step }
    const asked =
      definition.kind === 'change'
        ? definition.apply(current.order, stepContext)
        : definition.ask(context.calculated(current.order), stepContext)
    if ('input' in asked) return { ...current, call: { step, input: asked.input } }
    current = withOutcome(current.run, asked, stepContext)
  }
  return { order: current.order, run: ended(current.run), call: null }
}

/** The order and the run with what a step gave; an error leaves an entry in the order's errors (4-decisions F.3). */
export function withOutcome(
  run: WorkflowRun,
  outcome: StepOutcome,
  context: Pick<StepContext, 'step' | 'now'> & { started?: string },
) {
  const { step, now } = context
  const result: StepResult = {
    stepId: step.id,
    actionType: step.name,
    actionStatus: outcome.actionStatus,
    errorReason: outcome.errorReason ?? null,
    message: outcome.message ?? null,
    started: context.started ?? now,
    finished: now,
  }
  const next: WorkflowRun = { ...run, results: [...run.results, result] }
  const state = isAborting(next, result) ? ('Aborted' as const) : next.state
  return {
    order: outcome.actionStatus === 'Error' ? withError(outcome.order, next, result) : outcome.order,
    run: { ...next, state },
  }
}

function withError(order: Order, run: WorkflowRun, result: StepResult): Order {
  const error = entityError({
    key: result.actionType,
    message: result.errorReason ?? 'The step failed.',
    severity: isAborting(run, result) ? 'Error' : 'Warning',
    occurred: result.finished,
    referenceId: run.id,
  })
  return { ...order, errors: [...order.errors, error].slice(-LIST_MAX) }
}

function ended(run: WorkflowRun): WorkflowRun {
  return run.state === 'Running' ? { ...run, state: 'Finished' } : run
}
