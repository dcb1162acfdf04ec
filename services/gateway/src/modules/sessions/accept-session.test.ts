import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Role } from '@open-oms/contracts/access'
import { SERVICE_TOKEN_ISSUER, serviceTokenAudience } from '@open-oms/contracts/gateway/service-token'
import { defineRoute, type RouteContract } from '@open-oms/contracts/route'
import { Type } from '@sinclair/typebox'
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import t, { type Test } from 'tap'
import { PASSWORD, person, signedIn } from '../../testing/people.ts'
import { apiClient, fetchToken, ISSUER, testGateway } from '../../testing/test-gateway.ts'
import type { ProxiedRoute } from '../proxy/route-table.ts'
import { createUserRegistry } from './user-registry.ts'

const base = { summary: 'test', tags: ['Reference'], responses: { 200: Type.Any() } } as const
const reading: Role[] = ['OrderRead']
const contracts: RouteContract[] = [
  defineRoute({ ...base, method: 'GET', url: '/api/Orders/:id', operationId: 'read', access: reading }),
  defineRoute({ ...base, method: 'GET', url: '/api/Orders/:id/Touch', operationId: 'touch', access: reading, hasEffect: true }),
  defineRoute({ ...base, method: 'POST', url: '/api/Orders/Search', operationId: 'search', access: reading }),
  defineRoute({ ...base, method: 'PUT', url: '/api/Orders/:id', operationId: 'write', access: ['OrderAdmin'] }),
  defineRoute({ ...base, method: 'GET', url: '/api/Orders/secret/:secretKey', operationId: 'guest', access: 'public' }),
]
const routes: ProxiedRoute[] = contracts.map((contract) => ({ contract, service: 'orders-workflow' }))

/**
 * A gateway before a service that returns the headers it got, with people of different roles and
 * stores.
 */
