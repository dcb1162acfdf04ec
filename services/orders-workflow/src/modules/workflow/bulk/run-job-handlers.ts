import { DomainError } from '@open-oms/contracts/errors'
import type { StepResult, WorkflowRun } from '../../../order/rules/status/workflow-run.ts'
import { isAborting } from '../../../order/rules/status/workflow-run.ts'
import { readRun } from '../../../runs/run-queries.ts'
import type { ItemResult } from '../../jobs/item-store.ts'
import type { JobHandlers, JobItem } from '../../jobs/job-item.ts'
import { dismissRun } from '../dismiss-run.ts'
import { type ResumeRun, resumeRun } from '../resume-run.ts'
import type { RunnerDeps } from '../runner/runner-deps.ts'

/**
 * What jobs do with runs: each as its own endpoint would, with the same rules, on behalf of who has
 * made the job (workflow.md#bulk-work-on-runs).
 */
export function runJobHandlers(deps: RunnerDeps): JobHandlers {
  return {
    ResumeRuns: (item) => resume(deps, item, { what: 'stopped' }),
    RetryRuns: (item) => resume(deps, item, { what: 'failed' }),
    DismissRuns: (item) => dismiss(deps, item),
  }
}

const operations = { stopped: 'ResumeWorkflowRun', failed: 'RetryWorkflowStep' } as const

async function resume(deps: RunnerDeps, item: JobItem, { what }: { what: keyof typeof operations }): Promise<ItemResult> {
  const { orderId, runId } = itemRunKey(item)
  const isFailure = what === 'failed' ? isFailed : isAborting
  if (item.hasBegun) return toItemResult(await readRun(deps, { orderId, runId }), isFailure)
  const command: ResumeRun = {
    orderId,
    runId,
    steps: what,
    write: item.writeAs(operations[what]),
    isDryRun: false,
    record: () => Promise.resolve(),
    reopened: item.begin,
  }
  const { runs } = await resumeRun(deps, command)
  return toItemResult(runs.find(({ id }) => id === runId) ?? null, isFailure)
}

async function dismiss(deps: RunnerDeps, item: JobItem): Promise<ItemResult> {
  const run = itemRunKey(item)
  if (!item.hasBegun) await dismissRun(deps, { ...run, write: item.writeAs('DismissWorkflowRun'), dismissed: item.begin })
  return { outcome: 'Succeeded', reason: null }
}

/** The run of an item. Raises `NotFound`, also for one that is not for who has made the job. */
function itemRunKey({ key: runId, orderId }: JobItem): { orderId: string; runId: string } {
  if (orderId === null) throw new DomainError('NotFound', `There is no workflow run "${runId}".`)
  return { orderId, runId }
}

function isFailed(_run: WorkflowRun, { actionStatus }: StepResult): boolean {
  return actionStatus === 'Error'
}

/** The result of resuming a run; null for one that was deleted with its order. */
function toItemResult(run: WorkflowRun | null, isFailure: (run: WorkflowRun, result: StepResult) => boolean): ItemResult {
  if (run === null) return { outcome: 'Refused', reason: 'The run no longer exists: its order was purged.' }
  const failure = run.results.find((result) => isFailure(run, result))
  switch (run.state) {
    case 'Running':
      return { outcome: 'Succeeded', reason: 'It continues in the background.' }
    case 'Held':
      return { outcome: 'Failed', reason: 'The order is held; the run continues when its holds are released.' }
    case 'Interrupted':
      return { outcome: 'Failed', reason: 'The run was given up again.' }
    case 'Waiting':
      return { outcome: 'Failed', reason: waitingReason(run) }
    default:
      if (failure === undefined && run.state === 'Finished') return { outcome: 'Succeeded', reason: null }
      return { outcome: 'Failed', reason: failure?.errorReason ?? 'The run was ended: nothing is left to do for it.' }
  }
}

function waitingReason({ waiting }: WorkflowRun): string {
  const [next] = waiting.toSorted((a, b) => a.nextAttempt.localeCompare(b.nextAttempt))
  return next === undefined ? 'A step is tried again later.' : `${next.reason} It is tried again at ${next.nextAttempt}.`
}
