import type { Database } from '@open-oms/service-kit/database/database'
import type { Log } from '@open-oms/service-kit/observability/log'
import type { Metrics } from '@open-oms/service-kit/observability/metrics'
import { sharedMeasurement } from '@open-oms/service-kit/observability/shared-measurement'
import type { WaitingSender } from '../../connectors/sending/send-waiting.ts'
import type { Subscribers } from './subscribers.ts'
import { startWebhookSender } from './webhook-sender.ts'
import { countDeliveries, tidyDeliveries } from './webhook-store.ts'

export type WebhooksDeps = Pick<Database, 'query' | 'inTransaction'> & {
  log: Log
  subscribers: Subscribers
  metrics?: Metrics | undefined
}

const TIDY_EVERY_MS = 60 * 60_000

/**
 * Delivers events to subscribers, reports how many wait, and deletes old ones, until it
 * is stopped.
 */
export function startWebhooks(deps: WebhooksDeps): WaitingSender {
  const { subscribers, log, metrics, query, inTransaction } = deps
  if (metrics !== undefined) measure(metrics, deps)
  const sender = startWebhookSender({
    query,
    inTransaction,
    log,
    subscribers: subscribers.look,
    onEnded: (subscription, became) =>
      metrics?.count('oms_webhooks_ended_total', { subscription, outcome: became === 'Delivered' ? 'delivered' : 'given_up' }),
  })
  const timer = setInterval(() => {
    tidy(deps).catch((error: unknown) => log.warn({ err: error }, 'old webhook deliveries could not be deleted'))
  }, TIDY_EVERY_MS)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await sender.stop()
    },
  }
}

async function tidy({ subscribers, ...deps }: WebhooksDeps): Promise<void> {
  const all = await subscribers.look()
  await tidyDeliveries(
    deps,
    all.filter(({ active }) => active).map(({ id }) => id),
  )
}

function measure(metrics: Metrics, deps: WebhooksDeps): void {
  const labelled = (counts: readonly { subscription: string; count: number }[]) =>
    counts.map(({ subscription, count }) => ({ labels: { subscription }, value: count }))
  const counted = sharedMeasurement(() => countDeliveries(deps))
  metrics.gauge('oms_webhooks_waiting', async () => labelled((await counted()).waiting))
  metrics.gauge('oms_webhooks_given_up', async () => labelled((await counted()).givenUp))
  metrics.gauge('oms_webhooks_oldest_age_seconds', async () => [{ labels: {}, value: (await counted()).oldestSeconds }])
}
