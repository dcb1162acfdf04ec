import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { BODY_LIMIT_UPLOAD, defineRoute, FILE_BYTES_MAX, MEBIBYTE, type RouteContract } from '@open-oms/contracts/route'
import { createMetrics } from '@open-oms/service-kit/observability/metrics'
import { Type } from '@sinclair/typebox'
import t, { type Test } from 'tap'
import { apiClient, fetchToken, type TestGatewayOptions, testGateway } from '../../testing/test-gateway.ts'
import type { ProxiedRoute } from './route-table.ts'

const base = { summary: 'test', tags: ['Reference'], responses: { 200: Type.Any() } } as const
const contracts: RouteContract[] = [
  defineRoute({ ...base, method: 'GET', url: '/api/Orders/:id', operationId: 'read', access: ['OrderRead'] }),
  defineRoute({ ...base, method: 'HEAD', url: '/api/Orders/:id/Exists', operationId: 'probe', access: ['OrderRead'] }),
  defineRoute({ ...base, method: 'GET', url: '/api/Orders/:id/Exists', operationId: 'probeByGet', access: ['OrderRead'] }),
  defineRoute({ ...base, method: 'PUT', url: '/api/Orders/:id', operationId: 'write', access: ['OrderAdmin'] }),
  defineRoute({ ...base, method: 'GET', url: '/api/Orders/secret/:secretKey', operationId: 'guest', access: 'public' }),
  defineRoute({
    ...base,
    method: 'POST',
    url: '/api/Orders/Upload',
    operationId: 'upload',
    access: ['OrderAdmin'],
    takesFile: true,
    bodyLimit: BODY_LIMIT_UPLOAD,
  }),
]
const routes: ProxiedRoute[] = contracts.map((contract) => ({ contract, service: 'orders-workflow' }))

const echo: RequestListener = (request, response) => {
  let length = 0
  request.on('data', (chunk: Buffer) => {
    length += chunk.length
  })
  request.on('end', () => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ method: request.method, url: request.url, length, headers: request.headers }))
  })
}

async function startService(t: Test, listener: RequestListener = echo) {
  const service = createServer(listener)
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  t.teardown(() => {
    service.closeAllConnections()
    service.close()
  })
  return `http://127.0.0.1:${(service.address() as AddressInfo).port}`
}

async function start(t: Test, options: TestGatewayOptions = {}) {
  const url = await startService(t)
  const gateway = await testGateway(t, { services: { 'orders-workflow': url }, routes, ...options })
  const address = await gateway.app.listen({ port: 0, host: '127.0.0.1' })
  return { gateway, address, authorization: `Bearer ${await fetchToken(gateway)}` }
}

t.test('given a request with a token, when it is sent, then its service gets it with another token', async (t) => {
  const { address, authorization } = await start(t)
  const headers = { authorization, 'idempotency-key': 'abc', 'if-match': '"v1"', 'x-request-id': 'my-id' }
  const response = await fetch(`${address}/api/ORDERS/a%2Fb%C4%B0?x=1`, { method: 'PUT', body: '{}', headers })
  t.equal(response.status, 200)
  const got = (await response.json()) as { headers: Record<string, string> }
  const { authorization: _, ...others } = headers
  t.match(got, { url: '/api/ORDERS/a%2Fb%C4%B0?x=1', method: 'PUT', length: 2, headers: others })
  t.match(got.headers.authorization, /^Bearer /)
  t.not(got.headers.authorization, authorization)
  t.equal(response.headers.get('x-request-id'), 'my-id')
})

t.test('given a missing or bad token, when a request is sent, then it is 401 and reaches no service', async (t) => {
  const { address } = await start(t)
  for (const headers of [{}, { authorization: 'Bearer a.b.c' }, { authorization: 'Basic eA==' }]) {
    const response = await fetch(`${address}/api/Orders/1`, { headers: headers as Record<string, string> })
    t.equal(response.status, 401)
    t.ok(response.headers.get('www-authenticate'))
    t.match(await response.json(), { error: 'Unauthorized', errors: null, message: String, traceId: String })
  }
})

t.test('given a client without the role, when it calls a route, then it is 403', async (t) => {
  const { address, authorization } = await start(t, { clients: [apiClient('shop', { roles: ['OrderRead'] })] })
  t.equal((await fetch(`${address}/api/Orders/1`, { headers: { authorization } })).status, 200)
  const response = await fetch(`${address}/api/Orders/1`, { method: 'PUT', headers: { authorization } })
  t.equal(response.status, 403)
  t.match(await response.json(), { error: 'Forbidden' })
})

