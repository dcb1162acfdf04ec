import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '@open-oms/service-kit/database/database'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { planSteps } from '../../order/rules/status/workflow-plan.ts'
import type { WorkflowRun } from '../../order/rules/status/workflow-run.ts'
import { runsInsert, runsParameter } from '../../runs/run-statements.ts'
import type { OrdersTest } from '../test-orders.ts'

export type RunRowFields = {
  /** Whole seconds from now until the lease ends; below 0: it has ended. */
  leaseSeconds?: number
  fencingToken?: number
}

/** A run of status InProgress of an order, as a process writes it that then dies or continues. */
export async function runOfOrder(
  test: OrdersTest,
  { id, config, ...fields }: { id: string; config: OrdersConfig } & RunRowFields,
): Promise<string> {
  const order = (await test.send({ url: `/api/Orders/${id}` })).body
  const type = config.orderTypes.find(({ name }) => name === order.orderType)
  const status = type?.orderStatuses.find(({ name }) => name === 'InProgress')
  if (type === undefined || status === undefined) throw new Error('the sample has status InProgress')
  const run: WorkflowRun = {
    id: randomUUIDv7(),
    orderId: id,
    shipmentId: null,
    returnId: null,
    status: 'InProgress',
    state: 'Running',
    started: new Date().toISOString(),
    startedBy: null,
    steps: planSteps(order, { type, status, shipmentId: null }),
    fencingToken: 1,
    results: [],
    waiting: [],
    transitionCount: 0,
    next: [],
  }
  await insertRun(test.database, run)
  const text = `update workflow_run set fencing_token = $2, lease_until = now() + $3 * interval '1 second' where id = $1`
  await test.database.query({ text, values: [run.id, fields.fencingToken ?? 1, fields.leaseSeconds ?? 15] })
  return run.id
}

/** Writes a run without a status change. */
export async function insertRun(database: Pick<Database, 'query'>, run: WorkflowRun): Promise<void> {
  const text = `with entered as (select id from "order" where id = $2), ${runsInsert(1, 'entered')} select id from begun`
  await database.query({ text, values: [runsParameter([run]), run.orderId] })
}
