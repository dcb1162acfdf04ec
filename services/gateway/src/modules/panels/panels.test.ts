import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Panel } from '@open-oms/contracts/config/console-places'
import { decodeJwt } from 'jose'
import t, { type Test } from 'tap'
import { person, signedIn } from '../../testing/people.ts'
import { fetchToken, ISSUER, testGateway } from '../../testing/test-gateway.ts'
import { createUserRegistry } from '../sessions/user-registry.ts'

const panel = (id: string, changes: Partial<Panel> = {}): Panel => ({
  ...{ id, label: { en: id, nb: null }, page: 'order', url: `https://${id}.example.com/{orderId}`, height: 320 },
  ...{ permission: null, reads: ['getOrder', 'listHolds'], seesPersonalData: false },
  ...changes,
})
const panels = [
  panel('loyalty'),
  panel('open', { seesPersonalData: true, reads: ['getOrder', 'getProduct'] }),
  panel('silent', { reads: [] }),
  panel('refunders', { permission: 'Refund' }),
]
const people = [
  person('kari', { storeIds: ['Oslo-01'] }),
  person('reader', { roles: ['OrderRead'] }),
  person('masked', { roles: ['Picker' as never] }),
]
const namedRoles = [{ name: 'Picker', description: null, roles: ['OrderRead' as const], permissions: [], refundLimits: [] }]

