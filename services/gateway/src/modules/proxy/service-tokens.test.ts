import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Role, roles } from '@open-oms/contracts/access'
import { SERVICE_TOKEN_ISSUER, serviceTokenAudience } from '@open-oms/contracts/gateway/service-token'
import { defineRoute, type RouteContract } from '@open-oms/contracts/route'
import { issuerKeys } from '@open-oms/service-kit/authentication/issuer-keys'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { register } from '@open-oms/service-kit/server/register-route'
import { testServer } from '@open-oms/service-kit/testing/test-server'
import { Type } from '@sinclair/typebox'
import { decodeJwt } from 'jose'
import t, { type Test } from 'tap'
import { person, signedIn } from '../../testing/people.ts'
import { apiClient, fetchToken, ISSUER, type TestGatewayOptions, testGateway } from '../../testing/test-gateway.ts'
import { createUserRegistry } from '../sessions/user-registry.ts'
import type { ProxiedRoute } from './route-table.ts'
import type { ServiceName } from './upstream.ts'

const base = { summary: 'test', tags: ['Reference'], responses: { 200: Type.Any() } } as const
const route = (url: string, access: RouteContract['access'], optionalRoles: Role[] = []) =>
  defineRoute({ ...base, method: 'GET', url, operationId: url.replace(/\W/g, ''), access, optionalRoles })
const contracts: Record<ServiceName, RouteContract[]> = {
  'catalog-assets': [route('/api/products/:id', ['ProductRead']), route('/assets/:id', 'public')],
  'orders-workflow': [
    route('/api/Orders/:id', ['OrderRead']),
    route('/api/Orders/:id/Admin', ['OrderAdmin']),
    route('/api/SavedSearches', ['OrderRead'], ['OrderAdmin']),
    route('/api/cart/:id', ['OrderRead', 'ProductRead']),
  ],
  'accounting-read': [route('/api/Accounting/:id', ['AccountingRead'])],
}
const names = Object.keys(contracts) as ServiceName[]
const routes: ProxiedRoute[] = names.flatMap((service) => contracts[service].map((contract) => ({ contract, service })))
const firstPath = {
  'catalog-assets': '/api/products/1',
  'orders-workflow': '/api/Orders/1',
  'accounting-read': '/api/Accounting/1',
}

/** A gateway before three services that keep the `Authorization` that they get. */
async function start(t: Test, options: TestGatewayOptions = {}) {
  const captured = new Map<ServiceName, string | undefined>()
  const services: Partial<Record<ServiceName, string>> = {}
  for (const name of names) {
    const service = createServer((request, response) => {
      captured.set(name, request.headers.authorization)
      response.setHeader('content-type', 'application/json').end('{}')
    })
    service.listen(0, '127.0.0.1')
    await once(service, 'listening')
    t.teardown(() => {
      service.closeAllConnections()
      service.close()
    })
    services[name] = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  }
  const gateway = await testGateway(t, { services, routes, clients: [apiClient('shop', { storeIds: ['Oslo-01'] })], ...options })
  const capture = async (name: ServiceName, url: string, headers: Record<string, string>) => {
    captured.clear()
    const response = await gateway.app.inject({ url, headers })
    if (response.statusCode !== 200) throw new Error(response.body)
    return captured.get(name)?.replace('Bearer ', '')
  }
  return { gateway, app: gateway.app, capture }
}

/** A server that verifies tokens as a service of this name does. */
async function realService(t: Test, name: ServiceName, jwks: { keys: never[] }) {
  const tokens = {
    issuer: SERVICE_TOKEN_ISSUER,
    audience: serviceTokenAudience(name),
    publicKey: issuerKeys(async () => jwks),
    toleranceSeconds: 60,
  }
  const { app } = await testServer(t, { tokens })
  const deps = { inTransaction: () => Promise.reject(new Error('no database here')) }
  for (const contract of contracts[name]) register(app, deps, contract, async () => ({ body: {} }))
  return async (token: string | undefined) =>
    (await app.inject({ url: firstPath[name], headers: { authorization: `Bearer ${token}` } })).statusCode
}

