import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { MetricsRegistry } from '@open-oms/service-kit/observability/metrics'
import { sharedMeasurement } from '@open-oms/service-kit/observability/shared-measurement'

// SQL: read for the metrics of an idle process, which Prisma Client would cost 27 MB (ADR 49).
const countHeld = statement({
  name: 'holds-count',
  text: 'select count(*) as count, min(held_since) as oldest from order_search where held_since is not null and not is_deleted',
  parameters: [],
  row: { count: Sql.bigint, oldest: Sql.nullable(Sql.timestamptz) },
})

type MeasureDeps = Pick<Database, 'query'> & { now: () => Date; metrics?: MetricsRegistry | undefined }

/**
 * Shows how many orders are held, and since when the longest held one is, at each read of the
 * metrics.
 */
export function measureHeldOrders({ query, now, metrics }: MeasureDeps): void {
  const counted = sharedMeasurement(async () => (await countHeld.on({ query }))[0])
  metrics?.gauge('oms_orders_held', async () => [{ labels: {}, value: (await counted())?.count ?? 0 }])
  metrics?.gauge('oms_orders_held_oldest_age_seconds', async () => {
    const oldest = (await counted())?.oldest
    return [{ labels: {}, value: oldest ? Math.max(0, now().getTime() - oldest.getTime()) / 1000 : 0 }]
  })
}
