import type { Order } from '@oms/contracts/orders/order'
import type { Transaction } from '@oms/service-kit/database/transaction'
import type { OrderEvent } from '../../order/order-events.ts'
import type { EnteredStatus } from '../../order/status/enter-status.ts'
import type { WorkflowRun } from '../../order/status/workflow-run.ts'
import { withoutWaiting } from './domain/end-waiting.ts'
import { endingEvents } from './runner/advance.ts'
import type { StoredRun } from './runs/run-rows.ts'
import { endWaitingRuns } from './runs/run-wake.ts'
import { stepNamed } from './steps/step-registry.ts'

/** A status that a request enters. */
export type Superseding = {
  entered: Pick<EnteredStatus, 'shipmentId' | 'returnId' | 'orderEntered'>
  /** The run that the status begins; null: it has none. */
  begun: WorkflowRun | null
  underWay: readonly StoredRun[]
  /** ISO 8601 UTC. */
  now: string
}

/**
 * Ends the waiting of runs for what enters a status by request, the same one included
 * (workflow.md#waiting-runs). Returns the order with that, and the events of the ends. The order
 * must be locked.
 */
export async function endSupersededRuns(tx: Transaction, order: Order, superseding: Superseding) {
  const { ended, ...next } = withoutSuperseded(order, superseding)
  await endWaitingRuns(tx, ended, superseding.now)
  return next
}

export type WithoutSuperseded = { order: Order; ended: readonly WorkflowRun[]; events: OrderEvent[] }

/**
 * What `endSupersededRuns` makes of an order, and the runs that have ended, which are still to be
 * written. What a step of the new run takes care of is solved; the other errors are open.
 */
export function withoutSuperseded(order: Order, { entered, begun, underWay, now }: Superseding): WithoutSuperseded {
  const waiting = underWay.filter(({ run }) => run.state === 'Waiting' && isFor(run, entered))
  let current = order
  const ended: WorkflowRun[] = []
  for (const { run } of waiting) {
    const isTakenOver = (stepId: string) => begun !== null && hasSameStep(begun, run, stepId)
    const next = withoutWaiting({ order: current, run }, now, (stepId) =>
      isTakenOver(stepId) ? { becomes: 'Solved', by: 'workflow' } : { becomes: 'open', by: '' },
    )
    current = next.order
    ended.push(next.run)
  }
  return { order: current, ended, events: ended.flatMap(endingEvents) }
}

/** A status of the whole order is one of its shipments too. */
function isFor(run: WorkflowRun, { shipmentId, returnId: formId, orderEntered }: Superseding['entered']): boolean {
  const returnId = formId ?? null
  if (run.returnId !== returnId) return false
  if (returnId !== null || shipmentId === null || run.shipmentId === shipmentId) return true
  return run.shipmentId === null && orderEntered !== null
}

function hasSameStep(begun: WorkflowRun, run: WorkflowRun, stepId: string): boolean {
  const name = run.steps.find(({ id }) => id === stepId)?.name
  return name !== undefined && begun.steps.some((step) => step.id === stepId || stepNamed(step.name) === stepNamed(name))
}