t.test(
  'given a token that a service captured, when it is sent to the gateway or to another service, then it is 401',
  async (t) => {
    const users = createUserRegistry([person('kari@example.com', { roles: [...roles] })])
    const { gateway, app, capture } = await start(t, { sessions: { users } })
    const jwks = (await app.inject('/.well-known/jwks.json')).json()
    const { headers: session } = await signedIn(app, 'kari@example.com')
    const outer = await fetchToken(gateway)
    for (const headers of [session, { authorization: `Bearer ${outer}` }]) {
      for (const name of names) {
        const token = await capture(name, firstPath[name], headers as Record<string, string>)
        for (const other of names)
          t.equal(await (await realService(t, other, jwks))(token), other === name ? 200 : 401, `${name} at ${other}`)
        const attempts = [
          { headers: { authorization: `Bearer ${token}` } },
          { headers: { Authorization: `bearer ${token}` } },
          { headers: { AUTHORIZATION: `BEARER ${token}` } },
          { headers: { cookie: `oms-session=${token}` } },
          { headers: { cookie: `__Host-oms-session=${token}; authorization=Bearer ${token}` } },
          { headers: { 'proxy-authorization': `Bearer ${token}`, 'x-authorization': `Bearer ${token}` } },
          { query: { access_token: token ?? '', authorization: `Bearer ${token}` } },
        ]
        for (const attempt of attempts)
          for (const url of Object.values(firstPath))
            t.equal((await app.inject({ url, ...attempt })).statusCode, 401, JSON.stringify(attempt))
      }
    }
    for (const name of names)
      t.equal(await (await realService(t, name, jwks))(outer), 401, 'nor does a service take the token of the client')
  },
)

t.test(
  'given routes, when requests are sent on, then the token has the roles that the route can use, and the stores',
  async (t) => {
    const { gateway, capture } = await start(t)
    const headers = { authorization: `Bearer ${await fetchToken(gateway)}` }
    const claims = async (name: ServiceName, url: string) => decodeJwt((await capture(name, url, headers)) ?? '')
    const seen = await claims('orders-workflow', '/api/Orders/1')
    t.match(seen, { iss: SERVICE_TOKEN_ISSUER, sub: 'shop', client_id: 'shop', roles: ['OrderRead'], storeIds: ['Oslo-01'] })
    t.equal(seen.person, undefined)
    t.equal((seen.exp ?? 0) - (seen.iat ?? 0), 60)
    t.same((await claims('orders-workflow', '/api/Orders/1/Admin')).roles, ['OrderAdmin'])
    t.same((await claims('orders-workflow', '/api/SavedSearches')).roles, ['OrderRead', 'OrderAdmin'])
    t.same((await claims('orders-workflow', '/api/cart/1')).roles, ['OrderRead', 'ProductRead'])
    t.same((await claims('accounting-read', '/api/Accounting/1')).roles, ['AccountingRead'])
    t.same((await claims('catalog-assets', '/api/products/1')).roles, ['ProductRead'])
  },
)

t.test('given a route that needs no token, when one is sent along, then the service does not get it', async (t) => {
  const { gateway, capture } = await start(t)
  t.equal(await capture('catalog-assets', '/assets/1', { authorization: `Bearer ${await fetchToken(gateway)}` }), undefined)
})

t.test('given another token issuer, when a request is sent on, then the service gets a token of the gateway', async (t) => {
  const { gateway: outside } = await start(t)
  const tokens = {
    issuer: ISSUER,
    audience: 'oms',
    publicKey: issuerKeys(async () => (await outside.app.inject('/.well-known/jwks.json')).json()),
  }
  const server = { log: createLogger({ service: 'gateway', level: 'silent' }), tokens }
  const { app, capture } = await start(t, { issuer: null, server })
  const token = await capture('orders-workflow', '/api/Orders/1', { authorization: `Bearer ${await fetchToken(outside)}` })
  const jwks = (await app.inject('/.well-known/jwks.json')).json()
  t.equal(await (await realService(t, 'orders-workflow', jwks))(token), 200)
  t.equal((await app.inject({ url: '/api/Orders/1', headers: { authorization: `Bearer ${token}` } })).statusCode, 401)
  t.equal((await app.inject({ method: 'POST', url: '/api/Token' })).statusCode, 404)
})
