import { RUNS_LOOKED_AT_MAX } from '@open-oms/contracts/orders/workflow/run-search'
import type { Database } from '@open-oms/service-kit/database/database'
import { fetchRows } from '@open-oms/service-kit/database/statement'
import type { RunState } from '../../../order/rules/status/workflow-run.ts'
import { runStepStatement } from './run-statements.ts'

/** How many runs are at a step; null: none is left, or none has failed. */
export type RunStepCount = {
  orderType: string
  status: string
  state: RunState
  stepId: string | null
  step: string | null
  count: number
}

/**
 * Counts the runs that are not finished by their step, over the first 10,000 of them
 * (workflow.md#run-search).
 */
export async function countRunsByStep(database: Pick<Database, 'query'>): Promise<{ runs: RunStepCount[]; isExact: boolean }> {
  const rows = await fetchRows(database, runStepStatement())
  const runs = rows.map(({ order_type: orderType, status, state, step_id: stepId, step, count }) => {
    return { orderType, status, state, stepId, step, count }
  })
  const [first] = rows
  return { runs, isExact: first === undefined || first.looked_at < RUNS_LOOKED_AT_MAX }
}
