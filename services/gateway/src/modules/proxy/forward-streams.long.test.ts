import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { defineRoute, type RouteContract } from '@open-oms/contracts/route'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import { Type } from '@sinclair/typebox'
import t, { type Test } from 'tap'
import { person, signedIn } from '../../testing/people.ts'
import { fetchToken, type TestGatewayOptions, tenantRateLimit, testGateway } from '../../testing/test-gateway.ts'
import { createUserRegistry } from '../sessions/user-registry.ts'

const base = { method: 'GET', summary: 'test', tags: ['Reference'], access: ['OrderRead'] } as const
const events = Type.String({ contentMediaType: 'text/event-stream' })
const contracts: RouteContract[] = [
  defineRoute({ ...base, url: '/api/Orders/stream', operationId: 'stream', responses: { 200: events }, isStream: true }),
  defineRoute({ ...base, url: '/api/Orders/plain', operationId: 'plain', responses: { 200: Type.Any() } }),
]

/** A gateway before a service whose streams the test writes to. */
async function start(t: Test, options: TestGatewayOptions = {}) {
  const streams: ServerResponse[] = []
  const service = createServer((request, response) => {
    if (request.url !== '/api/Orders/stream') return void response.setHeader('content-type', 'application/json').end('{}')
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('id: 1\n\n')
    streams.push(response)
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  t.teardown(() => {
    service.closeAllConnections()
    service.close()
  })
  const services = { 'orders-workflow': `http://127.0.0.1:${(service.address() as AddressInfo).port}` }
  const routes = contracts.map((contract) => ({ contract, service: 'orders-workflow' as const }))
  const gateway = await testGateway(t, { services, routes, ...options })
  const address = await gateway.app.listen({ port: 0, host: '127.0.0.1' })
  const get = async (path: string, headers: Record<string, string>) => {
    const [response] = (await once(request(`${address}${path}`, { agent: false, headers }).end(), 'response')) as [
      IncomingMessage,
    ]
    response.on('error', () => undefined)
    t.teardown(() => void response.destroy())
    return response
  }
  return { gateway, get, streams }
}

const nextPiece = async (stream: IncomingMessage) => String(((await once(stream, 'data')) as [Buffer])[0])

t.test('given a stream of a session, when the service writes, then the page gets it before the stream ends', async (t) => {
  const users = createUserRegistry([person('kari@example.com', { roles: ['OrderRead'] })])
  // The time of the last request would be written again with each response.
  let now = Date.now()
  const limits = { idleMs: 60_000, lifetimeMs: 3_600_000 }
  const sessions = { users, limits, now: () => now }
  const { gateway, get, streams } = await start(t, { sessions })
  const { cookie } = await signedIn(gateway.app, 'kari@example.com')
  now += 30_000
  const headers = { cookie, 'accept-encoding': 'gzip, br' }
  const stream = await get('/api/Orders/stream', headers)
  t.equal(stream.statusCode, 200)
  t.match(stream.headers, { 'content-type': 'text/event-stream', 'content-encoding': undefined, 'content-length': undefined })
  t.equal(stream.headers['set-cookie'], undefined, 'the stream does not prolong the session')
  const first = await nextPiece(stream)
  t.equal(first, 'id: 1\n\n')
  for (const id of [2, 3]) {
    streams[0]?.write(`id: ${id}\n\n`)
    t.equal(await nextPiece(stream), `id: ${id}\n\n`)
  }
  const unattended = await get('/api/Orders/plain', { ...headers, 'x-unattended': 'true' })
  t.equal(unattended.headers['set-cookie'], undefined, 'nor does what no person has asked for')
  t.match((await get('/api/Orders/plain', headers)).headers['set-cookie'], [/^oms-session=/], 'what a person does prolongs it')
  now += 30_000
  const over = await get('/api/Orders/stream', headers)
  t.equal(over.statusCode, 401)
  stream.destroy()
  await eventually(() => streams[0]?.destroyed, 'the service notices that the page was closed')
})

t.test('given a stream of a session, when the person signs out, then it ends', async (t) => {
  const users = createUserRegistry([person('kari@example.com', { roles: ['OrderRead'] })])
  const { gateway, get } = await start(t, { sessions: { users } })
  const [ending, staying] = [await signedIn(gateway.app, 'kari@example.com'), await signedIn(gateway.app, 'kari@example.com')]
  const ended = await get('/api/Orders/stream', { cookie: ending.cookie })
  const other = await get('/api/Orders/stream', { cookie: staying.cookie })
  for (const stream of [ended, other]) await nextPiece(stream)
  const signOut = await gateway.app.inject({ method: 'DELETE', url: '/session', headers: ending.headers })
  t.match(signOut, { statusCode: 204, headers: { 'clear-site-data': '"cache"' } })
  await eventually(() => ended.destroyed, 'the stream of the session that was signed out has ended')
  t.equal(other.destroyed, false, 'that of another session has not')
})

t.test('given more streams than connections for requests, when others call, then they are served', async (t) => {
  const rates = { tenantRateLimit: () => ({ ...tenantRateLimit, concurrentMax: 1 }) }
  const { gateway, get, streams } = await start(t, { upstream: { connectionsMax: 1, timeoutMs: 1_000 }, ...rates })
  const headers = { authorization: `Bearer ${await fetchToken(gateway)}` }
  const open = [await get('/api/Orders/stream', headers), await get('/api/Orders/stream', headers)]
  for (const stream of open) await nextPiece(stream)
  t.equal((await get('/api/Orders/plain', headers)).statusCode, 200)
  // Longer than a request may be silent.
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  for (const stream of streams) stream.write('id: 2\n\n')
  for (const stream of open) t.equal(await nextPiece(stream), 'id: 2\n\n')
})

t.test('given open streams, when the gateway closes, then they break off and do not hold it up', async (t) => {
  const { gateway, get, streams } = await start(t)
  const stream = await get('/api/Orders/stream', { authorization: `Bearer ${await fetchToken(gateway)}` })
  await nextPiece(stream)
  const ended = new Promise((resolve) => stream.once('close', resolve))
  await gateway.app.close()
  await ended
  t.equal(stream.complete, false)
  await eventually(() => streams[0]?.destroyed, 'the service learns of it')
})
