import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { MetricsRegistry } from '@open-oms/service-kit/observability/metrics'
import { sharedMeasurement } from '@open-oms/service-kit/observability/shared-measurement'
import type { Deps } from '../../deps.ts'
import { addDays } from '../calendar/domain/posting-date.ts'
import { readStoreBuilds } from './store-build-store.ts'

const REASONS_MAX = 100

// A day that is only marked for its first build has no reason. Ids in a reason would be a series of
// their own each.
const countDrafts = statement({
  name: 'posting-draft-count',
  text: `select source, reason, count(*) as count from (
      select source, regexp_replace(reasons[1], '[0-9a-f]{8}-[0-9a-f-]{27}', '…') as reason from (
        select source, reasons from posting_draft union all select 'PosZReport', reasons from z_report_draft
      ) as each
    ) as draft where reason is not null group by source, reason order by count desc, source, reason limit ${REASONS_MAX}`,
  parameters: [],
  row: { source: Sql.text, reason: Sql.text, count: Sql.bigint },
})

const findOldestDrafts = statement({
  name: 'posting-draft-oldest',
  text: `select (select min(posting_date) from posting_draft where reasons[1] is not null) as web,
      (select min(posting_date) from z_report join z_report_draft using (z_report_id) where reasons[1] is not null) as till`,
  parameters: [],
  row: { web: Sql.nullable(Sql.date), till: Sql.nullable(Sql.date) },
})

type MeasuredBuilds = Pick<Deps, 'query' | 'config' | 'now'> & {
  metrics?: Pick<MetricsRegistry, 'gauge'> | undefined
  /** How long one measurement is shown; half a minute when absent. */
  everyMs?: number
}

const EVERY_MS = 30_000

/**
 * Shows the drafts of postings with their reasons, and when the scheduled build last left nothing
 * of each configured store unbuilt (postings.md#drafts).
 */
export function measureBuilds({ query, config, now, metrics, everyMs = EVERY_MS }: MeasuredBuilds): void {
  const started = now()
  const secondsSince = (instant: Date) => Math.max(0, now().getTime() - instant.getTime()) / 1000
  const drafts = sharedMeasurement(() => readDrafts({ query }), everyMs)
  metrics?.gauge('oms_posting_drafts', async () =>
    (await drafts()).counts.map(({ source, reason, count }) => ({ labels: { source, reason }, value: count })),
  )
  metrics?.gauge('oms_posting_drafts_oldest_age_seconds', async () =>
    Object.entries((await drafts()).oldest).map(([source, day]) => ({
      labels: { source },
      value: day === null ? 0 : secondsSince(new Date(addDays(day, 1))),
    })),
  )
  const read = sharedMeasurement(() => readStoreBuilds({ query }), everyMs)
  const builds = async () => {
    const { settings, stores } = config()
    if (!settings.accounting.postingEnabled) return []
    const byStore = new Map((await read()).map((build) => [build.storeId, build]))
    return stores.map(({ id }) => ({ store: id, build: byStore.get(id) }))
  }
  metrics?.gauge('oms_daily_build_age_seconds', async () =>
    (await builds()).map(({ store, build }) => ({ labels: { store }, value: secondsSince(build?.succeededAt ?? started) })),
  )
  metrics?.gauge('oms_daily_build_day_timestamp_seconds', async () =>
    (await builds()).flatMap(({ store, build }) =>
      build === undefined ? [] : [{ labels: { store }, value: Date.parse(build.dueDay) / 1000 }],
    ),
  )
}

async function readDrafts(database: Pick<Database, 'query'>) {
  const [counts, [oldest]] = await Promise.all([countDrafts.on(database), findOldestDrafts.on(database)])
  return { counts, oldest: { WebFulfillment: oldest?.web ?? null, PosZReport: oldest?.till ?? null } }
}
