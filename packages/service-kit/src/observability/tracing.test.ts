// Own process: it sets up tracing, which a process does once.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import t, { type Test } from 'tap'
import { testServer } from '../testing/test-server.ts'
import { startTracing } from './start-tracing.ts'
import { currentTraceparent, runWithTraceparent, withSpan } from './tracing.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const INCOMING = `00-${TRACE}-b7ad6b7169203331-01`

async function server(t: Test) {
  const client = await testServer(t)
  client.app.post('/api/Orders/:id', async () => {
    await new Promise((resolve) => setTimeout(resolve, 1))
    return withSpan('save', async () => ({ traceparent: currentTraceparent() ?? null }))
  })
  client.app.get('/fails', async () => {
    throw new Error('bug')
  })
  return client
}

/** An exporter that keeps what it got, also after the end. */
function collectingExporter() {
  const spans: ReadableSpan[] = []
  const exporter: SpanExporter = {
    export: (batch, done) => {
      spans.push(...batch)
      done({ code: 0 })
    },
    shutdown: () => Promise.resolve(),
  }
  return { spans, exporter }
}

t.test('given tracing that is off, when a request has a traceparent, then it is carried without spans', async (t) => {
  t.equal((await startTracing('test', {})).isOn, false)
  const { send } = await server(t)
  const post = { method: 'POST', url: '/api/Orders/7', body: {} } as const
  t.equal((await send(post)).body.traceparent, null)
  t.equal((await send({ ...post, headers: { traceparent: INCOMING } })).body.traceparent, INCOMING)
  t.equal((await send({ ...post, headers: { traceparent: 'nonsense' } })).body.traceparent, null)
  t.equal(await runWithTraceparent(INCOMING, 'consume', async () => currentTraceparent()), INCOMING)
  t.equal(await runWithTraceparent(undefined, 'consume', async () => currentTraceparent()), undefined)
})

t.test('given the standard variables, when tracing starts, then they switch it on or off', async (t) => {
  for (const environment of [
    { OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' },
    { OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' },
  ]) {
    t.equal((await startTracing('test', environment)).isOn, false)
  }
  const on = await startTracing('test', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  t.equal(on.isOn, true)
  await on.stop()
})

t.test('given tracing that is on, when a request is made, then its span has the route and the incoming trace', async (t) => {
  const { spans, exporter } = collectingExporter()
  const tracing = await startTracing('test', {}, exporter)
  const { send } = await server(t)
  const response = await send({ method: 'POST', url: '/api/orders/7', body: {}, headers: { traceparent: INCOMING } })
  t.equal(response.headers['x-trace-id'], TRACE)
  t.match(response.body.traceparent, new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`))
  t.not(response.body.traceparent, INCOMING)
  const failed = await send({ url: '/fails' })
  t.match(failed.body, { error: 'InternalError', traceId: /^[0-9a-f]{32}$/ })
  await t.rejects(
    runWithTraceparent(INCOMING, 'consume orders', async () => {
      throw new Error('poison')
    }),
  )
  await tracing.stop()
  const byName = new Map(spans.map((span) => [span.name, span]))
  const request = byName.get('POST /api/Orders/:id')
  t.match(request, { parentSpanContext: { spanId: INCOMING.split('-')[2] }, attributes: { 'http.response.status_code': 200 } })
  t.equal(byName.get('save')?.parentSpanContext?.spanId, request?.spanContext().spanId)
  t.match(byName.get('GET /fails'), { status: { code: 2 }, events: [{ name: 'exception' }] })
  t.match(byName.get('consume orders'), { status: { code: 2 } })
  t.equal(byName.get('consume orders')?.spanContext().traceId, TRACE)
})

t.test('given a collector, when tracing stops, then the spans were sent by OTLP over HTTP', async (t) => {
  const received = Promise.withResolvers<string>()
  const collector = createServer((request, response) => {
    request.resume()
    response.end(() => received.resolve(`${request.method} ${request.url}`))
  }).listen(0, '127.0.0.1')
  t.teardown(() => collector.close())
  await once(collector, 'listening')
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  t.teardown(() => delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT)
  const tracing = await startTracing('test', process.env)
  await withSpan('work', () => Promise.resolve())
  await tracing.stop()
  t.equal(await received.promise, 'POST /v1/traces')
})
