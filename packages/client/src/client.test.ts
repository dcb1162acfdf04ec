import { setTimeout as sleep } from 'node:timers/promises'
import { catalogRoutes } from '@open-oms/contracts/catalog/routes'
import { errorStatus } from '@open-oms/contracts/errors'
import { orderRoutes } from '@open-oms/contracts/orders/routes/order-routes'
import type { RouteContract } from '@open-oms/contracts/route'
import t from 'tap'
import { isRead } from './call.ts'
import { createClient } from './client.ts'
import { ApiError, ConnectionError, isApiError } from './errors.ts'
import { breakOff, json, refusal, testServer } from './testing/test-server.ts'

const order = { id: 'one', versionId: 'v1' }
const params = { orderId: 'one' }
const newOrder = { id: 'one', orderType: 'Online', status: 'New', storeId: 'Oslo-01' }
const path = '/api/Orders/{orderId}'
const retries = { pauseMs: 1 }

const tokenServer = (t: Parameters<typeof testServer>[0], { callsPerToken }: { callsPerToken: number }) => {
  const state = { issued: 0, calls: 0 }
  const server = testServer(t, (response, request) => {
    if (request.url === '/api/Token') {
      state.issued++
      state.calls = 0
      return json(200, { accessToken: `token-${state.issued}`, tokenType: 'Bearer', expiresIn: 900 })(response, request)
    }
    const isValid = request.headers.authorization === `Bearer token-${state.issued}` && state.calls < callsPerToken
    if (isValid) state.calls++
    return (isValid ? json(200, order) : refusal(401, 'Unauthorized'))(response, request)
  })
  return { state, server }
}

t.test('given a token that expires on the way, when calls continue, then it is fetched again and no call fails', async (t) => {
  const { state, server } = tokenServer(t, { callsPerToken: 3 })
  const { baseUrl, requests } = await server
  const client = createClient({ baseUrl, token: { clientId: 'erp', clientSecret: 'secret' }, retries })
  for (let call = 0; call < 5; call++) t.match(await client.get(path, { params }), order)
  t.equal(state.issued, 2)
  t.equal(requests.filter(({ url }) => url === '/api/Token').length, 2)
  t.equal(requests.length, 2 + 5 + 1)
})

t.test('given no token yet, when calls begin at the same time, then they share one token request', async (t) => {
  const { state, server } = tokenServer(t, { callsPerToken: 100 })
  const client = createClient({ baseUrl: (await server).baseUrl, token: { clientId: 'erp', clientSecret: 'secret' } })
  await Promise.all(Array.from({ length: 8 }, () => client.get(path, { params })))
  t.equal(state.issued, 1)
})

t.test('given a wrong secret, when a call is made, then it fails with InvalidCredentials and is not repeated', async (t) => {
  const { baseUrl, requests } = await testServer(t, refusal(401, 'InvalidCredentials'))
  const client = createClient({ baseUrl, token: { clientId: 'erp', clientSecret: 'wrong' }, retries })
  await t.rejects(client.get(path, { params }), { code: 'InvalidCredentials', status: 401 })
  t.equal(requests.length, 1)
})

t.test('given a function for tokens, when one is refused, then the function hears of it once', async (t) => {
  const { baseUrl, requests } = await testServer(t, refusal(401, 'Unauthorized'), json(200, order))
  const heard: boolean[] = []
  const token = ({ isRefused }: { isRefused: boolean }) => `token-${heard.push(isRefused)}`
  t.match(await createClient({ baseUrl, token }).get(path, { params }), order)
  t.strictSame(heard, [false, true])
  t.strictSame(
    requests.map(({ headers }) => headers.authorization),
    ['Bearer token-1', 'Bearer token-2'],
  )
})

t.test('given one fixed token, when it is refused, then the call fails without another try', async (t) => {
  const { baseUrl, requests } = await testServer(t, refusal(401, 'Unauthorized'))
  await t.rejects(createClient({ baseUrl, token: 'old' }).get(path, { params }), { code: 'Unauthorized' })
  t.equal(requests.length, 1)
})

t.test('given 429 with Retry-After, when it is repeated, then it waits that long, also for a write without a key', async (t) => {
  const { baseUrl, requests } = await testServer(t, refusal(429, 'RateLimited', { 'retry-after': '1' }), json(201, order))
  const client = createClient({ baseUrl, retries })
  t.match(await client.post('/api/Orders', { body: newOrder, idempotencyKey: null }), order)
  const [first, second] = requests
  t.ok((second?.at ?? 0) - (first?.at ?? 0) >= 990)
  t.equal(first?.headers['idempotency-key'], undefined)
})

t.test('given a Retry-After that is too long, when the call fails, then the error says how long', async (t) => {
  const { baseUrl, requests } = await testServer(t, refusal(429, 'RateLimited', { 'retry-after': '3600' }))
  await t.rejects(createClient({ baseUrl }).get(path, { params }), { code: 'RateLimited', retryAfterMs: 3_600_000 })
  t.equal(requests.length, 1)
})

