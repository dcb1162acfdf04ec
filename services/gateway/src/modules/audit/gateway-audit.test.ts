import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AuditEntry } from '@open-oms/contracts/audit/audit-record'
import { auditEntry, systemOrigin } from '@open-oms/service-kit/audit/audit-entry'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import t from 'tap'
import { askToSignIn, person, signedIn } from '../../testing/people.ts'
import { apiClient, fetchToken, SECRET, testGateway } from '../../testing/test-gateway.ts'
import { createUserRegistry } from '../sessions/user-registry.ts'
import { createGatewayTrail, type GatewayTrail } from './gateway-trail.ts'

const log = createLogger({ service: 'test', level: 'silent' })

t.test('when people sign in, fail, are locked out and sign out, then each is recorded with who is proven', async (t) => {
  const users = createUserRegistry([person('kari@example.com')])
  const { app, records } = await testGateway(t, { sessions: { users } })
  const { headers } = await signedIn(app, 'KARI@example.com')
  await app.inject({ method: 'DELETE', url: '/session', headers })
  await askToSignIn(app, 'a password that was typed as the name', { password: 'x' })
  for (let tries = 0; tries < 10; tries++) await askToSignIn(app, 'kari@example.com', { password: 'wrong' })
  t.equal((await askToSignIn(app, 'kari@example.com', { password: 'wrong' })).statusCode, 429)
  const [entered, left, unknown, failed] = records
  const who = { actorKind: 'Person', actor: 'kari@example.com', address: '127.0.0.1', service: 'gateway', outcome: 'Succeeded' }
  t.match(entered, { act: 'SignIn', ...who, details: { method: 'password' }, traceId: String })
  t.match(left, { act: 'SignOut', ...who, session: (entered as AuditEntry).session as string })
  t.match(unknown, { act: 'SignInFailed', outcome: 'Refused', actor: null, address: '127.0.0.1' })
  t.match(failed, { act: 'SignInFailed', actor: null, details: { name: 'kari@example.com', error: 'InvalidCredentials' } })
  const acts = records.map(({ act }) => act)
  t.equal(acts.filter((act) => act === 'SignInFailed').length, 11)
  t.equal(acts.filter((act) => act === 'LockOut').length, 1)
  t.notMatch(JSON.stringify(records), /typed as the name|wrong/)
})

t.test('when a signed-in person shows a wrong password, then it is recorded of the session', async (t) => {
  const { app, records } = await testGateway(t, { sessions: { users: createUserRegistry([person('kari@example.com')]) } })
  const { headers } = await signedIn(app, 'kari@example.com')
  await app.inject({ method: 'POST', url: '/session/confirmation', headers, payload: { password: 'wrong' } })
  const payload = { currentPassword: 'wrong', newPassword: 'lantern voyage moss anchor' }
  await app.inject({ method: 'PUT', url: '/session/password', headers, payload })
  const failed = { act: 'SignInFailed', outcome: 'Refused', actor: 'kari@example.com', session: String }
  t.match(records.slice(1), [
    { ...failed, operation: 'confirmSession' },
    { ...failed, operation: 'changePassword' },
  ])
})

t.test('when a client revokes a token, or one asks whose time is over, then both are recorded by their names', async (t) => {
  const over = apiClient('over', { expiresAt: '2020-01-01T00:00:00Z' })
  const { app, records } = await testGateway(t, { clients: [apiClient('shop'), over] })
  const token = await fetchToken({ app } as never)
  await app.inject({ method: 'POST', url: '/api/Token', payload: { clientId: 'over', clientSecret: SECRET } })
  const revoke = (client_secret: string) =>
    app.inject({ method: 'POST', url: '/oauth/revoke', payload: { client_id: 'shop', client_secret, token } })
  t.equal((await revoke(SECRET)).statusCode, 204)
  await revoke('wrong')
  const { jti } = JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString())
  t.match(records.slice(1), [
    { act: 'TokenRefused', details: { name: 'over', error: 'InvalidCredentials' } },
    { act: 'TokenRevoked', actor: 'shop', details: { token: jti } },
    { act: 'TokenRefused', details: { name: 'shop', error: 'invalid_client', revoking: 'true' } },
  ])
})

t.test('when clients get tokens or do not, or a caller lacks a role, then it is recorded', async (t) => {
  const { app, records } = await testGateway(t)
  const token = await fetchToken({ app } as never)
  for (const clientId of ['shop', 'nobody'])
    await app.inject({ method: 'POST', url: '/api/Token', payload: { clientId, clientSecret: 'wrong' } })
  const form = 'grant_type=client_credentials&client_id=shop&client_secret=wrong'
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  await app.inject({ method: 'POST', url: '/oauth/token', payload: form, headers: type })
  await app.inject({ url: '/api/Accounting/Postings/1', headers: { authorization: `Bearer ${token}` } })
  t.match(records, [
    { act: 'TokenIssued', actorKind: 'Client', actor: 'shop', clientId: 'shop' },
    { act: 'TokenRefused', actor: null, details: { name: 'shop', error: 'InvalidCredentials' } },
    { act: 'TokenRefused', actor: null, details: { error: 'InvalidCredentials', name: undefined } },
    { act: 'TokenRefused', details: { name: 'shop', error: 'invalid_client' } },
  ])
})

const entry = (index: number) => auditEntry('gateway', systemOrigin('test'), { act: 'SignIn', details: { index } })
async function eventually(check: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !check(); tries++) await sleep(50)
}

t.test(
  'given NATS that is away, when the gateway starts again, then what was recorded is published once it is back',
  async (t) => {
    const folder = t.testdir()
    const before: GatewayTrail = await createGatewayTrail({ folder, log })
    await before.record(entry(0))
    before.publishBy(() => Promise.reject(new Error('away')))
    await before.record(entry(1))
    // As a kill leaves it: nothing is written at the end.
    const after = await createGatewayTrail({ folder, log })
    const sent: string[] = []
    after.publishBy(async ({ details }) => void sent.push(details.index ?? ''))
    await after.record(entry(2))
    await eventually(() => sent.length === 3)
    t.same(sent.sort(), ['0', '1', '2'])
    await eventually(() => false || sent.length > 3)
    t.equal(sent.length, 3, 'what was published is not sent again')
    t.equal((await stat(join(folder, 'audit-waiting'))).size, 0)
    await Promise.all([before.stop(), after.stop()])
  },
)