async function start(t: Test) {
  const received: Record<string, unknown>[] = []
  const service = createServer((request, response) => {
    received.push(request.headers)
    request.resume()
    response.setHeader('content-type', 'application/json').end('{}')
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  t.teardown(() => {
    service.closeAllConnections()
    service.close()
  })
  const users = createUserRegistry([
    person('kari@example.com', { storeIds: ['Oslo-01'] }),
    person('reader@example.com', { roles: ['OrderRead'] }),
  ])
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  const gateway = await testGateway(t, {
    services: { 'orders-workflow': url },
    routes,
    sessions: { users },
    clients: [apiClient('shop')],
  })
  const keys = (await gateway.app.inject('/.well-known/jwks.json')).json() as JSONWebKeySet
  const claims = async (authorization: unknown) => {
    const token = String(authorization).replace(/^Bearer /, '')
    const expected = { issuer: SERVICE_TOKEN_ISSUER, audience: serviceTokenAudience('orders-workflow') }
    return (await jwtVerify(token, createLocalJWKSet(keys), expected)).payload
  }
  return { gateway, app: gateway.app, received, claims, users }
}

t.test('given a session, when a page reads, then the service gets a short token of the person and no cookie', async (t) => {
  const { app, received, claims } = await start(t)
  const { cookie, headers } = await signedIn(app, 'kari@example.com')
  const response = await app.inject({ url: '/api/Orders/1', headers: { cookie: `theme=dark; ${cookie}`, 'x-csrf-token': 'x' } })
  t.equal(response.statusCode, 200, response.body)
  const [got] = received
  t.equal(got?.cookie, undefined)
  t.equal(got?.['x-csrf-token'], undefined)
  const payload = await claims(got?.authorization)
  t.match(payload, {
    sub: 'kari@example.com',
    client_id: 'kari@example.com',
    person: true,
    roles: ['OrderRead'],
    storeIds: ['Oslo-01'],
  })
  t.equal((payload.exp ?? 0) - (payload.iat ?? 0), 60)
  t.notMatch(JSON.stringify([response.headers, response.body]), /eyJ[\w-]+\.eyJ/, 'the browser does not see the token')
  await app.inject({ method: 'POST', url: '/api/Orders/Search', headers, payload: {} })
  t.equal(received[1]?.authorization, got?.authorization, 'one token is used for several requests')
  await app.inject({ method: 'PUT', url: '/api/Orders/1', headers, payload: {} })
  t.same((await claims(received[2]?.authorization)).roles, ['OrderAdmin'])
})

t.test('given a session, when other roles of the person are loaded, then the next request has a token with them', async (t) => {
  const { app, received, claims, users } = await start(t)
  const { headers } = await signedIn(app, 'kari@example.com')
  await app.inject({ url: '/api/Orders/1', headers })
  users.replace([person('kari@example.com', { roles: ['OrderRead'] })])
  await app.inject({ url: '/api/Orders/1', headers })
  const payload = await claims(received[1]?.authorization)
  t.same([payload.roles, payload.storeIds], [['OrderRead'], undefined])
  t.equal((await app.inject({ method: 'PUT', url: '/api/Orders/1', headers, payload: {} })).statusCode, 403)
})

t.test('given a token and a session, when both are sent, then the token alone counts', async (t) => {
  const { gateway, app, received, claims } = await start(t)
  const { cookie } = await signedIn(app, 'reader@example.com')
  const authorization = `Bearer ${await fetchToken(gateway)}`
  const headers = { authorization, cookie, 'sec-fetch-site': 'cross-site' }
  const response = await app.inject({ method: 'PUT', url: '/api/Orders/1', headers, payload: {} })
  t.equal(response.statusCode, 200, 'without a CSRF token')
  t.match(await claims(received[0]?.authorization), { sub: 'shop' })
  const bad = await app.inject({ url: '/api/Orders/1', headers: { cookie, authorization: 'Bearer a.b.c' } })
  t.equal(bad.statusCode, 401)
  t.equal(bad.json().error, 'Unauthorized')
})

t.test('given a session, when a change comes without its CSRF token, then it is 403 and reaches no service', async (t) => {
  const { app, received } = await start(t)
  const { headers, cookie } = await signedIn(app, 'kari@example.com')
  const another = await signedIn(app, 'kari@example.com')
  const bare = { cookie, 'sec-fetch-site': 'same-origin' }
  const requests = [
    { method: 'PUT', url: '/api/Orders/1', headers: bare },
    { method: 'PUT', url: '/api/Orders/1', headers: { ...bare, 'x-csrf-token': another.session.csrfToken } },
    { method: 'PUT', url: '/api/Orders/1', headers: { ...bare, 'x-csrf-token': '' } },
    { method: 'POST', url: '/api/Orders/Search', headers: bare },
    { method: 'GET', url: '/api/Orders/1/Touch', headers: bare },
    { method: 'DELETE', url: '/session', headers: bare },
  ] as const
  for (const request of requests) {
    const response = await app.inject({ payload: {}, ...request })
    t.equal(response.statusCode, 403, `${request.method} ${request.url}`)
    t.equal(response.json().error, 'CsrfTokenInvalid')
  }
  t.equal(received.length, 0)
  for (const request of requests.slice(3, 5)) t.equal((await app.inject({ ...request, headers })).statusCode, 200, request.url)
  t.equal((await app.inject({ url: '/session', headers: bare })).statusCode, 200, 'the session continues')
})

t.test('given a session, when a page of another site sends a request, then it is 403, even with the right token', async (t) => {
  const { app, received } = await start(t)
  const { headers } = await signedIn(app, 'kari@example.com')
  const { 'sec-fetch-site': _, ...old } = headers
  const foreign = [
    { ...headers, 'sec-fetch-site': 'cross-site' },
    { ...headers, 'sec-fetch-site': 'same-site' },
    { ...old, origin: 'https://evil.example' },
    { ...old, origin: 'null' },
  ]
  for (const sent of foreign) {
    for (const request of [
      { method: 'PUT', url: '/api/Orders/1' },
      { method: 'GET', url: '/api/Orders/1' },
      { method: 'GET', url: '/session' },
      { method: 'DELETE', url: '/session' },
    ] as const) {
      const response = await app.inject({ ...request, headers: sent })
      t.equal(response.statusCode, 403, `${request.method} ${request.url}`)
      t.equal(response.json().error, 'CrossSiteRequest')
      t.equal(response.headers['set-cookie'], undefined)
    }
    const payload = { userName: 'kari@example.com', password: PASSWORD }
    const response = await app.inject({ method: 'POST', url: '/session', headers: sent, payload })
    t.equal(response.json().error, 'CrossSiteRequest', 'signing in')
  }
  t.equal(received.length, 0)
  for (const origin of [ISSUER, 'http://office.test:8080']) {
    const sent = { ...old, origin, host: 'office.test:8080' }
    t.equal((await app.inject({ method: 'PUT', url: '/api/Orders/1', headers: sent, payload: {} })).statusCode, 200, origin)
  }
})

t.test(
  'given a reader, when changes are sent with her session, forged or not, then they are 403 and reach no service',
  async (t) => {
    const { app, received } = await start(t)
    const { headers, session } = await signedIn(app, 'reader@example.com')
    t.same(session.user.roles, ['OrderRead'])
    const forged = [
      headers,
      { ...headers, 'x-roles': 'OrderAdmin', 'x-forwarded-user': 'kari@example.com', 'x-http-method-override': 'GET' },
    ]
    for (const sent of forged) {
      const response = await app.inject({
        method: 'PUT',
        url: '/api/Orders/1',
        headers: sent,
        payload: { roles: ['OrderAdmin'] },
      })
      t.equal(response.statusCode, 403)
      t.equal(response.json().error, 'Forbidden')
    }
    t.equal(received.length, 0)
    t.equal((await app.inject({ url: '/api/Orders/1', headers })).statusCode, 200)
  },
)

t.test('given a session that is over, when a page sends a request, then it is 401 and the cookie is cleared', async (t) => {
  const { app, received, users } = await start(t)
  const { headers } = await signedIn(app, 'kari@example.com')
  users.replace([])
  const response = await app.inject({ url: '/api/Orders/1', headers })
  t.equal(response.statusCode, 401)
  t.equal(response.json().error, 'SessionEnded')
  t.match(response.headers['set-cookie'], /^oms-session=; Max-Age=0/)
  const guest = await app.inject({ url: '/api/Orders/secret/1', headers })
  t.equal(guest.statusCode, 200, 'what needs no token needs no session')
  t.equal(received[0]?.cookie, undefined)
})
