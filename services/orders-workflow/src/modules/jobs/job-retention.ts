import type { Database } from '@open-oms/service-kit/database/database'
import { deleteInBatches } from '@open-oms/service-kit/database/delete-in-batches'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'

type RetentionDeps = Pick<Database, 'query'> & { now: () => Date; config: () => Pick<OrdersConfig, 'settings'> }

/** A job may have thousands of items, which go with it. */
const REMOVAL_BATCH_SIZE = 5
const DAY_MS = 24 * 60 * 60 * 1000

const removeEnded = statement({
  name: 'job-remove-ended',
  text: `delete from job where id in (
        select id from job where finished < $1 order by finished limit ${REMOVAL_BATCH_SIZE} for update skip locked
      ) returning id`,
  parameters: [Sql.timestamptz],
  row: { id: Sql.uuid },
})

/**
 * Removes jobs that ended longer ago than setting `jobs.retentionDays`, with their results
 * (jobs.md#limits). Returns how many.
 */
export async function removeEndedJobs({ query, now, config }: RetentionDeps, signal?: AbortSignal): Promise<number> {
  const before = new Date(now().getTime() - config().settings.jobs.retentionDays * DAY_MS)
  return deleteInBatches(() => removeEnded.on({ query }, before), { size: REMOVAL_BATCH_SIZE, signal })
}
