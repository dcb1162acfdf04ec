import type { Database } from '../database/database.ts'
import { countQuarantined } from '../dead-letters/dead-letters.ts'
import { countEventGaps } from '../event-losses/event-gaps.ts'
import { lastReconciliation } from '../event-losses/reconciliation-store.ts'
import type { Consumer } from '../events/consumer.ts'
import { oldestWaitingSeconds } from '../events/outbox.ts'
import type { MetricsRegistry, Sample } from '../observability/metrics.ts'
import { sharedMeasurement } from '../observability/shared-measurement.ts'
import type { EventTraffic } from './start-event-traffic.ts'

type MetricSources = { database: Database; consumers: readonly Consumer[]; traffic: EventTraffic }

/**
 * Shows how the outbox, the consumers and the connection pool of a service do; see
 * `metricCatalogue`.
 */
export function measureService(metrics: MetricsRegistry, { database, consumers, traffic }: MetricSources): void {
  const byConsumer = (count: (name: string) => number): Sample[] =>
    consumers.map(({ name }) => ({ labels: { consumer: name }, value: count(name) }))
  const counted = sharedMeasurement(() => countQuarantined(database))
  const quarantined = async (kind: 'deadLetters' | 'parked') => {
    const counts = await counted()
    return byConsumer((name) => counts[name]?.[kind] ?? 0)
  }
  metrics.gauge('oms_outbox_oldest_age_seconds', async () => [{ labels: {}, value: await oldestWaitingSeconds(database) }])
  metrics.gauge('oms_dead_letters', () => quarantined('deadLetters'))
  metrics.gauge('oms_parked_events', () => quarantined('parked'))
  const ofConsumers = (read: (consumer: string) => Promise<number | null>) => async () => {
    const values = await Promise.all(consumers.map(async ({ name }) => ({ name, value: await read(name) })))
    return values.flatMap(({ name, value }) => (value === null ? [] : [{ labels: { consumer: name }, value }]))
  }
  metrics.gauge(
    'oms_event_gaps',
    ofConsumers((name) => countEventGaps(database, name)),
  )
  metrics.gauge(
    'oms_reconciliation_age_seconds',
    ofConsumers(async (name) => (await lastReconciliation(database, name)).age),
  )
  metrics.gauge('oms_consumer_lag', async () => {
    const lag = (await traffic.consumers()?.lag()) ?? {}
    return Object.entries(lag).map(([consumer, value]) => ({ labels: { consumer }, value }))
  })
  metrics.gauge('oms_database_connections', () => {
    const { totalCount, idleCount, waitingCount } = database.pool
    const counts = { active: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
    return Object.entries(counts).map(([state, value]) => ({ labels: { state }, value }))
  })
}