t.test('given a public route, when it is called without a token, then it is 200', async (t) => {
  const { address } = await start(t)
  t.equal((await fetch(`${address}/api/orders/SECRET/abc`)).status, 200)
  t.equal((await fetch(`${address}/api/orders/SECRET/abc`, { method: 'HEAD' })).status, 200)
})

t.test('given a route of HEAD, when it is called, then its service gets HEAD, beside the GET of the same path', async (t) => {
  const url = await startService(t, (request, response) => response.writeHead(request.method === 'HEAD' ? 204 : 202).end())
  const { address, authorization } = await start(t, { services: { 'orders-workflow': url } })
  const responseStatus = async (method: string) =>
    (await fetch(`${address}/api/orders/a%2Fb/EXISTS`, { method, headers: { authorization } })).status
  t.same([await responseStatus('HEAD'), await responseStatus('GET'), await responseStatus('DELETE')], [204, 202, 405])
  t.equal((await fetch(`${address}/api/Orders/1/Exists`, { method: 'HEAD' })).status, 401)
})

t.test(
  'given a path of no service, when it is requested with or without a token, then it is 404, and another method of a known path 405',
  async (t) => {
    const { address, authorization } = await start(t)
    for (const headers of [{}, { authorization }]) {
      for (const path of ['/api/Orders/1/2/3', '/api/Unknown', '/api', '/metrics', '/']) {
        const response = await fetch(address + path, { headers: headers as Record<string, string> })
        t.equal(response.status, 404, path)
        t.match(await response.json(), { error: 'NotFound', errors: null })
      }
      const other = await fetch(`${address}/api/Orders/1`, { method: 'DELETE', headers: headers as Record<string, string> })
      t.equal(other.status, 405)
      t.equal(other.headers.get('allow'), 'GET, HEAD, PUT')
    }
  },
)

t.test('given a body whose length is too large, when it is sent, then it is 413 without being read', async (t) => {
  const { address, authorization } = await start(t)
  const response = await fetch(`${address}/api/Orders/1`, {
    method: 'PUT',
    body: Buffer.alloc(2 * MEBIBYTE + 1),
    headers: { authorization },
  })
  t.equal(response.status, 413)
  t.match(await response.json(), { error: 'PayloadTooLarge' })
  const upload = await fetch(`${address}/api/Orders/Upload`, {
    method: 'POST',
    body: Buffer.alloc(25 * MEBIBYTE),
    headers: { authorization },
  })
  t.match(await upload.json(), { length: 25 * MEBIBYTE })
})

t.test('given a body without a length, when it becomes too long, then it is cut off with 413', async (t) => {
  const { address, authorization } = await start(t)
  const upload = httpRequest(`${address}/api/Orders/1`, {
    method: 'PUT',
    headers: { authorization, 'transfer-encoding': 'chunked' },
  })
  const responded = once(upload, 'response') as Promise<[IncomingMessage]>
  for (let count = 0; count < 3; count++) upload.write(Buffer.alloc(MEBIBYTE))
  const [response] = await responded
  t.equal(response.statusCode, 413)
  t.match(JSON.parse(String(Buffer.concat(await response.toArray()))), { error: 'PayloadTooLarge' })
  upload.destroy()
})

t.test('given a service that reads slowly, when a file is uploaded, then the gateway does not buffer it', async (t) => {
  const release = Promise.withResolvers<void>()
  const url = await startService(t, (request, response) => void release.promise.then(() => echo(request, response)))
  const { address, authorization } = await start(t, { services: { 'orders-workflow': url } })
  const upload = httpRequest(`${address}/api/Orders/Upload`, {
    method: 'POST',
    headers: { authorization, 'content-length': 25 * MEBIBYTE },
  })
  const responded = once(upload, 'response') as Promise<[IncomingMessage]>
  let taken = 0
  const sending = (async () => {
    for (let count = 0; count < 25; count++) {
      if (!upload.write(Buffer.alloc(MEBIBYTE))) await once(upload, 'drain')
      taken += 1
    }
    upload.end()
  })()
  await wait(300)
  t.ok(taken < 20, `${taken} of 25 MiB were taken while nobody read`)
  release.resolve()
  await sending
  const [response] = await responded
  t.match(JSON.parse(String(Buffer.concat(await response.toArray()))), { length: 25 * MEBIBYTE })
})

