import type { WorkflowRun } from '../../../order/rules/status/workflow-run.ts'
import type { Rename } from './migrate-order.ts'

/** Properties of steps that name a status. */
const statusProperties: ReadonlySet<string> = new Set(['ErrorStatus'])

/**
 * A run that is not under way, with the new names of statuses: what it is for, what it waits in,
 * what follows it and what its steps name. So it continues as if its order had always had them
 * (workflow.md#order-migration). The same run when nothing changes. Pure.
 */
export function migratedRun(run: WorkflowRun, renamed: { ofOrder: Rename; ofReturnForm: Rename }): WorkflowRun {
  const rename = run.returnId === null ? renamed.ofOrder : renamed.ofReturnForm
  const steps = run.steps.map((step) => ({
    ...step,
    properties: step.properties.map((property) =>
      statusProperties.has(property.key) && property.value !== null
        ? { ...property, value: renamed.ofOrder(property.value) }
        : property,
    ),
  }))
  const next: WorkflowRun = {
    ...run,
    status: rename(run.status),
    waiting: run.waiting.map((waiting) => ({ ...waiting, status: waiting.status === null ? null : rename(waiting.status) })),
    next: run.next.map((followUp) => ({ ...followUp, status: rename(followUp.status) })),
    steps,
  }
  return JSON.stringify(next) === JSON.stringify(run) ? run : next
}
