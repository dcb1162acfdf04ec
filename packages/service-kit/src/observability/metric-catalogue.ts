import { accountingMetrics } from '@open-oms/contracts/accounting/metrics'
import { catalogMetrics } from '@open-oms/contracts/catalog/metrics'
import type { Metric } from '@open-oms/contracts/metric'
import { orderMetrics } from '@open-oms/contracts/orders/metrics'

/**
 * Every metric of the product; the metrics page and the alerts are written from this list. The
 * first one is the requests'.
 */
export const metricCatalogue = [
  {
    name: 'oms_http_request_duration_seconds',
    type: 'histogram',
    labels: ['method', 'route', 'status'],
    help: 'Time from the first byte of a request to the end of its response, by route pattern.',
  },
  {
    name: 'oms_http_unavailable_total',
    type: 'counter',
    labels: ['reason'],
    help: 'Requests to which this process responded with 503: overload (it had too much to do and shed them), connections (all its database connections stayed in use) or dependency (a database or a service did not respond).',
  },
  {
    name: 'oms_outbox_oldest_age_seconds',
    type: 'gauge',
    labels: [],
    help: 'Age of the oldest event that waits to be published; 0 when none waits. Rises when NATS is unreachable.',
  },
  {
    name: 'oms_events_republished_total',
    type: 'counter',
    labels: ['stream', 'reason'],
    help: 'Events that a stream had confirmed and then lost, and that this process publishes again: new_stream (the stream was made again), end (its newest events were lost), gap (others were lost) or request (a consumer misses them).',
  },
  {
    name: 'oms_event_gaps',
    type: 'gauge',
    labels: ['consumer'],
    help: 'Aggregates whose later events wait because an earlier one has not come; the publisher is asked for it.',
  },
  {
    name: 'oms_events_requested_total',
    type: 'counter',
    labels: ['consumer', 'outcome'],
    help: 'Missing events that this process has asked the publisher for: repeated (published again), on_their_way, or missing (not kept any more: a dead letter).',
  },
  {
    name: 'oms_events_reconciled_total',
    type: 'counter',
    labels: ['consumer', 'outcome'],
    help: 'Events that were published and not handled, as the comparison of both found: repeated (published again) or missing (not kept any more: a dead letter).',
  },
  {
    name: 'oms_reconciliation_age_seconds',
    type: 'gauge',
    labels: ['consumer'],
    help: 'Time since published events were compared with handled ones. Rises when the publisher cannot be asked.',
  },
  {
    name: 'oms_consumer_lag',
    type: 'gauge',
    labels: ['consumer'],
    help: 'Events on the stream that the consumer has not acknowledged yet.',
  },
  {
    name: 'oms_dead_letters',
    type: 'gauge',
    labels: ['consumer'],
    help: 'Events that were given up and wait for a person to replay or drop them.',
  },
  {
    name: 'oms_parked_events',
    type: 'gauge',
    labels: ['consumer'],
    help: 'Events that wait for an earlier event of the same aggregate.',
  },
  {
    name: 'oms_database_connections',
    type: 'gauge',
    labels: ['state'],
    help: 'Connections of the pool: active, idle, and the requests that wait for one.',
  },
  {
    name: 'oms_standby_usable',
    type: 'gauge',
    labels: [],
    help: '1 while searches, lists, exports and reports are read from the standby of DATABASE_READ_URL, 0 while all go to the primary, because the standby is unreachable or behind. Absent without a standby.',
  },
  {
    name: 'oms_standby_lag_bytes',
    type: 'gauge',
    labels: [],
    help: "Bytes of the primary's write-ahead log that the standby has not replayed. Absent while one of them cannot be asked.",
  },
  {
    name: 'oms_standby_reads_total',
    type: 'counter',
    labels: ['outcome'],
    help: 'Reads that may go to the standby: standby (it did them), or done by the primary because the standby was unreachable or behind, or had ended them (conflict with what it replays, cancellation).',
  },
  {
    name: 'oms_configuration_info',
    type: 'gauge',
    labels: ['version', 'hash'],
    help: 'Always 1: the version of the process, and a hash of the tenant configuration that it works by. Two hashes at the same time: a process has not taken over a change.',
  },
  {
    name: 'oms_configuration_refused',
    type: 'gauge',
    labels: [],
    help: '1 while the files of the tenant configuration were refused at the last reload and the former ones are in force, else 0.',
  },
  {
    name: 'oms_signing_keys_refused',
    type: 'gauge',
    labels: [],
    help: '1 while the signing keys of the last reload were refused and the former ones sign, else 0. Of the gateway with its own issuer.',
  },
  {
    name: 'oms_sign_in_lock_outs_total',
    type: 'counter',
    labels: ['browser'],
    help: 'How often the allowed failed attempts to sign in by password were used up for a name: in a browser where the person has signed in before (known), or from all others (unknown).',
  },
  ...orderMetrics,
  ...accountingMetrics,
  ...catalogMetrics,
] as const satisfies readonly Metric[]

export type GaugeName = Extract<(typeof metricCatalogue)[number], { type: 'gauge' }>['name']
export type CounterName = Extract<(typeof metricCatalogue)[number], { type: 'counter' }>['name']
