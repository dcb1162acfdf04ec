import { DomainError } from '@open-oms/contracts/errors'
import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { StepsRun } from '../order/rules/status/workflow-plan.ts'
import type { WorkflowRun } from '../order/rules/status/workflow-run.ts'
import { runColumns, runRow, type StoredRun, storedRuns } from './run-rows.ts'

const findUnderWay = statement({
  name: 'runs-under-way',
  text: `select ${runColumns} from workflow_run where order_id = $1 and state in ('Running', 'Waiting')`,
  parameters: [Sql.text],
  row: runRow,
})

/**
 * The runs of an order that are under way, those that wait included. While the order is locked no
 * further one begins, and none that waits is woken.
 */
export async function readRunsUnderWay(database: Pick<Database, 'query'>, orderId: string): Promise<StoredRun[]> {
  const rows = await findUnderWay.on(database, orderId)
  return storedRuns(database, rows)
}

const findUnderWayOfMany = statement({
  name: 'runs-under-way-of-many',
  text: `select ${runColumns} from workflow_run where order_id = any($1::text[]) and state in ('Running', 'Waiting')`,
  parameters: [Sql.list(Sql.text)],
  row: runRow,
})

/** The runs under way of many orders, by order id. */
export async function readRunsOfOrders(
  database: Pick<Database, 'query'>,
  orderIds: readonly string[],
): Promise<Map<string, StoredRun[]>> {
  if (orderIds.length === 0) return new Map()
  const rows = await findUnderWayOfMany.on(database, orderIds)
  return Map.groupBy(await storedRuns(database, rows), ({ run }) => run.orderId)
}

const findOne = statement({
  name: 'run-read',
  text: `select ${runColumns} from workflow_run where id = $1 and order_id = $2`,
  parameters: [Sql.uuid, Sql.text],
  row: runRow,
})

/** A run of an order; null when the order has no such run. */
export async function readRun(
  database: Pick<Database, 'query'>,
  { runId, orderId }: { runId: string; orderId: string },
): Promise<WorkflowRun | null> {
  const rows = await findOne.on(database, runId, orderId)
  const [stored] = await storedRuns(database, rows)
  return stored?.run ?? null
}

// SQL: part of writes of orders (ADR 49).
const findOpenCalls = statement({
  name: 'run-open-calls',
  text: 'select from workflow_step_attempt where open_for = $1',
  parameters: [Sql.text],
  row: {},
})

/**
 * Raises `ResourceLocked` while a step of a run of the order has an open external call. The order
 * must be locked: then none can begin.
 */
export async function refuseDuringCall(tx: Transaction, orderId: string): Promise<void> {
  const rows = await findOpenCalls.on(tx, orderId)
  if (rows.length === 0) return
  throw new DomainError('ResourceLocked', `A workflow step of order "${orderId}" is under way.`, { retryAfterSeconds: 1 })
}

const findStepsRun = statement({
  name: 'run-steps-of-shipments',
  text: `select shipment_id, array_agg(distinct step_id) as step_ids from (
      select r.shipment_id, step ->> 'id' as step_id from workflow_run as r, json_array_elements(r.plan) as step
      where r.order_id = $1 and r.shipment_id is not null and r.state in ('Running', 'Waiting', 'Held', 'Finished')
      union all
      select r.shipment_id, a.step_id from workflow_run as r join workflow_step_attempt as a on a.run_id = r.id
      where r.order_id = $1 and r.shipment_id is not null and a.action_status is not null
    ) as steps group by shipment_id`,
  parameters: [Sql.text],
  // Both parts of the union leave runs without a shipment out.
  row: { shipment_id: Sql.text, step_ids: Sql.list(Sql.text) },
})

/**
 * The steps that have run for each shipment of an order, or are about to
 * (workflow.md#order-status-from-shipments).
 */
export async function readStepsRun(tx: Pick<Transaction, 'query'>, orderId: string): Promise<StepsRun> {
  const rows = await findStepsRun.on(tx, orderId)
  return new Map(rows.map((row) => [row.shipment_id, new Set(row.step_ids)]))
}
