import { DomainError } from '@oms/contracts/errors'
import type { Database } from '@oms/service-kit/database/database'
import { nextStepOf, type WorkflowRun } from '../../order/status/workflow-run.ts'
import { heldColumns, heldRuns, type RunRow } from './runs/run-rows.ts'

/** A status that an order, or one of its return forms, is about to enter. */
export type StatusEntry = { status: string; returnId: string | null }

/** The runs of an order that are under way. */
export type RunsUnderWay = {
  /** Whether one of them is asking the outside for something. */
  isCallOpen: boolean
  /** Those of which steps are left that come before the response. */
  ahead: readonly WorkflowRun[]
}

/** Another run of the order must end before the order enters a status. */
export class RunAhead extends DomainError {
  readonly runId: string

  constructor({ id, orderId }: WorkflowRun) {
    super('ResourceLocked', `Another workflow run of order "${orderId}" is under way.`, { retryAfterSeconds: 1 })
    this.runId = id
  }
}

/** The runs of an order that are under way. While the order is locked no further one begins. */
export async function readRunsUnderWay(database: Pick<Database, 'query'>, orderId: string): Promise<RunsUnderWay> {
  const rows = await database.query<RunRow>({
    name: 'runs-under-way',
    text: `select ${heldColumns} from workflow_run where order_id = $1 and state = 'Running'`,
    values: [orderId],
  })
  const held = await heldRuns(database, rows)
  return {
    isCallOpen: held.some(({ open }) => open !== null),
    ahead: held.flatMap(({ run }) => (nextStepOf(run)?.runAfterOrderIsSaved === true ? [] : [run])),
  }
}

/**
 * Refuses, with `RunAhead`, to let an order enter a status while a run of another status is ahead: its steps would find the order in a status that
 * they are not for, and no serial order of the two has that result (4-decisions B.2). Runs of the same status tolerate each other, and so do return forms.
 */
export function requireTurn({ ahead }: RunsUnderWay, { status, returnId }: StatusEntry): void {
  const other = ahead.find((run) => {
    const areForms = run.returnId !== null && returnId !== null
    if (run.returnId !== returnId) return !areForms
    return run.status !== status
  })
  if (other !== undefined) throw new RunAhead(other)
}