t.test('given 503 twice, when a write is repeated, then it has one key and succeeds', async (t) => {
  const { baseUrl, requests } = await testServer(t, refusal(503, 'Unavailable'), refusal(503, 'Unavailable'), json(201, order))
  t.match(await createClient({ baseUrl, retries }).post('/api/Orders', { body: newOrder }), order)
  t.equal(requests.length, 3)
  t.equal(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size, 1)
  t.match(requests[0]?.headers['idempotency-key'], /^[0-9a-f-]{36}$/)
})

t.test('given 503 forever, when the tries are used up, then the last error is raised', async (t) => {
  const { baseUrl, requests } = await testServer(t, refusal(503, 'Unavailable'))
  await t.rejects(createClient({ baseUrl, retries: { pauseMs: 1, triesMax: 3 } }).get(path, { params }), { code: 'Unavailable' })
  t.equal(requests.length, 3)
})

t.test('given a response that breaks off, when the call reads, then it is made again', async (t) => {
  const part = { headers: { 'content-type': 'application/json', 'content-length': '1000' }, content: '{"id":"o' }
  const { baseUrl, requests } = await testServer(t, breakOff(part), json(200, order))
  t.match(await createClient({ baseUrl, retries }).get(path, { params }), order)
  t.equal(requests.length, 2)
})

t.test('given a lost response, when a write is repeated, then its key makes it one order and the replay shows', async (t) => {
  const orders = new Map<unknown, object>()
  const create = (headers: Record<string, unknown>) => {
    const isKnown = orders.has(headers['idempotency-key'])
    if (!isKnown) orders.set(headers['idempotency-key'], order)
    return isKnown
  }
  const { baseUrl, requests } = await testServer(
    t,
    (response, request) => {
      create(request.headers)
      return breakOff()(response, request)
    },
    (response, request) => {
      const replayed = create(request.headers) ? { 'idempotent-replayed': 'true' } : {}
      return json(201, order, replayed)(response, request)
    },
  )
  const received = await createClient({ baseUrl, retries }).request('post', '/api/Orders', { body: newOrder })
  t.match(received, { status: 201, isReplayed: true, body: order })
  t.equal(orders.size, 1)
  t.equal(requests.length, 2)
})

t.test('given a write without a key, when its response is lost, then it is not repeated', async (t) => {
  const { baseUrl, requests } = await testServer(t, breakOff())
  const call = createClient({ baseUrl, retries }).post('/api/Orders', { body: newOrder, idempotencyKey: null })
  await t.rejects(call, ConnectionError)
  t.equal(requests.length, 1)
})

t.test('given a conflict, when it says when to come back, then it is repeated, else raised', async (t) => {
  const passing = await testServer(t, refusal(409, 'ResourceLocked', { 'retry-after': '0' }), json(201, order))
  t.match(await createClient({ ...passing, retries }).post('/api/Orders', { body: newOrder }), order)
  const lasting = await testServer(t, refusal(409, 'OrderIdExists'))
  await t.rejects(createClient({ ...lasting, retries }).post('/api/Orders', { body: newOrder }), {
    code: 'OrderIdExists',
    status: 409,
  })
  t.equal(lasting.requests.length, 1)
})

t.test('given the reads that have an effect, when they are looked up, then none counts as a read', async (t) => {
  const routes: readonly RouteContract[] = [...catalogRoutes, ...orderRoutes]
  const gets = routes.filter(({ method }) => method === 'GET')
  t.ok(gets.some(({ hasEffect }) => hasEffect === true))
  for (const { method, url, hasEffect = false } of gets) t.equal(isRead(method, url), !hasEffect, url)
})

t.test('given a call under way, when its signal aborts, then the reason is raised and the connection ends', async (t) => {
  const ended = Promise.withResolvers<void>()
  const abort = new AbortController()
  const { baseUrl } = await testServer(t, (response) => {
    response.on('close', ended.resolve)
    abort.abort(new Error('enough'))
  })
  const call = createClient({ baseUrl }).get(path, { params, signal: abort.signal })
  await t.rejects(call, { message: 'enough' })
  await ended.promise
})

t.test('given a pause before a repetition, when the signal aborts, then it ends immediately', async (t) => {
  const abort = new AbortController()
  const { baseUrl, requests } = await testServer(t, (response, request) => {
    refusal(503, 'Unavailable', { 'retry-after': '20' })(response, request)
    // The client has the response by then, and waits.
    setTimeout(() => abort.abort(new Error('enough')), 50)
  })
  const call = createClient({ baseUrl, signal: abort.signal }).get(path, { params })
  await t.rejects(call, { message: 'enough' })
  t.equal(requests.length, 1)
})

t.test('given a server that is silent, when the time-out is over, then the try is repeated and says so at last', async (t) => {
  const { baseUrl, requests } = await testServer(t, () => undefined)
  const client = createClient({ baseUrl, timeoutMs: 30, retries: { pauseMs: 1, triesMax: 2 } })
  await t.rejects(client.get(path, { params }), { name: 'ConnectionError', isTimeout: true })
  t.equal(requests.length, 2)
})

