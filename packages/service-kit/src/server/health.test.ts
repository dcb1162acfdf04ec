import { mock } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { build, productVersion } from '@open-oms/contracts/version'
import t from 'tap'
import { createLogger } from '../observability/logger.ts'
import { createMetrics } from '../observability/metrics.ts'
import { testServer } from '../testing/test-server.ts'

t.test('given a part that fails, then /health/live responds with 200', async (t) => {
  const { send } = await testServer(t, { checks: { database: () => Promise.reject(new Error('down')) } })
  t.match(await send({ url: '/health/live', as: null }), { status: 200, body: { status: 'live' } })
})

t.test('given parts that are ready, when readiness is asked for, then it is 200 and names the parts', async (t) => {
  const { send } = await testServer(t, { checks: { database: async () => 1, nats: async () => 2 } })
  for (const url of ['/health', '/health/ready', '/Health/Ready/']) {
    t.match(await send({ url, as: null }), { status: 200, body: { status: 'ready', checks: { database: 'ok', nats: 'ok' } } })
  }
})

t.test('given a part that fails, throws or hangs, when readiness is asked for, then it is 503 with Retry-After', async (t) => {
  const checks = {
    database: async () => 1,
    nats: () => Promise.reject(new Error('password=hunter2')),
    files: () => {
      throw new Error('no folder')
    },
    slow: () => Promise.withResolvers().promise,
  }
  const { send } = await testServer(t, { checks, health: { timeoutMs: 50 } })
  const response = await send({ url: '/health/ready', as: null })
  t.match(response, {
    status: 503,
    headers: { 'retry-after': '1' },
    body: {
      error: 'Unavailable',
      message: 'The service is not ready: nats failed, files failed, slow timed out.',
      errors: null,
      status: 'unavailable',
      checks: { database: 'ok', nats: 'failed', files: 'failed', slow: 'timed out' },
    },
  })
  t.notMatch(response.text, /hunter2/)
})

t.test(
  'given a configuration, then health and the metrics show the version, its hash and whether the last reload was refused',
  async (t) => {
    const configuration = () => ({ hash: 'abc', isRefused: true })
    const { send } = await testServer(t, { configuration, metrics: createMetrics('test') })
    t.match(await send({ url: '/health', as: null }), {
      status: 200,
      body: { status: 'ready', ...build, configuration: { hash: 'abc', isRefused: true } },
    })
    const { text } = await send({ url: '/metrics', as: null })
    t.match(text, `oms_configuration_info{version="${productVersion}",hash="abc",service="test"} 1`)
    t.match(text, /oms_configuration_refused\{service="test"\} 1/)
  },
)

t.test('given a server that signs tokens, when its new keys were refused, then health and the metrics show it', async (t) => {
  let isRefused = false
  const { send } = await testServer(t, { signingKeys: () => ({ isRefused }), metrics: createMetrics('test') })
  const shown = async () => {
    const { status, body } = await send({ url: '/health', as: null })
    const { text } = await send({ url: '/metrics', as: null })
    return [status, body.signingKeys, /^oms_signing_keys_refused\{service="test"\} (\d)$/m.exec(text)?.[1]]
  }
  t.strictSame(await shown(), [200, { isRefused: false }, '0'])
  isRefused = true
  t.strictSame(await shown(), [200, { isRefused: true }, '1'], 'the former keys sign: it stays ready')
})

t.test('given a part that fails, when a probe is refused, then the log has no warning', async (t) => {
  let text = ''
  const write = (line: string) => {
    text += line
  }
  const log = createLogger({ service: 'test', level: 'info' }, { write })
  const { send } = await testServer(t, { log, checks: { nats: () => Promise.reject(new Error('down')) } })
  t.equal((await send({ url: '/health/ready', as: null })).status, 503)
  t.equal(text, '')
})

t.test('given many probes, when they are made within the kept time, then the parts are asked once', async (t) => {
  let asked = 0
  const { app, send } = await testServer(t, { checks: { database: async () => ++asked }, health: { keptMs: 100 } })
  await app.ready()
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  await Promise.all(Array.from({ length: 10 }, () => send({ url: '/health', as: null })))
  t.equal(asked, 1)
  mock.timers.tick(99)
  await send({ url: '/health', as: null })
  t.equal(asked, 1)
  mock.timers.tick(1)
  await send({ url: '/health', as: null })
  t.equal(asked, 2)
})

t.test('given a part that did not work, then it is asked again after a tenth of the time', async (t) => {
  let works = false
  const database = () => (works ? Promise.resolve() : Promise.reject(new Error('down')))
  const { app, send } = await testServer(t, { checks: { database }, health: { keptMs: 100 } })
  await app.ready()
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const status = async () => (await send({ url: '/health', as: null })).status
  t.equal(await status(), 503)
  works = true
  mock.timers.tick(9)
  t.equal(await status(), 503)
  mock.timers.tick(1)
  t.equal(await status(), 200)
})

t.test('given requests and parts with metrics, then /metrics shows both, requests by route pattern', async (t) => {
  const metrics = createMetrics('orders-workflow')
  metrics.gauge('oms_consumer_lag', () => [{ labels: { consumer: 'a' }, value: 3 }])
  metrics.gauge('oms_consumer_lag', async () => [{ labels: { consumer: 'b' }, value: 4 }])
  metrics.gauge('oms_outbox_oldest_age_seconds', () => Promise.reject(new Error('no database')))
  const { app, send } = await testServer(t, { metrics })
  app.get('/api/Things/:id', async () => 'x')
  await send({ url: '/api/things/7' })
  await send({ url: '/nothing/7' })
  const { text, headers } = await send({ url: '/metrics', as: null })
  t.match(headers['content-type'], /^text\/plain/)
  t.match(text, /oms_http_request_duration_seconds_count\{.*route="\/api\/Things\/:id",status="200".*\} 1/)
  t.match(text, /oms_http_request_duration_seconds_count\{.*route="unmatched",status="404".*\} 1/)
  t.match(text, /oms_consumer_lag\{consumer="a",service="orders-workflow"\} 3/)
  t.match(text, /oms_consumer_lag\{consumer="b",service="orders-workflow"\} 4/)
  t.notMatch(text, /^oms_outbox_oldest_age_seconds\b.* \d/m, 'what cannot be read has no value')
  t.match(text, /process_resident_memory_bytes/)
  t.notMatch(text, /things\/7|nothing\/7/)
})

t.test('given a busy event loop, when requests are made, then they are 503 with Retry-After, and probes are not', async (t) => {
  const { app, send } = await testServer(t, { limits: { eventLoopDelayMs: 5 }, metrics: createMetrics('test') })
  app.get('/work', async () => 'done')
  await app.ready()
  while (!app.isUnderPressure()) {
    const end = Date.now() + 150
    while (Date.now() < end);
    await sleep(1)
  }
  t.match(await send({ url: '/work' }), { status: 503, body: { error: 'Unavailable' }, headers: { 'retry-after': '2' } })
  t.equal((await send({ url: '/health/live' })).status, 200)
  t.equal((await send({ url: '/metrics' })).status, 200)
})
