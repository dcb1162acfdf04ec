import type { Database } from '@open-oms/service-kit/database/database'
import { deleteInBatches } from '@open-oms/service-kit/database/delete-in-batches'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { OrdersConfig } from '../order/rules/context/orders-config.ts'

type RetentionDeps = Pick<Database, 'query'> & { now: () => Date; config: () => Pick<OrdersConfig, 'settings'> }

const REMOVAL_BATCH_SIZE = 500
const DAY_MS = 24 * 60 * 60 * 1000

const removeEnded = statement({
  name: 'run-remove-ended',
  text: `delete from workflow_run where id in (
        select id from workflow_run where finished < $1 and state in ('Finished', 'Aborted')
        order by finished limit ${REMOVAL_BATCH_SIZE} for update skip locked
      ) returning id`,
  parameters: [Sql.timestamptz],
  row: { id: Sql.uuid },
})

/**
 * Removes runs that ended longer ago than setting `workflow.runRetentionDays`
 * (workflow.md#durability). Returns how many.
 */
export async function removeEndedRuns({ query, now, config }: RetentionDeps, signal?: AbortSignal): Promise<number> {
  const before = new Date(now().getTime() - config().settings.workflow.runRetentionDays * DAY_MS)
  return deleteInBatches(() => removeEnded.on({ query }, before), { size: REMOVAL_BATCH_SIZE, signal })
}
