import type { OrderButton } from '@open-oms/contracts/config/console-places'
import { DomainError, invariant } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import { assertWritable } from '../../order/rules/context/order-guards.ts'
import { effectiveOrderType } from '../../order/rules/status/order-type.ts'
import type { PlannedStep } from '../../order/rules/status/workflow-plan.ts'
import { keepingStatus, moneyStep } from './runner/money-step.ts'
import { runContext } from './runner/run-context.ts'
import type { RunnerDeps } from './runner/runner-deps.ts'
import { buttonStep } from './steps/ask/ask.ts'
import { type Transition, transitionOrder, type WorkflowResult } from './transition-order.ts'

export type PressButton = Pick<Transition, 'orderId' | 'isDryRun' | 'write' | 'record' | 'recordInterim'> & {
  button: OrderButton
}

/**
 * Asks the service of a button about an order, and does what it answers, by a run of one step
 * (workflow.md#buttons). The order keeps its status unless the answer names one. A dry run asks
 * too, outside of any transaction, and returns the order as it would be. Raises `ButtonNotOffered`,
 * `NotFound`, `Forbidden`, `VersionConflict`, `OrderIsReadOnly`, `OrderIsDeleted`,
 * `ResourceLocked`.
 */
export async function pressButton(deps: RunnerDeps, { button, ...command }: PressButton): Promise<WorkflowResult> {
  const transition: Transition = {
    ...command,
    isStatusOnly: false,
    enter(order) {
      assertWritable(order)
      requireOffered(button, order)
      const type = effectiveOrderType(order, deps.config().orderTypes)
      const planned = moneyStep(order, type, { id: `button-${button.id}`, step: buttonStep, like: [] })
      const properties = [{ key: 'Question', value: button.question ?? button.id }]
      return keepingStatus(order, type, [{ ...planned, connector: button.connector, properties }])
    },
  }
  const pressed = await transitionOrder(deps, transition)
  if (!command.isDryRun) return pressed
  // Nobody was asked so far: it has passed all rules, and shows the question.
  const [run] = pressed.runs
  const [step] = run?.steps ?? []
  if (run === undefined || step === undefined || run.results.some(({ actionStatus }) => actionStatus === 'Error')) return pressed
  const dryRunReplies = new Map([[step.id, await askInDryRun(deps, { order: pressed.saved.order, run, step })]])
  return transitionOrder({ ...deps, connectors: { ...deps.connectors, dryRunReplies } }, transition)
}

function requireOffered({ id, statuses }: OrderButton, { status }: Order): void {
  if (statuses.length === 0 || (status !== null && statuses.includes(status))) return
  throw new DomainError('ButtonNotOffered', `Button "${id}" is not for orders in status "${status}".`)
}

type ButtonPress = { order: Order; run: NonNullable<WorkflowResult['runs'][number]>; step: PlannedStep }

function askInDryRun(deps: RunnerDeps, { order, run, step }: ButtonPress): Promise<unknown> {
  const context = runContext(deps, { now: deps.now().toISOString(), isBackground: false, stored: order })
  const asked = buttonStep.ask(order, { ...context, run, step })
  invariant('input' in asked, 'a button asks about its order')
  const signal = AbortSignal.timeout(step.timeoutMs)
  return buttonStep.call(asked.input, { connectors: deps.connectors, timeoutMs: step.timeoutMs, signal, isDryRun: true })
}
