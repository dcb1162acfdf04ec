import { Command } from '@commander-js/extra-typings'
import { resumeWorkflowRun, searchWorkflowRuns } from '@open-oms/contracts/orders/workflow/routes/workflow-runs'
import type { FoundWorkflowRun } from '@open-oms/contracts/orders/workflow/run-search'
import type { OrderWorkflowExecutionResult } from '@open-oms/contracts/orders/workflow/workflow'
import type { DeclareCommand } from '../../command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { orderArgument, resolveOrderId } from './find-order.ts'

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
export const retryOrder: DeclareCommand = (run) =>
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
