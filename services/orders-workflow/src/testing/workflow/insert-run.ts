import type { Database } from '@oms/service-kit/database/database'
import { runsInsert, runsParameter } from '../../order/rows/run-statements.ts'
import type { WorkflowRun } from '../../order/status/workflow-run.ts'

/** Writes a run without a status change. */
export async function insertRun(database: Pick<Database, 'query'>, run: WorkflowRun): Promise<void> {
  const text = `with entered as (select id from "order" where id = $2), ${runsInsert(1, 'entered')} select id from begun`
  await database.query({ text, values: [runsParameter([run]), run.orderId] })
}
