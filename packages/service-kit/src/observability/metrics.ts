import fp from 'fastify-plugin'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type CounterName, type GaugeName, metricCatalogue } from './metric-catalogue.ts'

/** One measured value with its labels. */
export type Sample = { labels: Record<string, string>; value: number }

/** Where the parts of a service show their figures; see `metricCatalogue` for the names. */
export type MetricsRegistry = {
  /**
   * Reads the gauge's samples whenever the metrics are fetched. Several readers of one gauge add up
   * to one list.
   */
  gauge(name: GaugeName, read: () => Sample[] | Promise<Sample[]>): void
  /** Counts one more of something, or several. */
  count(name: CounterName, labels: Record<string, string>, by?: number): void
}

export type Metrics = MetricsRegistry & {
  /** How long a request took, in seconds. */
  observeRequest(labels: { method: string; route: string; status: number }, seconds: number): void
  /** The whole page in Prometheus' text format, and its content type. */
  page(): Promise<string>
  contentType: string
}

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type ReadGauge = { gauge: Gauge; isLabelled: boolean; reads: (() => Sample[] | Promise<Sample[]>)[] }

/** A part that cannot be asked at the moment shows no value, rather than an old one. */
async function readInto({ gauge, isLabelled, reads }: ReadGauge): Promise<void> {
  const results = await Promise.allSettled(reads.map(async (read) => read()))
  gauge.reset()
  // The reset leaves a 0 where there are no labels, which would say that all is well.
  if (!isLabelled) gauge.remove()
  for (const result of results) {
    if (result.status === 'fulfilled') for (const { labels, value } of result.value) gauge.set(labels, value)
  }
}

function createGauges(registry: Registry): Map<string, ReadGauge> {
  const gauges = new Map<string, ReadGauge>()
  for (const { name, help, labels, type } of metricCatalogue) {
    if (type !== 'gauge') continue
    const gauge = new Gauge({ name, help, labelNames: [...labels], registers: [registry] })
    gauges.set(name, { gauge, isLabelled: labels.length > 0, reads: [] })
  }
  return gauges
}

function createCounters(registry: Registry): Map<string, Counter> {
  const counters = metricCatalogue.filter(({ type }) => type === 'counter')
  return new Map(
    counters.map(({ name, help, labels }) => [name, new Counter({ name, help, labelNames: [...labels], registers: [registry] })]),
  )
}

/** The metrics of one service: those of the catalogue and those of the Node process. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  collectDefaultMetrics({ register: registry })
  const gauges = createGauges(registry)
  const counters = createCounters(registry)
  const { name, help, labels } = metricCatalogue[0]
  const requests = new Histogram({ name, help, labelNames: [...labels], buckets: BUCKETS_SECONDS, registers: [registry] })
  return {
    gauge: (gaugeName, read) => gauges.get(gaugeName)?.reads.push(read),
    count: (counterName, counted, by = 1) => counters.get(counterName)?.inc(counted, by),
    observeRequest: (requestLabels, seconds) => requests.observe(requestLabels, seconds),
    page: async () => {
      await Promise.all(Array.from(gauges.values(), readInto))
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}

/**
 * Measures every request by the pattern of its route, so that ids do not become labels. The life of
 * a stream is no duration of a request.
 */
export const requestMetrics = fp<{ metrics: Metrics }>(
  async (app, { metrics }) => {
    app.addHook('onResponse', (request, reply, done) => {
      if (request.routeOptions.config.isStream === true && reply.statusCode === 200) return done()
      const route = request.is404 ? 'unmatched' : (request.routeOptions.url ?? 'unmatched')
      metrics.observeRequest({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
      done()
    })
  },
  { name: 'request-metrics', fastify: '5.x' },
)

/**
 * Shows the figures at `/metrics`; a server that the public reaches has them on a second, private
 * server.
 */
export const metricsPage = fp<{ metrics: Metrics }>(
  async (app, { metrics }) => {
    app.get('/metrics', { config: { pressureHandler: () => undefined } }, async (_request, reply) =>
      reply.type(metrics.contentType).send(await metrics.page()),
    )
  },
  { name: 'metrics-page', fastify: '5.x' },
)
