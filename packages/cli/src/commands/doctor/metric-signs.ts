import type { GaugeName } from '@open-oms/service-kit/observability/metric-catalogue'
import type { Finding, Severity } from './finding.ts'

export type Sample = { name: string; labels: Readonly<Record<string, string>>; value: number }

/** The samples of a metrics page in Prometheus' text format. */
export function parseMetrics(page: string): Sample[] {
  return page.split('\n').flatMap((line) => {
    const [, name, labels, value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (name === undefined || value === undefined) return []
    const pairs = (labels ?? '').matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)
    return [{ name, labels: Object.fromEntries(Array.from(pairs, ([, key, text]) => [key, text])), value: Number(value) }]
  })
}

type Sign = {
  metric: GaugeName
  /** More than this is a finding. */
  above: number
  severity: Severity
  code: string
  says: (value: number, labels: Readonly<Record<string, string>>) => string
  remedy: string
  page: string
}

const minutes = (seconds: number) => `${Math.round(seconds / 60)} minutes`

/** The signs of docs/how-to/monitor.md that a single sample shows. */
export const signs: readonly Sign[] = [
  {
    metric: 'oms_outbox_oldest_age_seconds',
    above: 60,
    severity: 'Act',
    code: 'OutboxWaits',
    says: (value) => `An event has waited ${minutes(value)} to be published.`,
    remedy: 'Look at NATS, then at the log of the service.',
    page: 'docs/how-to/monitor.md',
  },
  {
    metric: 'oms_dead_letters',
    above: 0,
    severity: 'Act',
    code: 'DeadLetters',
    says: (value, { consumer }) => `The consumer ${consumer} has given up ${value} events; what follows them waits.`,
    remedy: 'oms events dead-letters list; then replay them, or drop them.',
    page: 'docs/how-to/replay-dead-letters.md',
  },
  {
    metric: 'oms_parked_events',
    above: 0,
    severity: 'Watch',
    code: 'EventsParked',
    says: (value, { consumer }) => `${value} events of the consumer ${consumer} wait for an earlier one.`,
    remedy: 'The publisher is asked for it; with dead letters, replay or drop those first.',
    page: 'docs/how-to/replay-dead-letters.md',
  },
  {
    metric: 'oms_event_gaps',
    above: 0,
    severity: 'Watch',
    code: 'EventsMissing',
    says: (value, { consumer }) => `The consumer ${consumer} misses events of ${value} aggregates.`,
    remedy:
      'The publisher is asked for them. If this persists, look at the service that publishes them and at the rights at NATS.',
    page: 'docs/how-to/monitor.md',
  },
  {
    metric: 'oms_consumer_lag',
    above: 1_000,
    severity: 'Watch',
    code: 'ConsumerLags',
    says: (value, { consumer }) => `The consumer ${consumer} is ${value} events behind.`,
    remedy: 'Run it again in a minute: if the lag grows, look at the log of the service and at its database.',
    page: 'docs/how-to/monitor.md',
  },
  {
    metric: 'oms_orders_unconfigured',
    above: 0,
    severity: 'Act',
    code: 'OrdersUnconfigured',
    says: (value, { order_type, status }) =>
      `${value} orders have type ${order_type}, status ${status}, which the configuration does not have.`,
    remedy: 'Restore it, or migrate the orders.',
    page: 'docs/how-to/remove-a-status.md',
  },
  {
    metric: 'oms_orders_held_oldest_age_seconds',
    above: 172_800,
    severity: 'Watch',
    code: 'OrderHeldLong',
    says: (value) => `An order has been held for ${Math.round(value / 86_400)} days.`,
    remedy: 'Find held orders by `hasHolds`, and release those that are clear: oms order release ID.',
    page: 'docs/how-to/hold-and-release-orders.md',
  },
  {
    metric: 'oms_event_streams',
    above: 800,
    severity: 'Watch',
    code: 'EventStreamsMany',
    says: (value) => `${value} streams of changes are open; a gateway has room for UPSTREAM_STREAMS (1,000).`,
    remedy: 'Raise UPSTREAM_STREAMS, or run another gateway.',
    page: 'docs/how-to/respond-to-alerts.md',
  },
  {
    metric: 'oms_messages_oldest_age_seconds',
    above: 600,
    severity: 'Act',
    code: 'MessagesWait',
    says: (value) => `A message to a customer has waited ${minutes(value)} to be sent.`,
    remedy: 'Look at the mail server or the SMS gateway.',
    page: 'docs/how-to/resend-messages.md',
  },
  {
    metric: 'oms_messages_failed',
    above: 0,
    severity: 'Act',
    code: 'MessagesFailed',
    says: (value, { kind }) => `${value} messages (${kind}) were given up.`,
    remedy: 'See why they were refused, and send them again.',
    page: 'docs/how-to/resend-messages.md',
  },
  {
    metric: 'oms_webhooks_oldest_age_seconds',
    above: 600,
    severity: 'Act',
    code: 'WebhooksWait',
    says: (value) => `A webhook delivery has waited ${minutes(value)}.`,
    remedy: 'Look at the receiver: oms webhooks list --state Waiting shows what it responds.',
    page: 'docs/how-to/receive-webhooks.md',
  },
  {
    metric: 'oms_webhooks_given_up',
    above: 0,
    severity: 'Act',
    code: 'WebhooksGivenUp',
    says: (value, { subscription }) => `The subscription ${subscription} did not take ${value} events within a day.`,
    remedy: 'oms webhooks list --state GivenUp; when the receiver works again, oms webhooks replay.',
    page: 'docs/how-to/receive-webhooks.md',
  },
  {
    metric: 'oms_workflow_waiting_oldest_age_seconds',
    above: 900,
    severity: 'Watch',
    code: 'RunsWait',
    says: (value) => `A workflow run has tried a step again for ${minutes(value)}.`,
    remedy: 'oms runs list --state Waiting names connector and reason; they continue automatically when it is back.',
    page: 'docs/how-to/resume-workflow-runs.md',
  },
  {
    metric: 'oms_connector_breaker_open',
    above: 0,
    severity: 'Watch',
    code: 'ConnectorPaused',
    says: (_, { connector }) => `The connector ${connector} is not called, because it did not respond several times.`,
    remedy: 'Look at the provider, its address and the network.',
    page: 'docs/how-to/monitor.md',
  },
  {
    metric: 'oms_asset_files_missing',
    above: 0,
    severity: 'Act',
    code: 'FilesMissing',
    says: (value) => `${value} files of assets are not in the store.`,
    remedy: 'oms assets verify names them.',
    page: 'docs/how-to/check-asset-files.md',
  },
]

/** The findings in the metrics of a service. */
export function findSigns(part: string, samples: readonly Sample[]): Finding[] {
  return signs.flatMap(({ metric, above, says, ...sign }) =>
    samples
      .filter(({ name, value }) => name === metric && value > above)
      .map(({ labels, value }) => ({ ...sign, part, sentence: says(value, labels) })),
  )
}