/** A gateway before services that return nothing, with what they were called with. */
async function start(t: Test, corsOrigins: string[] = []) {
  const received: { url: string | undefined; authorization: string }[] = []
  const service = createServer((request, response) => {
    received.push({ url: request.url, authorization: String(request.headers.authorization) })
    request.resume()
    response.setHeader('content-type', 'application/json').end('null')
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  t.teardown(() => {
    service.closeAllConnections()
    service.close()
  })
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  const users = createUserRegistry(people)
  const clock = { now: Date.now() }
  const configured = { panels: [...panels] }
  const methods = () => ({
    ...{ passwords: true, providers: [], storeIds: new Set<string>(), clientIds: new Set<string>(), namedRoles },
    ...{ secondFactorRoles: [], stepUpMs: 0 },
  })
  const gateway = await testGateway(t, {
    services: { 'orders-workflow': url, 'catalog-assets': url },
    sessions: { users, now: () => clock.now, methods },
    panels: () => configured.panels,
    corsOrigins,
  })
  const { app } = gateway
  const ask = (id: string, headers: Record<string, string>) =>
    app.inject({ method: 'POST', url: `/session/panels/${id}/token`, headers })
  const tokenOf = async (userName: string, id = 'loyalty') => {
    const { headers } = await signedIn(app, userName)
    return { headers, token: (await ask(id, headers)).json().token as string }
  }
  const get = (token: string, path = '/api/Orders/1', method: 'GET' | 'POST' | 'PUT' | 'DELETE' = 'GET') =>
    app.inject({
      method,
      url: path,
      headers: { authorization: `Bearer ${token}`, origin: 'null', 'sec-fetch-site': 'cross-site' },
    })
  const claims = () => decodeJwt((received.at(-1)?.authorization ?? '').replace('Bearer ', ''))
  return { gateway, app, received, ask, tokenOf, get, claims, clock, configured, users }
}

t.test(
  'given a panel, when it reads what it names, then it does so as the person, with read roles and their stores',
  async (t) => {
    const { ask, tokenOf, get, claims, app, clock } = await start(t)
    const { headers, token } = await tokenOf('kari')
    const made = await ask('loyalty', headers)
    t.match(made.json(), { apiUrl: ISSUER, expiresAt: new Date(clock.now + 300_000).toISOString() })
    t.equal(made.headers['cache-control'], 'no-store')
    const response = await get(token)
    t.equal(response.statusCode, 200, response.body)
    t.equal(response.headers['access-control-allow-origin'], '*')
    t.notOk(response.headers['access-control-allow-credentials'])
    t.match(claims(), { sub: 'kari', person: true, roles: ['OrderRead'], storeIds: ['Oslo-01'] })
    t.same([claims().oms_permissions, claims().oms_refund_limits], [[], undefined])
    t.equal((await get(token, '/api/Orders/1/Holds')).statusCode, 200)
    const cookie = await app.inject({ url: '/api/Orders/1', headers: { cookie: headers.cookie, origin: 'null' } })
    t.notOk(cookie.headers['access-control-allow-origin'], 'nothing is opened for cookies')
  },
)

t.test('given personal data, when a panel reads, then it sees it only if it may and the person may', async (t) => {
  const { tokenOf, get, claims } = await start(t)
  await get((await tokenOf('kari', 'open')).token)
  t.same(claims().oms_permissions, ['SeePersonalData'])
  await get((await tokenOf('masked', 'open')).token)
  t.same(claims().oms_permissions, [])
})

t.test('given the token of a panel, when it is used for anything else, then it is refused', async (t) => {
  const { tokenOf, get, received, app, gateway } = await start(t)
  const { token, headers } = await tokenOf('kari')
  received.length = 0
  const others: [string, 'GET' | 'POST' | 'PUT' | 'DELETE', number][] = [
    ['/api/Orders/1/Timeline', 'GET', 403],
    ['/api/products/1', 'GET', 403],
    ['/api/Orders/1/Versions', 'GET', 401],
    ['/api/Orders/1/Holds', 'POST', 401],
    ['/api/Orders/search', 'POST', 401],
    ['/api/Configuration', 'GET', 401],
    ['/api/Configuration/MigrateOrders', 'POST', 401],
    ['/api/Orders/1/UpdateStatus', 'POST', 401],
    ['/api/Orders/1/Refund', 'POST', 401],
    ['/api/Orders/1', 'DELETE', 401],
  ]
  for (const [path, method, status] of others) t.equal((await get(token, path, method)).statusCode, status, `${method} ${path}`)
  const { token: ofProduct } = await tokenOf('kari', 'open')
  t.equal((await get(ofProduct, '/api/products/1')).statusCode, 403, 'not beyond the roles of the person')
  t.same(received, [], 'nothing reaches a service')
  const name = headers.cookie.split('=')[0]
  t.equal((await app.inject({ url: '/api/Orders/1', headers: { cookie: `${name}=${token}` } })).statusCode, 401, 'not a cookie')
  const value = headers.cookie.slice(headers.cookie.indexOf('=') + 1)
  t.equal((await get(value)).statusCode, 401, 'nor is the cookie such a token')
  const access = await fetchToken(gateway)
  t.equal((await get(access)).headers['access-control-allow-origin'], undefined, 'nor is an access token')
  t.equal((await get(`${token.slice(0, -3)}AAA`)).statusCode, 401, 'nor is one that was changed')
})

t.test('given an end of the session, the time, the person or the panel, when it is used, then it is dead', async (t) => {
  const { app, tokenOf, get, clock, configured, users } = await start(t)
  const { token, headers } = await tokenOf('kari')
  t.equal((await get(token)).statusCode, 200)
  await app.inject({ method: 'DELETE', url: '/session', headers })
  t.equal((await get(token)).statusCode, 401, 'signed out')

  const other = await tokenOf('kari')
  configured.panels = panels.map((each) => (each.id === 'loyalty' ? { ...each, reads: ['listHolds'] } : each))
  t.equal((await get(other.token)).statusCode, 403, 'a right that was taken away')
  configured.panels = []
  t.equal((await get(other.token)).statusCode, 401, 'a panel that was removed')
  configured.panels = [...panels]

  users.replace([person('kari', { roles: ['ProductRead'] })])
  t.equal((await get(other.token)).statusCode, 403, 'a role that was taken away')
  users.replace([])
  t.equal((await get(other.token)).statusCode, 401, 'a person who was removed')
  users.replace(people)
  t.equal((await get(other.token)).statusCode, 200)
  clock.now += 300_000
  t.equal((await get(other.token)).statusCode, 401, 'five minutes later')
})

t.test(
  'given a request for a token, when it is not of a page of the gateway, or the panel has none, then it is refused',
  async (t) => {
    const { app, ask } = await start(t)
    const { headers } = await signedIn(app, 'reader')
    const { 'x-csrf-token': _, ...unproven } = headers
    t.match((await ask('loyalty', unproven)).json(), { error: 'CsrfTokenInvalid' })
    t.match((await ask('loyalty', { ...headers, 'sec-fetch-site': 'cross-site' })).json(), { error: 'CrossSiteRequest' })
    t.equal((await ask('loyalty', {})).statusCode, 401)
    for (const id of ['none', 'silent', 'refunders']) t.equal((await ask(id, headers)).statusCode, 404, id)
    const admin = await signedIn(app, 'kari')
    t.equal((await ask('refunders', admin.headers)).statusCode, 200)
  },
)

t.test('given a frame, when its browser asks before it sends a token, then only reads of panels are allowed', async (t) => {
  for (const corsOrigins of [[], ['https://shop.example.com']]) {
    const { app } = await start(t, corsOrigins)
    const asks = { origin: 'null', 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' }
    const preflight = (url: string) => app.inject({ method: 'OPTIONS', url, headers: asks })
    const allowed = await preflight('/api/Orders/1')
    t.match(
      [allowed.statusCode, allowed.headers],
      [204, { 'access-control-allow-origin': '*', 'access-control-allow-methods': 'GET' }],
    )
    for (const url of ['/api/Orders/1/Timeline', '/api/Orders/1/UpdateStatus', '/session'])
      t.not((await preflight(url)).headers['access-control-allow-origin'], '*', url)
  }
})

t.test('given panels, when the console is opened, then it may frame their origins alone, and is another page', async (t) => {
  const { app, configured } = await start(t)
  const open = () => app.inject('/console/orders/1')
  const first = await open()
  const frames = ({ headers }: typeof first) => /frame-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
  t.equal(
    frames(first),
    'blob: https://loyalty.example.com https://open.example.com https://refunders.example.com https://silent.example.com',
  )
  configured.panels = []
  const again = await app.inject({ url: '/console', headers: { 'if-none-match': first.headers.etag as string } })
  t.equal(again.statusCode, 200, 'a browser would keep the former policy with a page that is still good')
  t.equal(frames(again), 'blob:')
})
