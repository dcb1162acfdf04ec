type Metric = { name: string; type: 'histogram' | 'gauge'; labels: readonly string[]; help: string }

/** Every metric of the product; operations.md and the alerts are written from this list. The first one is the requests'. */
export const metricCatalogue = [
  {
    name: 'oms_http_request_duration_seconds',
    type: 'histogram',
    labels: ['method', 'route', 'status'],
    help: 'Time from the first byte of a request to the end of its answer, by route pattern.',
  },
  {
    name: 'oms_outbox_oldest_age_seconds',
    type: 'gauge',
    labels: [],
    help: 'Age of the oldest event that waits to be published; 0 when none waits. Rises when NATS is away.',
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
] as const satisfies readonly Metric[]

export type GaugeName = Extract<(typeof metricCatalogue)[number], { type: 'gauge' }>['name']
