import type { Settings } from '@open-oms/contracts/config/settings'
import { auditEntry, systemOrigin } from '@open-oms/service-kit/audit/audit-entry'
import { storeEntriesNow } from '@open-oms/service-kit/audit/audit-trail'
import type { Database } from '@open-oms/service-kit/database/database'
import { removeRecords } from './audit-store.ts'

const DAY_MS = 86_400_000
const REMOVED_MAX = 5_000

type RetentionDeps = Pick<Database, 'query'> & {
  now: () => Date
  config: () => { settings: Pick<Settings, 'audit'> }
}

/**
 * Removes records that are older than the settings say, from the beginning of the chain, and
 * records that. Returns how many.
 */
export async function removeOldRecords({ query, now, config }: RetentionDeps, signal?: AbortSignal): Promise<number> {
  const before = new Date(now().getTime() - config().settings.audit.retentionDays * DAY_MS)
  let removed = 0
  while (signal?.aborted !== true) {
    const count = await removeRecords({ query }, before, REMOVED_MAX)
    if (count === 0) break
    removed += count
    const details = { before: before.toISOString(), records: count }
    await storeEntriesNow({ query }, [auditEntry('orders-workflow', systemOrigin('retention'), { act: 'AuditRemoval', details })])
  }
  return removed
}
