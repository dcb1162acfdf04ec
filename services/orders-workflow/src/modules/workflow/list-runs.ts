import type { WorkflowRunList } from '@oms/contracts/orders/workflow/workflow'
import { type OrderKey, readOrderDocument } from '../../order/order-queries.ts'
import type { RunnerDeps } from './runner/runner-deps.ts'
import * as runs from './runs/run-queries.ts'

/**
 * The workflow runs of an order, the newest first (workflow.md#run-endpoints). Raises `NotFound`.
 */
export async function listRuns(deps: Pick<RunnerDeps, 'query'>, key: OrderKey): Promise<WorkflowRunList> {
  await readOrderDocument(deps, key)
  return { result: await runs.listRuns(deps, key.orderId) }
}
