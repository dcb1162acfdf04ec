import type { Order } from '@open-oms/contracts/orders/order'
import { type OrderEvent, workflowEvent } from '../order/rules/order-events.ts'
import type { EnteredStatus } from '../order/rules/status/enter-status.ts'
import type { WorkflowRun } from '../order/rules/status/workflow-run.ts'
import { withoutWaiting } from './end-waiting.ts'
import type { StoredRun } from './run-rows.ts'

/** What a run is for: an order, one of its shipments, or one of its return forms. */
export type Subject = Pick<EnteredStatus, 'shipmentId' | 'returnId' | 'orderEntered'>

/** A status that a request enters. */
export type SupersedeInput = {
  entered: Subject
  /** Whether the run that the status begins does what a step of another run waits for. */
  takesOver(run: WorkflowRun, stepId: string): boolean
}

export type SupersedeResult = { order: Order; ended: readonly WorkflowRun[]; events: OrderEvent[] }

/**
 * Ends the waiting of runs for what enters a status by request, the same one included
 * (workflow.md#waiting-runs). Returns the order with that, the runs that have ended, which are
 * still to be written, and the events of the ends. What a step of the new run takes care of is
 * solved; the other errors are open. Null: nothing is superseded.
 */
export function endSupersededRuns(
  order: Order,
  superseding: SupersedeInput | null,
  { underWay, now }: { underWay: readonly StoredRun[]; now: string },
): SupersedeResult {
  if (superseding === null) return { order, ended: [], events: [] }
  const { entered, takesOver } = superseding
  const waiting = underWay.filter(({ run }) => run.state === 'Waiting' && isFor(run, entered))
  let current = order
  const ended: WorkflowRun[] = []
  for (const { run } of waiting) {
    const next = withoutWaiting({ order: current, run }, now, (stepId) =>
      takesOver(run, stepId) ? { becomes: 'Solved', by: 'workflow' } : { becomes: 'open', by: '' },
    )
    current = next.order
    ended.push(next.run)
  }
  return { order: current, ended, events: ended.flatMap(endingEvents) }
}

/** The event of the end of a run, if it has ended; one that waits has not. */
export function endingEvents(run: WorkflowRun | null): OrderEvent[] {
  return run === null || ['Running', 'Waiting', 'Held'].includes(run.state) ? [] : [workflowEvent(run)]
}

/**
 * Whether a run is for something that enters a status. That of the whole order is one of its
 * shipments too.
 */
export function isFor(run: WorkflowRun, { shipmentId, returnId: formId, orderEntered }: Subject): boolean {
  const returnId = formId ?? null
  if (run.returnId !== returnId) return false
  if (returnId !== null || shipmentId === null || run.shipmentId === shipmentId) return true
  return run.shipmentId === null && orderEntered !== null
}