t.test('given a limit of two, when ten calls are made, then two are under way at a time and all succeed', async (t) => {
  let [now, most] = [0, 0]
  const { baseUrl, requests } = await testServer(t, async (response, request) => {
    most = Math.max(most, ++now)
    await sleep(5)
    now--
    json(200, order)(response, request)
  })
  const client = createClient({ baseUrl, concurrencyMax: 2 })
  await Promise.all(Array.from({ length: 10 }, () => client.get(path, { params })))
  t.equal(requests.length, 10)
  t.equal(most, 2)
})

t.test('given a full limit, when a waiting call is aborted, then its place goes to nobody else', async (t) => {
  const { baseUrl, requests } = await testServer(t, async (response, request) => {
    await sleep(30)
    json(200, order)(response, request)
  })
  const client = createClient({ baseUrl, concurrencyMax: 1 })
  const first = client.get(path, { params })
  await t.rejects(client.get(path, { params, signal: AbortSignal.abort(new Error('enough')) }), { message: 'enough' })
  const waiting = client.get(path, { params, signal: AbortSignal.timeout(5) })
  await t.rejects(waiting, { name: 'TimeoutError' })
  await Promise.all([first, client.get(path, { params })])
  t.equal(requests.length, 2)
})

t.test('given a stale version, when a write names it, then the error has what changed', async (t) => {
  const conflict = {
    message: 'stale',
    error: 'VersionConflict',
    errors: null,
    traceId: 'trace-1',
    currentVersionId: 'v2',
    changedFields: ['tags'],
  }
  const { baseUrl, requests } = await testServer(t, json(412, conflict, { 'x-request-id': 'request-1' }))
  const call = createClient({ baseUrl }).patch('/api/Orders/{orderId}/PatchOrder', { params, body: {}, ifMatch: 'v1' })
  const error = await call.catch((raised: unknown) => raised)
  t.equal(requests[0]?.headers['if-match'], '"v1"')
  if (!isApiError(error, 'VersionConflict')) throw error
  const { currentVersionId, changedFields } = error.fields
  t.strictSame({ currentVersionId, changedFields }, { currentVersionId: 'v2', changedFields: ['tags'] })
  t.match(error, { traceId: 'trace-1', requestId: 'request-1', message: 'stale' })
  t.notOk(isApiError(error, 'NotFound', 'ResourceLocked'))
})

t.test('given a body that no service made, when a call is refused, then the status is its code', async (t) => {
  const { baseUrl } = await testServer(t, (response) => void response.writeHead(502).end('<html>Bad gateway</html>'))
  const error = await createClient({ baseUrl, retries: { triesMax: 1 } })
    .get(path, { params })
    .catch((raised: unknown) => raised)
  t.match(error, { status: 502, code: '502', message: `GET ${path} returned 502.` })
  t.ok(error instanceof ApiError)
})

t.test('given every error code of the API, when one is raised, then it is recognised by its name', async (t) => {
  for (const code of Object.keys(errorStatus) as (keyof typeof errorStatus)[]) {
    const source = {
      status: errorStatus[code],
      code,
      message: '',
      errors: {},
      fields: {},
      traceId: null,
      requestId: null,
      retryAfterMs: null,
    }
    t.ok(isApiError(new ApiError(source), code), code)
  }
})

t.test('given names, lists, dates and slashes, when a call is made, then its address has them encoded', async (t) => {
  const { baseUrl, requests } = await testServer(t, json(200, {}, { etag: '"v7"' }))
  const client = createClient({ baseUrl: `${baseUrl}/oms/`, headers: { 'user-agent': 'erp/1' }, traceparent: () => '00-1-2-01' })
  const from = new Date('2026-01-31T12:00:00Z')
  const query = { storeId: ['Oslo 1', 'Bergen&2'], from, after: undefined, take: 5, dryRun: false }
  const received = await client.call({ method: 'GET', path: '/api/Orders/{orderId}', params: { orderId: 'a/b c' }, query })
  t.equal(
    requests[0]?.url,
    '/oms/api/Orders/a%2Fb%20c?storeId=Oslo+1&storeId=Bergen%262&from=2026-01-31T12%3A00%3A00.000Z&take=5&dryRun=false',
  )
  t.match(requests[0]?.headers, { 'user-agent': 'erp/1', traceparent: '00-1-2-01', 'x-request-id': /^[0-9a-f-]{36}$/ })
  t.equal(received.version, 'v7')
  await t.rejects(client.call({ method: 'GET', path: '/api/Orders/{orderId}' }), TypeError)
})

t.test('given a redirection, when a write meets it, then it is not followed', async (t) => {
  const { baseUrl, requests } = await testServer(t, (response) => void response.writeHead(307, { location: '/elsewhere' }).end())
  await t.rejects(createClient({ baseUrl }).post('/api/Orders', { body: newOrder }), { code: '307' })
  t.equal(requests.length, 1)
})
