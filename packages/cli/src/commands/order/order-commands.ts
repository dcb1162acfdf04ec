import { Command } from '@commander-js/extra-typings'
import { readTimeline as route } from '@open-oms/contracts/orders/routes/read-timeline'
import type { TimelineEntry } from '@open-oms/contracts/orders/timeline'
import { resumeWorkflowRun, searchWorkflowRuns } from '@open-oms/contracts/orders/workflow/routes/workflow-runs'
import type { FoundWorkflowRun } from '@open-oms/contracts/orders/workflow/run-search'
import type { OrderWorkflowExecutionResult } from '@open-oms/contracts/orders/workflow/workflow'
import type { ApiClient } from '../../api/api-client.ts'
import type { DeclareCommand } from '../../command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { table } from '../../output/table.ts'
import { positiveNumber } from '../../positive-number.ts'
import { explainOrder } from './explain-order.ts'
import { orderArgument, resolveOrderId } from './find-order.ts'
import { holdOrder, releaseOrder } from './hold-order.ts'
import { showInvoice, showOrder } from './show-order.ts'

type RetryResult = {
  runId: string
  status: string
  isAborted: boolean
  steps: OrderWorkflowExecutionResult['orderActionExecutionResults']
}

/**
 * `oms order retry ORDER`: resumes failed, interrupted and waiting runs
 * (workflow.md#run-endpoints).
 */
const retryOrder: DeclareCommand = (run) =>
  new Command('retry')
    .description('Resume the failed, interrupted and waiting runs of an order immediately')
    .argument(...orderArgument)
    .action((order) =>
      run(async (context) => {
        const api = context.api()
        const orderId = await resolveOrderId(api, order)
        const { result: runs } = await api.call(searchWorkflowRuns, { body: { orderId } })
        const retried: RetryResult[] = []
        for (const { runId, status } of runs) {
          const { isAborted, orderActionExecutionResults: steps } = await api.call(resumeWorkflowRun, {
            params: { orderId, runId },
          })
          retried.push({ runId, status, isAborted, steps })
        }
        context.output.result({ orderId, runs: retried }, () => describe(orderId, runs, retried))
        return retried.some(({ isAborted }) => isAborted) ? exitCodes.Failed : exitCodes.Done
      }),
    )

function describe(orderId: string, runs: readonly FoundWorkflowRun[], retried: readonly RetryResult[]): string {
  if (runs.length === 0) return `Order ${orderId} has no run that failed, was interrupted or waits.`
  return retried
    .flatMap(({ runId, status, isAborted, steps }) => [
      `Run ${runId} of status ${status}: ${isAborted ? 'failed again' : 'continued'}`,
      ...steps.map(({ actionType, actionStatus, message, errorReason, nextAttempt }) => {
        const reason = errorReason ?? message
        const next = nextAttempt === null ? '' : `, tried again at ${nextAttempt}`
        return `  ${actionType}: ${actionStatus}${reason ? `, ${reason}` : ''}${next}`
      }),
    ])
    .join('\n')
}

const TAKE_DEFAULT = 250
const PAGE_MAX = 250

/** `oms order timeline ORDER`: what has happened to the order. */
const readTimeline: DeclareCommand = (run) =>
  new Command('timeline')
    .description('Show what has happened to an order, oldest first')
    .argument(...orderArgument)
    .option('--take <count>', 'how many entries at most', positiveNumber, TAKE_DEFAULT)
    .option('--after <cursor>', '`next` of an earlier result, for the entries that follow')
    .action((order, { take, after }) =>
      run(async ({ api: createClient, output }) => {
        const api = createClient()
        const found = await readEntries(api, await resolveOrderId(api, order), { take, after: after ?? null })
        output.result(found, () => {
          const rows = found.result.map(({ time, kind, actor, summary }) => [time, kind, actor, summary])
          return rows.length === 0 ? 'Nothing has happened.' : table(['Time', 'Kind', 'By', 'What'], rows)
        })
        if (found.result.length === take) output.note(`There may be more: --after ${found.next}`)
      }),
    )

async function readEntries(api: ApiClient, orderId: string, { take, after }: { take: number; after: string | null }) {
  const result: TimelineEntry[] = []
  let next = after
  while (result.length < take) {
    const size = Math.min(PAGE_MAX, take - result.length)
    const page = await api.call(route, { params: { orderId }, query: { take: size, ...(next !== null && { after: next }) } })
    result.push(...page.result)
    next = page.next ?? next
    // A page that is not full is the last one for now; `next` is for what happens after it.
    if (page.result.length < size) break
  }
  return { result, next }
}

/** `oms order …` */
export const orderCommands: readonly DeclareCommand[] = [
  explainOrder,
  showOrder,
  readTimeline,
  retryOrder,
  holdOrder,
  releaseOrder,
  showInvoice,
]
