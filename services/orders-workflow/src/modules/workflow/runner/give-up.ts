import type { Order } from '@open-oms/contracts/orders/order'
import { writeOrder } from '../../../order/write/write-orders.ts'
import { withoutWaiting } from '../../../runs/end-waiting.ts'
import type { StoredRun } from '../../../runs/run-rows.ts'
import { runLostError } from '../../../runs/run-store.ts'
import { interruptRun } from '../../../runs/run-take-over.ts'
import { stepNamed } from '../steps/step-registry.ts'
import { workflowWriteRequest } from './record-progress.ts'
import { type RunContext, runContext } from './run-context.ts'
import type { RunnerDeps } from './runner-deps.ts'

/**
 * Gives up a run that was taken over again and again without coming to an end: it waits for
 * someone to resume it, and its errors are open. A call that may have had its effect unheard is
 * written into the order in the same transaction, so that every later run asks for the same again
 * before it asks for anything else (workflow.md#durability). An order that cannot take it does not
 * keep the run from being given up.
 */
export async function giveUp(deps: RunnerDeps, held: StoredRun): Promise<void> {
  const { run } = held
  const isGivenUp = await recordGivenUp(deps, held).then(
    () => true,
    (err: unknown) => {
      deps.log.error({ err, runId: run.id }, 'that a run is given up could not be recorded in its order')
      return false
    },
  )
  if (isGivenUp || (await interruptRun(deps, run.id)))
    deps.log.error({ runId: run.id, orderId: run.orderId }, 'a workflow run could not be completed and is given up')
}

async function recordGivenUp(deps: RunnerDeps, held: StoredRun): Promise<void> {
  const { run } = held
  const record = lostCallWriter(held)
  await writeOrder(
    { deps, write: workflowWriteRequest(run) },
    {
      orderId: run.orderId,
      kind: 'step',
      change(order, { now }) {
        const context = runContext(deps, { now, isBackground: true, stored: order })
        return {
          // Nobody tries its steps again now, nor those that Resume has made it try without
          // waiting.
          order: withoutWaiting({ order: record?.(order, context) ?? order, run }, now).order,
          async also(tx) {
            if (!(await interruptRun(tx, run.id))) throw await runLostError(tx, run)
          },
        }
      },
    },
  )
}

/**
 * Writes the open call of a run into an order as without a response; null when there is nothing to
 * write.
 */
function lostCallWriter({ run, open }: StoredRun): ((order: Order, context: RunContext) => Order) | null {
  const step = run.steps.find(({ id }) => id === open?.stepId)
  if (step === undefined || open === null) return null
  const { input } = open
  const definition = stepNamed(step.name)
  const output = definition.kind === 'call' ? definition.withoutResponse?.(input) : undefined
  if (definition.kind !== 'call' || output === undefined) return null
  return (order, context) => definition.record(order, { input, output }, { ...context, run, step }).order
}
