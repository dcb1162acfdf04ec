// Own process: its services are replaced by stand-ins.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { streams } from '@open-oms/contracts/event'
import type { NatsUser } from '@open-oms/contracts/events/nats-user-names'
import { natsInboxPrefix, natsServices } from '@open-oms/contracts/nats-users'
import { connectNats } from '@open-oms/service-kit/events/connect-nats'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { requestToken } from '@open-oms/system/rest-client'
import { type DatabaseService, databaseServices } from '@open-oms/system/start/service-names'
import type { System } from '@open-oms/system/start/start-system'
import pg from 'pg'
import t, { type Test } from 'tap'
import { eventually, systemUnderTest } from './system-under-test.ts'

const log = createLogger({ service: 'test', level: 'silent' })
const paths: Record<DatabaseService, string> = {
  'catalog-assets': '/api/BusinessCustomer',
  'orders-workflow': '/api/SavedSearches',
  'accounting-read': '/api/Accounting/Reports',
}
const writes: Record<DatabaseService, string> = {
  'catalog-assets': '/api/products',
  'orders-workflow': '/api/Orders',
  'accounting-read': '/api/Accounting/LedgerLines/Search',
}
const sameOrigin = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }

/** What a person of all roles and a client send, who do not know that a service is not itself. */
async function callers({ gatewayUrl }: System, token: string): Promise<Record<string, string>[]> {
  const body = JSON.stringify({ userName: 'demo@example.com', password: 'demo-password' })
  const response = await fetch(`${gatewayUrl}/session`, { method: 'POST', headers: sameOrigin, body })
  const { csrfToken } = (await response.json()) as { csrfToken: string }
  const cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  return [{ ...sameOrigin, cookie, 'x-csrf-token': csrfToken }, { authorization: `Bearer ${token}` }]
}

const hostile = {
  'content-type': 'application/json',
  'set-cookie': 'oms-session=forged; Path=/',
  'access-control-allow-origin': '*',
  'access-control-allow-credentials': 'true',
  'content-security-policy': "default-src * 'unsafe-inline'",
  'service-worker-allowed': '/',
  refresh: '0; url=https://example.com',
  'clear-site-data': '"cookies"',
}

/** Listens where the service did, answers with hostile headers, and keeps what it is sent. */
async function standIn(t: Test, url: string) {
  const seen: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/health')) seen.push(request.headers)
    response.writeHead(200, hostile).end('{}')
  })
  server.listen(Number(new URL(url).port), '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.closeAllConnections()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  t.teardown(stop)
  return { seen, stop }
}

const status = async (url: string, headers: Record<string, string>, method = 'GET') =>
  (await fetch(url, { method, headers, redirect: 'manual', ...(method === 'GET' ? {} : { body: '{}' }) })).status

async function codeOfConnecting(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return 'connected'
  } catch (error) {
    return (error as { code?: string }).code
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** What a token of a caller opens, in every place where one may be given. */
async function tryToken(t: Test, system: System, { name, token }: { name: DatabaseService; token: string }): Promise<void> {
  const bearer = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  for (const other of databaseServices) {
    if (other === name) continue
    const { url } = system.services[other]
    t.equal(await status(`${url}${paths[other]}`, bearer), 401, `${name} reads ${other}`)
    t.equal(await status(`${url}${writes[other]}`, bearer, 'POST'), 401, `${name} writes ${other}`)
  }
  const inPlaces: Record<string, string>[] = [
    bearer,
    { ...sameOrigin, cookie: `oms-session=${token}` },
    { ...sameOrigin, cookie: `__Host-oms-session=${token}` },
    { 'proxy-authorization': `Bearer ${token}`, 'x-forwarded-authorization': `Bearer ${token}` },
  ]
  for (const headers of inPlaces)
    for (const other of databaseServices)
      t.equal(await status(`${system.gatewayUrl}${paths[other]}`, headers), 401, `${name} at the gateway, for ${other}`)
  t.equal(await status(`${system.gatewayUrl}/session/account`, { ...sameOrigin, cookie: `oms-session=${token}` }), 401)
}

/** What the user of a service at the databases opens beyond its own. */
async function tryDatabases(t: Test, { databaseUrls }: System, name: DatabaseService): Promise<void> {
  const own = new URL(databaseUrls[name])
  for (const other of databaseServices) {
    if (other === name) continue
    const { pathname, username } = new URL(databaseUrls[other])
    t.equal(await codeOfConnecting(Object.assign(new URL(own), { pathname }).href), '42501', `${name} in ${other}`)
    const guessed = Object.assign(new URL(own), { pathname, username })
    t.equal(await codeOfConnecting(guessed.href), '28P01', `the password of ${name} as ${other}`)
  }
  t.equal(await codeOfConnecting(Object.assign(new URL(own), { username: `${own.username}_owner` }).href), '28P01')
}

const eventTypes = Object.entries(natsServices).flatMap(([owner, { publishes }]) =>
  publishes.map(({ type }) => ({ type, owner })),
)

/** What the user of a part at NATS does beyond its own. */
async function tryNats(t: Test, { natsUrls }: System, name: NatsUser): Promise<void> {
  const { jetstream, manager, close } = await connectNats({ url: natsUrls[name], log, inboxPrefix: natsInboxPrefix(name) })
  const refused = { code: 'PERMISSIONS_VIOLATION' }
  for (const { type, owner } of eventTypes)
    if (owner !== name) await t.rejects(jetstream.publish(type, 'forged'), refused, `${name} forges ${type}`)
  for (const stream of Object.keys(streams)) {
    await t.rejects(manager.streams.purge(stream), refused, `${name} empties ${stream}`)
    await t.rejects(manager.streams.delete(stream), refused, `${name} deletes ${stream}`)
  }
  await t.rejects(manager.streams.list().next(), refused, `${name} lists the streams`)
  await close()
}

t.test(
  'given a service that is taken over, when it tries what it holds and what it is sent, then nothing else opens',
  async (t) => {
    const { system, client } = await systemUnderTest(t)
    const { body: order } = await client.call('GET', paths['orders-workflow'])
    t.ok(order, 'the system works')
    const token = await requestToken(system.gatewayUrl, { clientId: 'demo', clientSecret: 'demo-secret' })
    const sent = await callers(system, token)
    for (const name of databaseServices) {
      const service = system.services[name]
      await service.stop()
      const { seen, stop } = await standIn(t, service.url)
      for (const headers of sent) {
        seen.length = 0
        const response = await eventually(
          () => fetch(`${system.gatewayUrl}${paths[name]}`, { headers }),
          ({ status }) => status === 200,
        )
        for (const header of [
          'set-cookie',
          'access-control-allow-origin',
          'service-worker-allowed',
          'refresh',
          'clear-site-data',
        ])
          t.equal(response.headers.get(header), null, `${header} of ${name} reaches nobody`)
        t.notMatch(response.headers.get('content-security-policy') ?? '', /unsafe-inline|\*/)
        const [{ authorization = '', ...rest } = {}] = seen
        t.match(authorization, /^Bearer /, 'it got a token')
        t.not(authorization, headers.authorization, 'which is not that of the client')
        for (const header of ['cookie', 'x-csrf-token']) t.equal(rest[header], undefined, `${name} gets no ${header}`)
        await tryToken(t, system, { name, token: authorization.slice('Bearer '.length) })
      }
      await tryDatabases(t, system, name)
      await tryNats(t, system, name)
      await stop()
      await service.start()
    }
    await tryNats(t, system, 'gateway')
    t.equal((await client.call('GET', paths['accounting-read'])).status, 200, 'the system works on')
  },
)