t.test('given a form with a file of 25 MiB, when it is sent, then it is passed on, and more is 413', async (t) => {
  const { address, authorization } = await start(t)
  const post = (body: FormData | Buffer) =>
    fetch(`${address}/api/Orders/Upload`, { method: 'POST', body: body as never, headers: { authorization } })
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(FILE_BYTES_MAX)]), 'photo.jpg')
  const response = (await (await post(form)).json()) as { length: number; headers: Record<string, string> }
  t.ok(response.length > FILE_BYTES_MAX)
  t.match(response.headers['content-type'], /^multipart\/form-data; boundary=/)
  const refused = await post(Buffer.alloc(BODY_LIMIT_UPLOAD + 1))
  t.equal(refused.status, 413)
  t.match(await refused.json(), { error: 'PayloadTooLarge' })
})

t.test(
  'given a service that reads slowly, when several uploads run concurrently, then the gateway holds hardly any of their bytes',
  async (t) => {
    const release = Promise.withResolvers<void>()
    const url = await startService(t, (request, response) => void release.promise.then(() => echo(request, response)))
    const { address, authorization } = await start(t, { services: { 'orders-workflow': url } })
    const UPLOADS = 4
    const piece = Buffer.alloc(MEBIBYTE)
    let taken = 0
    const uploads = Array.from({ length: UPLOADS }, async () => {
      const upload = httpRequest(`${address}/api/Orders/Upload`, { method: 'POST', headers: { authorization } })
      const responded = once(upload, 'response') as Promise<[IncomingMessage]>
      for (let count = 0; count < 25; count++) {
        if (!upload.write(piece)) await once(upload, 'drain')
        taken += 1
      }
      upload.end()
      const [response] = await responded
      return JSON.parse(String(Buffer.concat(await response.toArray()))).length
    })
    await wait(300)
    // What was taken and not read by the service is in buffers of the sockets and of this process.
    t.ok(taken < UPLOADS * 20, `${taken} of ${UPLOADS * 25} MiB were taken while nobody read`)
    release.resolve()
    t.same(await Promise.all(uploads), Array(UPLOADS).fill(25 * MEBIBYTE))
  },
)

t.test('given a service that is down, when it is called, then it is 503 with the one error body', async (t) => {
  const { address, authorization } = await start(t, { services: {} })
  const response = await fetch(`${address}/api/Orders/1`, { headers: { authorization } })
  t.equal(response.status, 503)
  t.equal(response.headers.get('retry-after'), '2')
  t.match(await response.json(), {
    error: 'Unavailable',
    errors: null,
    message: /orders-workflow is not available/,
    traceId: String,
  })
})

t.test('given a service that is down, when the gateway responds 503, then it logs no stack and counts the request', async (t) => {
  const metrics = createMetrics('gateway')
  const { gateway, address, authorization } = await start(t, { services: {}, metrics })
  await fetch(`${address}/api/Orders/1`, { headers: { authorization } })
  const record = gateway
    .log()
    .split('\n')
    .find((line) => line.includes('could not be served'))
  t.match(JSON.parse(record ?? '{}'), { level: 'warn', reason: /orders-workflow is not available/ })
  t.notMatch(gateway.log(), /"stack"/)
  t.match(await metrics.page(), 'oms_http_unavailable_total{reason="dependency",service="gateway"} 1')
  t.equal((await fetch(`${address}/metrics`)).status, 404, 'the public port shows no metrics')
})

t.test('given the services behind the gateway, when one is not ready, then the gateway is not ready', async (t) => {
  const url = await startService(t, (_request, response) => response.end('{}'))
  const ready = await testGateway(t, { services: { 'catalog-assets': url, 'orders-workflow': url, 'accounting-read': url } })
  t.equal((await ready.app.inject('/health/ready')).statusCode, 200)
  const lame = await testGateway(t, { services: { 'catalog-assets': url, 'orders-workflow': url } })
  const response = await lame.app.inject('/health')
  t.equal(response.statusCode, 503)
  t.match(response.json(), { error: 'Unavailable', checks: { 'catalog-assets': 'ok', 'accounting-read': 'failed' } })
  t.equal((await lame.app.inject('/health/live')).statusCode, 200)
})
