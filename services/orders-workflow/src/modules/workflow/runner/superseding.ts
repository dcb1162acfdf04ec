import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { WorkflowRun } from '../../../order/rules/status/workflow-run.ts'
import { type OrderAndRun, withoutWaiting } from '../../../runs/end-waiting.ts'
import { readRunsUnderWay } from '../../../runs/run-queries.ts'
import { isFor, type Subject, type SupersedeInput } from '../../../runs/superseded-runs.ts'
import { stepNamed } from '../steps/step-registry.ts'

/** The order as a whole enters its status, as a full update has it. */
const wholeOrder: Subject = { shipmentId: null, orderEntered: null }

/**
 * What a status supersedes that a request enters: runs that wait for it. `begun` is the run that
 * the status begins; null where it has none.
 */
export function superseding(begun: WorkflowRun | null, entered: Subject = wholeOrder): SupersedeInput {
  return { entered, takesOver: (run, stepId) => begun !== null && hasSameStep(begun, run, stepId) }
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

function hasSameStep(begun: WorkflowRun, run: WorkflowRun, stepId: string): boolean {
  const name = run.steps.find(({ id }) => id === stepId)?.name
  return name !== undefined && begun.steps.some((step) => step.id === stepId || stepNamed(step.name) === stepNamed(name))
}
