import type { Order } from '@oms/contracts/orders/order'
import type { Transaction } from '@oms/service-kit/database/transaction'
import type { OrderEvent } from '../../../order/order-events.ts'
import type { EnteredStatus } from '../../../order/status/enter-status.ts'
import type { WorkflowRun } from '../../../order/status/workflow-run.ts'
import { type OrderAndRun, withoutWaiting } from '../domain/end-waiting.ts'
import { readRunsUnderWay } from '../runs/run-queries.ts'
import type { StoredRun } from '../runs/run-rows.ts'
import { endWaitingRuns } from '../runs/run-wake.ts'
import { stepNamed } from '../steps/step-registry.ts'
import { endingEvents } from './advance.ts'

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

/**
 * A run that is about to wait, where a later one of the same status will do what it waits for: it
 * ends as by that status's request, with its errors solved (workflow.md#waiting-runs). The run as
 * it is where there is no such one. The order must be locked.
 */
export async function withoutSupersededWait(tx: Transaction, { order, run }: OrderAndRun, now: string): Promise<OrderAndRun> {
  if (run.state !== 'Waiting') return { order, run }
  const underWay = await readRunsUnderWay(tx, run.orderId)
  const waitsFor = run.waiting.map(({ stepId }) => stepId)
  const isLater = underWay.some(
    ({ run: other }) => isLaterThan(other, run) && waitsFor.every((id) => hasSameStep(other, run, id)),
  )
  return isLater ? withoutWaiting({ order, run }, now, () => ({ becomes: 'Solved', by: 'workflow' })) : { order, run }
}

/** Whether a run began after another, with the same status of what that one is for. */
function isLaterThan(other: WorkflowRun, run: WorkflowRun): boolean {
  if (other.status !== run.status || other.id === run.id) return false
  const { shipmentId, returnId } = other
  const entered = { shipmentId, ...(returnId === null ? {} : { returnId }), orderEntered: null }
  return isFor(run, entered) && (other.started > run.started || (other.started === run.started && other.id > run.id))
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
