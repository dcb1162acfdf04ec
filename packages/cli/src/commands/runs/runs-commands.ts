import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { searchWorkflowRuns } from '@open-oms/contracts/orders/workflow/routes/workflow-runs'
import type { FoundWorkflowRun, WorkflowRunSearchResult } from '@open-oms/contracts/orders/workflow/run-search'
import type { ApiClient } from '../../api/api-client.ts'
import type { DeclareCommand } from '../../command.ts'
import { formatAge } from '../../moment.ts'
import { table } from '../../output/table.ts'
import { positiveNumber } from '../../positive-number.ts'
import { dismissRuns, resumeRuns, retryRuns } from './change-runs.ts'
import { addRunFilter, type RunFilter, readRunFilter } from './run-filter.ts'

const TAKE_DEFAULT = 50
const PAGE_MAX = 250

/** `oms runs list`: the queue of what failed, was interrupted or waits (workflow.md#run-search). */
const listRuns: DeclareCommand = (run) => {
  const command: CommandUnknownOpts = new Command('list')
    .description('List runs over all orders, the oldest first: what failed, was interrupted or waits')
    .option('--take <count>', 'how many at most', positiveNumber, TAKE_DEFAULT)
    .option('--counts', 'count them by state, step, reason, connector, type and store instead')
    .action(({ take, counts }) =>
      run(async ({ api, output }) => {
        const found = await findRuns(api(), readRunFilter(command) ?? {}, counts === true ? 1 : take)
        const { totalHits, totalHitsIsExact, facets, result } = found
        const total = { totalHits, totalHitsIsExact }
        output.result(counts ? { ...total, facets } : { ...total, result }, () =>
          counts ? describeCounts(found) : describeRuns(found),
        )
      }),
    ) as CommandUnknownOpts
  addRunFilter(command)
  return command
}

/** Every run of a filter, up to a number, over as many pages as that needs. */
async function findRuns(api: ApiClient, filter: RunFilter, take: number): Promise<WorkflowRunSearchResult> {
  const size = Math.min(take, PAGE_MAX)
  const first = await api.call(searchWorkflowRuns, { body: { ...filter, take: size } })
  const result: FoundWorkflowRun[] = [...first.result]
  let { next } = first
  while (next !== null && result.length < take) {
    const page = await api.call(searchWorkflowRuns, { body: { ...filter, take: size, after: next } })
    result.push(...page.result)
    next = page.next
  }
  return { ...first, result: result.slice(0, take) }
}

function formatRunTotal({ totalHits, totalHitsIsExact }: WorkflowRunSearchResult): string {
  return `${totalHitsIsExact ? '' : 'More than '}${totalHits} ${totalHits === 1 ? 'run' : 'runs'}`
}

function describeRuns(found: WorkflowRunSearchResult): string {
  if (found.result.length === 0) return 'There are no such runs.'
  const rows = found.result.map((run) => [
    run.orderId,
    run.runId,
    run.status,
    run.state,
    run.step,
    run.reasonClass,
    run.connector,
    formatAge(run.since),
    run.nextAttempt,
    (run.reason ?? '').slice(0, 80),
  ])
  const headings = ['Order', 'Run', 'Status', 'State', 'Step', 'Class', 'Connector', 'For', 'Next try', 'Reason']
  const shown = found.result.length < found.totalHits ? `; ${found.result.length} are shown, --take shows more` : ''
  return `${table(headings, rows)}\n\n${formatRunTotal(found)}${shown}.`
}

function describeCounts(found: WorkflowRunSearchResult): string {
  const rows = found.facets.flatMap(({ facetType, facets }) => facets.map(({ value, count }) => [facetType, value ?? '-', count]))
  return `${table(['By', 'Value', 'Runs'], rows)}\n\n${formatRunTotal(found)}.`
}

/** `oms runs …` */
export const runsCommands: readonly DeclareCommand[] = [listRuns, retryRuns, resumeRuns, dismissRuns]
