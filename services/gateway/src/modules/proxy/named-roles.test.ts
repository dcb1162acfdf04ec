import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { NamedRole } from '@open-oms/contracts/config/access/roles'
import { hasPermission } from '@open-oms/contracts/permissions'
import { defineRoute } from '@open-oms/contracts/route'
import { Type } from '@sinclair/typebox'
import { decodeJwt } from 'jose'
import t from 'tap'
import { person, signedIn } from '../../testing/people.ts'
import { apiClient, fetchToken, passwordsAlone, testGateway } from '../../testing/test-gateway.ts'
import { createUserRegistry } from '../sessions/user-registry.ts'
import { proxiedRoutes } from './route-table.ts'

const base = { summary: 'test', tags: ['Reference'], access: ['OrderAdmin'], responses: { 200: Type.Any() } } as const
const contracts = [
  defineRoute({ ...base, method: 'GET', url: '/api/Orders/:id', operationId: 'plain' }),
  defineRoute({ ...base, method: 'GET', url: '/api/Till/:id', operationId: 'till', permission: 'Till' }),
  defineRoute({ ...base, method: 'GET', url: '/api/Purge/:id', operationId: 'purge', permission: 'Purge' }),
]
const refundLimits = [{ currency: 'NOK', perDay: 1000, alone: 200 }]
const cashier: NamedRole = {
  name: 'Cashier',
  description: null,
  roles: ['OrderAdmin'],
  permissions: ['Till', 'Refund'],
  refundLimits,
}
const seen: { authorization: string | undefined } = { authorization: undefined }
const service = createServer((request, response) => {
  seen.authorization = request.headers.authorization
  response.setHeader('content-type', 'application/json').end('{}')
})
service.listen(0, '127.0.0.1')
await once(service, 'listening')
t.teardown(() => {
  service.closeAllConnections()
  service.close()
})
const configured = { named: [cashier] }
const users = createUserRegistry([person('kari@example.com', { roles: ['Cashier'] })])
const methods = () => ({ ...passwordsAlone, namedRoles: configured.named })
const gateway = await testGateway(t, {
  services: { 'orders-workflow': `http://127.0.0.1:${(service.address() as AddressInfo).port}` },
  routes: contracts.map((contract) => ({ contract, service: 'orders-workflow' as const })),
  clients: [apiClient('shop'), apiClient('till', { roles: ['Cashier'] })],
  sessions: { users, methods },
})
const ask = (path: string, headers: Record<string, string>) => gateway.app.inject({ url: `/api/${path}/1`, headers })
const claims = () => decodeJwt((seen.authorization ?? '').replace('Bearer ', ''))
const tokenOf = async (clientId: string) => ({ authorization: `Bearer ${await fetchToken(gateway, clientId)}` })

t.beforeEach(() => {
  configured.named = [cashier]
})

t.test('given a role of the configuration, when its people and clients call, then they may what it says', async (t) => {
  const { headers, session } = await signedIn(gateway.app, 'kari@example.com')
  t.match(session.user, { roles: ['OrderAdmin'], permissions: ['Refund', 'Till'], refundLimits })
  for (const caller of [headers, await tokenOf('till')] as Record<string, string>[]) {
    t.equal((await ask('Till', caller)).statusCode, 200)
    t.match(claims(), { roles: ['OrderAdmin'], oms_permissions: ['Refund', 'Till'], oms_refund_limits: refundLimits })
    const refused = await ask('Purge', caller)
    t.equal(refused.statusCode, 403)
    t.match(refused.json(), { error: 'Forbidden', message: 'This needs the permission Purge.' })
  }
})

t.test(
  'given a person, when they call, then the token says until when they need not confirm; that of a program does not',
  async (t) => {
    const { headers } = await signedIn(gateway.app, 'kari@example.com')
    await ask('Till', headers as Record<string, string>)
    const left = Number(claims().oms_confirmed_until) - Date.now() / 1_000
    t.ok(left > 14 * 60 && left <= 15 * 60, `${left} s`)
    await ask('Till', await tokenOf('till'))
    t.notOk('oms_confirmed_until' in claims())
  },
)

t.test('given a token of a role, when the role changes, then the next request is judged by what it says now', async (t) => {
  const { headers } = await signedIn(gateway.app, 'kari@example.com')
  const callers = [headers, await tokenOf('till')] as Record<string, string>[]
  for (const caller of callers) t.equal((await ask('Purge', caller)).statusCode, 403)
  configured.named = [{ ...cashier, permissions: ['Purge'], refundLimits: [] }]
  for (const caller of callers) {
    t.equal((await ask('Purge', caller)).statusCode, 200)
    t.equal((await ask('Till', caller)).statusCode, 403)
  }
  configured.named = []
  for (const caller of callers) t.equal((await ask('Orders', caller)).statusCode, 403, 'a role that is gone gives nothing')
})

t.test('given roles of the interface alone, when their clients call, then the token says nothing of permissions', async (t) => {
  const caller = await tokenOf('shop')
  for (const path of ['Orders', 'Till', 'Purge']) t.equal((await ask(path, caller)).statusCode, 200, path)
  t.notOk('oms_permissions' in claims())
})

t.test('given what routes need beside a role, when their roles of the interface are held, then they have it', async (t) => {
  for (const { contract } of proxiedRoutes()) {
    const { access, optionalRoles = [], permission, operationId } = contract
    if (permission === undefined || access === 'public') continue
    // A role beside the one that is needed may bring it.
    for (const role of access)
      t.ok(
        [role, ...optionalRoles].some((one) => hasPermission({ roles: [one] }, permission)),
        `${operationId} ${role}`,
      )
  }
})
