import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { MetricsRegistry } from '@open-oms/service-kit/observability/metrics'
import { sharedMeasurement } from '@open-oms/service-kit/observability/shared-measurement'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { countTypesAndStatuses, type TypeAndStatusCount } from '../search/order-counts.ts'
import { unconfiguredAmong } from './unconfigured-orders.ts'

/** A look-up in the index of statuses for each status, however many orders there are. */
export const findOldest = statement({
  name: 'orders-oldest-by-status',
  text: `select wanted.status, oldest.created from unnest($1::text[]) as wanted (status) cross join lateral (
      select created from order_search as s where s.status = wanted.status order by created limit 1
    ) as oldest`,
  parameters: [Sql.list(Sql.text)],
  row: { status: Sql.text, created: Sql.timestamptz },
})

export type MeasuredOrders = Pick<Database, 'query'> & {
  config: () => Pick<OrdersConfig, 'orderTypes'>
  now: () => Date
  metrics?: Pick<MetricsRegistry, 'gauge'> | undefined
  /** How long one measurement is shown; half a minute when absent. */
  everyMs?: number
}

const EVERY_MS = 30_000

/**
 * Shows how many orders of each type are in each status, which of these the configuration does not
 * have, and how old the oldest order in each status is. All of it is one measurement, from the kept
 * counts and one look-up for each status: its cost does not depend on how many orders there are.
 */
export function measureOrders({ query, config, now, metrics, everyMs = EVERY_MS }: MeasuredOrders): void {
  const measured = sharedMeasurement(async () => {
    const counts = await countTypesAndStatuses({ query })
    const statuses = [...new Set(counts.map(({ status }) => status))]
    return { counts, oldest: await findOldest.on({ query }, statuses) }
  }, everyMs)
  const labels = ({ orderType, status }: TypeAndStatusCount) => ({ order_type: orderType, status })
  metrics?.gauge('oms_orders', async () => (await measured()).counts.map((one) => ({ labels: labels(one), value: one.count })))
  metrics?.gauge('oms_orders_unconfigured', async () =>
    unconfiguredAmong((await measured()).counts, config().orderTypes).map(({ missing, ...one }) => ({
      labels: { ...labels(one), missing },
      value: one.count,
    })),
  )
  metrics?.gauge('oms_orders_oldest_age_seconds', async () => {
    const inProgress = statusesInProgress(config())
    return (await measured()).oldest.map(({ status, created }) => ({
      labels: { status, in_progress: String(inProgress.has(status)) },
      value: Math.max(0, now().getTime() - created.getTime()) / 1000,
    }))
  })
}

function statusesInProgress({ orderTypes }: Pick<OrdersConfig, 'orderTypes'>): Set<string> {
  const statuses = orderTypes.flatMap(({ orderStatuses }) => orderStatuses)
  return new Set(statuses.filter(({ isInProgressStatus }) => isInProgressStatus).map(({ name }) => name))
}
