import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { defineRoute, type RouteContract } from '@open-oms/contracts/route'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import { Type } from '@sinclair/typebox'
import t, { type Test } from 'tap'
import {
  apiClient,
  fetchToken,
  SECRET,
  type TestGatewayOptions,
  tenantRateLimit,
  testGateway,
} from '../../testing/test-gateway.ts'
import { createMemoryBuckets } from './memory-buckets.ts'

const base = { method: 'GET', summary: 'test', tags: ['Reference'], responses: { 200: Type.Any() } } as const
const contracts: RouteContract[] = [
  defineRoute({ ...base, url: '/api/Orders/:id', operationId: 'read', access: ['OrderRead'] }),
  defineRoute({ ...base, url: '/api/Orders/GetOrderAsPdf/:id', operationId: 'pdf', access: ['OrderRead'], rateLimit: 'pdf' }),
  defineRoute({ ...base, url: '/api/Orders/Scroll/:id', operationId: 'scroll', access: ['OrderRead'], rateLimit: 'scroll' }),
  defineRoute({ ...base, url: '/api/Orders/secret/:key', operationId: 'guest', access: 'public', rateLimit: 'secret-key' }),
]

/** A gateway over a service that responds `ok`; its responses can be held back. */
async function start(t: Test, options: TestGatewayOptions = {}) {
  let hold: Promise<unknown> = Promise.resolve()
  let underWay = 0
  const service = createServer((request, response) => {
    if (request.url?.endsWith('/wrong')) response.statusCode = 404
    underWay += 1
    response.once('close', () => {
      underWay -= 1
    })
    void hold.then(() => response.end('ok'))
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  t.teardown(() => {
    service.closeAllConnections()
    service.close()
  })
  let now = 1_000_000
  const gateway = await testGateway(t, {
    services: { 'orders-workflow': `http://127.0.0.1:${(service.address() as AddressInfo).port}` },
    routes: contracts.map((contract) => ({ contract, service: 'orders-workflow' })),
    buckets: createMemoryBuckets(() => now),
    ...options,
  })
  const address = await gateway.app.listen({ port: 0, host: '127.0.0.1' })
  const tokens = new Map<string, string>()
  const tokenFor = async (clientId: string) => {
    const token = tokens.get(clientId) ?? (await fetchToken(gateway, clientId))
    tokens.set(clientId, token)
    return token
  }
  const get = async (path: string, clientId: string | null, headers: Record<string, string> = {}) => {
    const authorization = clientId === null ? {} : { authorization: `Bearer ${await tokenFor(clientId)}` }
    return fetch(address + path, { headers: { ...authorization, ...headers } as Record<string, string> })
  }
  const holdUntil = (release: Promise<unknown>) => {
    hold = release
  }
  /** Resolves when the service has so many requests. */
  const areUnderWay = (count: number) => eventually(() => underWay === count, `${count} requests are under way`)
  return { gateway, get, address, holdUntil, areUnderWay, pass: (ms: number) => (now += ms) }
}

async function countAllowed(count: number, send: () => Promise<Response>): Promise<number> {
  let allowed = 0
  for (let at = 0; at < count; at++) if ((await send()).status === 200) allowed += 1
  return allowed
}

t.test('given clients with buckets, when one exceeds its own, then it is 429 with Retry-After, others are served', async (t) => {
  const small = { ...tenantRateLimit, bucketSize: 3, refillAmount: 2 }
  const { get, pass } = await start(t, { clients: [apiClient('shop', { rateLimit: small }), apiClient('other')] })
  const first = await get('/api/Orders/1', 'shop')
  t.strictSame(
    ['limit', 'remaining', 'reset'].map((name) => first.headers.get(`ratelimit-${name}`)),
    ['3', '2', '10'],
  )
  t.equal(await countAllowed(2, () => get('/api/Orders/1', 'shop')), 2)
  pass(4_500)
  const refused = await get('/api/Orders/1', 'shop')
  t.equal(refused.status, 429)
  t.equal(refused.headers.get('retry-after'), '6')
  t.equal(refused.headers.get('ratelimit-remaining'), '0')
  t.match(await refused.json(), { error: 'RateLimited', errors: null, message: /6 s/, traceId: String })
  t.equal((await get('/api/Orders/1', 'other')).headers.get('ratelimit-limit'), '12000')
  pass(5_500)
  t.equal(await countAllowed(3, () => get('/api/Orders/1', 'shop')), 2)
})

t.test('given new limits of a client, when they are reloaded, then the next request sees them', async (t) => {
  const { gateway, get } = await start(t)
  t.equal((await get('/api/Orders/1', 'shop')).headers.get('ratelimit-limit'), '12000')
  gateway.registry.replace([apiClient('shop', { rateLimit: { ...tenantRateLimit, bucketSize: 7 } })])
  t.equal((await get('/api/Orders/1', 'shop')).headers.get('ratelimit-limit'), '7')
})

t.test('given the allowed number of concurrent requests, when one more comes, then it is refused', async (t) => {
  const { get, holdUntil, areUnderWay } = await start(t, {
    clients: [apiClient('shop', { rateLimit: { ...tenantRateLimit, concurrentMax: 2 } }), apiClient('other')],
  })
  const release = Promise.withResolvers<void>()
  await Promise.all([get('/api/Orders/1', 'shop'), get('/api/Orders/1', 'other')])
  holdUntil(release.promise)
  const held = [get('/api/Orders/1', 'shop'), get('/api/Orders/1', 'shop')]
  await areUnderWay(2)
  const refused = await get('/api/Orders/1', 'shop')
  t.equal(refused.status, 429)
  t.equal(refused.headers.get('retry-after'), '1')
  const other = get('/api/Orders/1', 'other')
  release.resolve()
  t.strictSame(
    (await Promise.all([...held, other])).map((response) => response.status),
    [200, 200, 200],
  )
  t.equal(await countAllowed(5, () => get('/api/Orders/1', 'shop')), 5, 'finished requests are counted out')
})

t.test('given a client at its limit of concurrent requests, when it leaves, then its next request is admitted', async (t) => {
  const { get, gateway, address, holdUntil, areUnderWay } = await start(t, {
    clients: [apiClient('shop', { rateLimit: { ...tenantRateLimit, concurrentMax: 1 } })],
  })
  const authorization = `Bearer ${await fetchToken(gateway)}`
  holdUntil(Promise.withResolvers<void>().promise)
  const controller = new AbortController()
  const gone = fetch(`${address}/api/Orders/1`, { headers: { authorization }, signal: controller.signal })
  await areUnderWay(1)
  controller.abort()
  await t.rejects(gone)
  holdUntil(Promise.resolve())
  await eventually(async () => (await get('/api/Orders/1', 'shop')).status === 200, 'a request is admitted again')
  t.pass('it was counted out')
})

t.test('given PDF and scroll routes, when they are called too often, then each has its own limit', async (t) => {
  const { get, pass } = await start(t)
  t.equal(await countAllowed(62, () => get('/api/Orders/GetOrderAsPdf/1', 'shop')), 60)
  t.equal(await countAllowed(12, () => get('/api/orders/scroll/1', 'shop')), 10)
  t.equal((await get('/api/Orders/1', 'shop')).status, 200)
  pass(1_000)
  t.equal(await countAllowed(12, () => get('/api/Orders/Scroll/1', 'shop')), 10)
  t.equal((await get('/api/Orders/GetOrderAsPdf/1', 'shop')).status, 429)
  pass(59_000)
  t.equal((await get('/api/Orders/GetOrderAsPdf/1', 'shop')).status, 200)
})

t.test('given sixty failures of an address within a minute, when more fail, then they are 429', async (t) => {
  const { gateway, get } = await start(t, { trustProxy: ['loopback'] })
  const requestStatuses = async (count: number, address: string) => {
    const found = []
    for (let at = 0; at < count; at++)
      found.push((await get('/api/Orders/secret/wrong', null, { 'x-forwarded-for': address })).status)
    return found
  }
  t.strictSame(await requestStatuses(61, '203.0.113.1'), [...Array(60).fill(404), 429])
  t.strictSame(await requestStatuses(3, '203.0.113.2'), [404, 404, 404])
  const token = () => gateway.app.inject({ method: 'POST', url: '/api/Token', payload: { clientId: 'nobody' } })
  const oauth = () => gateway.app.inject({ method: 'POST', url: '/oauth/token', payload: {} })
  const statuses = []
  for (let count = 0; count < 31; count++) statuses.push((await token()).statusCode, (await oauth()).statusCode)
  t.equal(statuses.filter((status) => status === 400).length, 60, 'both token routes draw on one bucket')
  t.equal(statuses.filter((status) => status === 429).length, 2)
  t.match((await oauth()).json(), { error: 'RateLimited' })
})

t.test('given an address with too many failures, when what it sends is right, then it passes and uses nothing up', async (t) => {
  const { gateway, get } = await start(t)
  for (let at = 0; at < 60; at++) await get('/api/Orders/secret/wrong', null)
  t.equal((await get('/api/Orders/secret/wrong', null)).status, 429)
  t.equal(await countAllowed(3, () => get('/api/Orders/secret/abc', null)), 3)
  const payload = (clientSecret: string) => ({ clientId: 'shop', clientSecret })
  const token = (secret: string) => gateway.app.inject({ method: 'POST', url: '/api/Token', payload: payload(secret) })
  for (let at = 0; at < 60; at++) t.equal((await token('wrong')).statusCode, 401)
  const refused = await token('wrong')
  t.match([refused.statusCode, refused.headers['retry-after'], refused.json().error], [429, /^\d+$/, 'RateLimited'])
  t.equal((await token(SECRET)).statusCode, 200)
  const basic = `Basic ${Buffer.from(`shop:${SECRET}`).toString('base64')}`
  const oauth = { method: 'POST', url: '/oauth/token', headers: { authorization: basic } } as const
  t.equal((await gateway.app.inject({ ...oauth, payload: { grant_type: 'client_credentials' } })).statusCode, 200)
})

t.test(
  'given a flood of wrong secrets from an address, when another client of it asks for a token, then it gets it',
  async (t) => {
    const clients = [apiClient('shop'), apiClient('other')]
    const { gateway } = await start(t, { clients })
    const ask = (clientId: string, clientSecret: string) =>
      gateway.app.inject({ method: 'POST', url: '/api/Token', payload: { clientId, clientSecret } })
    const flood = Array.from({ length: 90 }, (_, at) => ask('shop', `wrong ${at}`))
    t.equal((await ask('other', SECRET)).statusCode, 200)
    const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode)
    t.ok(
      statuses.every((status) => status === 401 || status === 429),
      statuses.join(),
    )
  },
)

t.test('given no trusted proxy, when a client sends other addresses, then it is still limited as one', async (t) => {
  const { get } = await start(t)
  let status = 0
  for (let at = 0; at <= 60; at++)
    status = (await get('/api/Orders/secret/wrong', null, { 'x-forwarded-for': `203.0.113.${at}` })).status
  t.equal(status, 429)
})
