import type { Database } from '@oms/service-kit/database/database'
import type { WorkflowRun } from '../../order/rules/status/workflow-run.ts'
import { runsInsert, runsParameter } from '../../runs/run-statements.ts'

/** Writes a run without a status change. */
export async function insertRun(database: Pick<Database, 'query'>, run: WorkflowRun): Promise<void> {
  const text = `with entered as (select id from "order" where id = $2), ${runsInsert(1, 'entered')} select id from begun`
  await database.query({ text, values: [runsParameter([run]), run.orderId] })
}
