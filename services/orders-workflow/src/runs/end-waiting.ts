import type { Order } from '@open-oms/contracts/orders/order'
import { isRunAborted, type WorkflowRun } from '../order/rules/status/workflow-run.ts'
import { type WaitingErrorOutcome, withoutWaitingErrors } from './step-errors.ts'

/** An order and a run of it. */
export type OrderAndRun = { order: Order; run: WorkflowRun }

/**
 * The order and the run when none of its steps is tried again: the run is over as if it had never
 * waited, and its errors become what `becomes` says of the step that left them
 * (workflow.md#waiting-runs).
 */
export function withoutWaiting(
  { order, run }: OrderAndRun,
  now: string,
  becomes: (stepId: string) => Omit<WaitingErrorOutcome, 'now'> = () => ({ becomes: 'open', by: '' }),
): OrderAndRun {
  const ended = withoutWaitingErrors(order, run.id, ({ stepId }) => ({ ...becomes(stepId ?? ''), now }))
  if (run.state !== 'Waiting') return { order: ended, run: { ...run, waiting: [] } }
  const isAborted = isRunAborted(run)
  const next = isAborted ? run.next.filter(({ kind }) => kind === 'steps') : []
  return { order: ended, run: { ...run, waiting: [], state: isAborted ? 'Aborted' : 'Finished', next } }
}

/**
 * The status of the order, shipment or return form of a run; null when it was deleted.
 */
export function subjectStatus(
  order: Order,
  { shipmentId, returnId }: Pick<WorkflowRun, 'shipmentId' | 'returnId'>,
): string | null {
  if (returnId !== null) return order.returnOrderForms.find((form) => form.returnId === returnId)?.status ?? null
  if (shipmentId === null) return order.status
  return order.orderForm.shipments.find((shipment) => shipment.shipmentId === shipmentId)?.orderStatus ?? null
}
