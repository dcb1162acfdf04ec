// Own process: it starts the whole system.
import { generateKeyPairSync } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serviceRoles } from '@open-oms/contracts/service-roles'
import { hashSecret } from '@open-oms/service-kit/config/secret-hash'
import { connectNats } from '@open-oms/service-kit/events/connect-nats'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { requestToken } from '@open-oms/system/rest-client'
import { root } from '@open-oms/system/root'
import { newNatsPasswords } from '@open-oms/system/start/nats-authorization'
import { type DatabaseService, databaseServices } from '@open-oms/system/start/service-names'
import t, { type Test } from 'tap'
import { paidOrder } from './paid-order.ts'
import { eventually, queryRows, type SystemUnderTest, systemUnderTest } from './system-under-test.ts'

const [first, second] = ['the first secret of the shop', 'the second secret of the shop']

async function writeKey(file: string): Promise<void> {
  const { privateKey } = generateKeyPairSync('ed25519')
  await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
}

/**
 * The sample tenant with one client more, whose hashes can be changed, and a folder of signing
 * keys.
 */
async function folders(t: Test) {
  const folder = await mkdtemp(join(tmpdir(), 'oms-rotate-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const [configDir, keysDir] = [join(folder, 'config'), join(folder, 'keys')]
  await cp(join(root, 'config'), configDir, { recursive: true })
  await mkdir(keysDir)
  await writeKey(join(keysDir, '2.pem'))
  const addTo = async (name: string, client: object) => {
    const file = join(configDir, name)
    const content = JSON.parse(await readFile(file, 'utf8'))
    return (changes: object) =>
      writeFile(file, JSON.stringify({ ...content, apiClients: [...content.apiClients, { ...client, ...changes }] }))
  }
  await (await addTo('api-clients.json', { clientId: 'shop', roles: ['OrderAdmin'] }))({})
  const setHashes = await addTo('credentials.json', { clientId: 'shop' })
  await setHashes({ secretHash: await hashSecret(first) })
  return { configDir, keysDir, setHashes }
}

type Traffic = {
  /** The secret that the client uses from now on. */
  secret: string
  /** Waits until so many orders more are written. */
  orders(count: number): Promise<void>
  /** The ids of all orders that were written. */
  stop(): Promise<string[]>
  failures: string[]
}

/** The token routes allow 60 requests a minute for one address. */
const TOKEN_EVERY_MS = 1_050
const ORDER_EVERY_MS = 50
const VERIFIERS_MS = 1_500

/** Asks for tokens and writes orders without end; everything but 201 is a failure. */
function startTraffic(t: Test, gatewayUrl: string): Traffic {
  const written: string[] = []
  const failures: string[] = []
  let isStopped = false
  const traffic = { secret: first, failures }
  let token = ''
  let askAt = 0
  const write = async (id: string) => {
    if (Date.now() >= askAt) {
      token = await requestToken(gatewayUrl, { clientId: 'shop', clientSecret: traffic.secret })
      askAt = Date.now() + TOKEN_EVERY_MS
    }
    const response = await fetch(`${gatewayUrl}/api/Orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(paidOrder(id)),
    })
    const text = await response.text()
    if (response.status === 201) written.push(id)
    else failures.push(`${response.status} ${text}`)
  }
  const run = async () => {
    for (let at = 1; !isStopped; at++) {
      await write(`rotated-${at}`).catch((error: Error) => failures.push(error.message))
      await sleep(ORDER_EVERY_MS)
    }
  }
  const running = run()
  const stop = async () => {
    isStopped = true
    await running
    return written
  }
  t.teardown(stop)
  const orders = async (count: number) => {
    const wanted = written.length + count
    await eventually(
      async () => written.length,
      (now) => now >= wanted || failures.length > 0,
    )
  }
  return Object.assign(traffic, { orders, stop })
}

const keyIds = async (gatewayUrl: string): Promise<string[]> => {
  const { keys } = (await (await fetch(`${gatewayUrl}/.well-known/jwks.json`)).json()) as { keys: { kid: string }[] }
  return keys.map(({ kid }) => kid)
}

const tokenKeyId = (token: string): string => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid

/**
 * The sessions of a user at PostgreSQL; those that hold a lock of the kit live as long as they hold
 * it.
 */
function databaseSessions(adminUrl: string, user: string, { locks }: { locks: boolean }): Promise<{ pid: number }[]> {
  const text = `select pid from pg_stat_activity where usename = $1 and application_name ${locks ? '' : 'not '}like 'oms %'`
  return queryRows(adminUrl, text, [user])
}

/** The other user of a service takes over: the steps of docs/how-to/rotate-secrets.md. */
async function replaceUser(t: Test, { system, dataDir }: SystemUnderTest, service: DatabaseService): Promise<void> {
  const [admin, url] = [system.adminUrls[service], new URL(system.databaseUrls[service])]
  const [former, next] = [url.username, `${url.username}_2`]
  await queryRows(admin, `create role ${next} login password 'next' in role ${serviceRoles[service]}`)
  Object.assign(url, { username: next, password: 'next' })
  await writeFile(join(dataDir, 'secrets', `${service}-database-url`), url.href)
  const isEmpty = (rows: unknown[]) => rows.length === 0
  await eventually(() => databaseSessions(admin, former, { locks: false }), isEmpty)
  await queryRows(admin, `alter role ${former} nologin`)
  const holders = await databaseSessions(admin, former, { locks: true })
  for (const { pid } of holders) await queryRows(admin, 'select pg_terminate_backend($1)', [pid])
  const taken = await eventually(
    () => databaseSessions(admin, next, { locks: true }),
    (rows) => rows.length >= holders.length,
  )
  t.ok(taken.length > 0, `${service}: the locks are held by the next user`)
  await eventually(() => databaseSessions(admin, former, { locks: true }), isEmpty)
}

t.test('given running traffic, when all secrets are replaced, then no request fails and every event arrives', async (t) => {
  const { configDir, keysDir, setHashes } = await folders(t)
  const environment = { TOKEN_SIGNING_KEYS: keysDir, DATABASE_CONNECTION_SECONDS: '2' }
  const under = await systemUnderTest(t, { configDir, environment })
  const { system, dataDir } = under
  const { gatewayUrl } = system
  const reload = () => process.kill(system.services.gateway.pid, 'SIGHUP')
  const traffic = startTraffic(t, gatewayUrl)
  await traffic.orders(1)

  await t.test('given running traffic, when the signing key of tokens is rotated, then every request succeeds', async (t) => {
    const before = await keyIds(gatewayUrl)
    const token = await requestToken(gatewayUrl, { clientId: 'shop', clientSecret: first })
    await writeKey(join(keysDir, '3.pem'))
    reload()
    t.equal(
      (
        await eventually(
          () => keyIds(gatewayUrl),
          (ids) => ids.length === 2,
        )
      )[0],
      before[0],
      'the former key still signs',
    )
    // So long must every verifier have had for the key: each asks for a key that it does not know
    // at most once a second, and the first request has just made it ask.
    await sleep(VERIFIERS_MS)
    await cp(join(keysDir, '3.pem'), join(keysDir, '1.pem'))
    await rm(join(keysDir, '3.pem'))
    reload()
    await eventually(
      () => keyIds(gatewayUrl),
      ([signing]) => signing !== before[0],
    )
    t.not(tokenKeyId(await requestToken(gatewayUrl, { clientId: 'shop', clientSecret: first })), before[0])
    const headers = { authorization: `Bearer ${token}` }
    t.equal((await fetch(`${gatewayUrl}/api/Orders/rotated-1`, { headers })).status, 200, 'a token of the former key counts')
    await rm(join(keysDir, '2.pem'))
    reload()
    t.same(
      (
        await eventually(
          () => keyIds(gatewayUrl),
          (ids) => ids.length === 1,
        )
      ).includes(before[0] ?? ''),
      false,
    )
    await traffic.orders(40)
  })

  await t.test('given running traffic, when the secret of a client is rotated, then the old one is refused', async (t) => {
    const token = (clientSecret: string) => requestToken(gatewayUrl, { clientId: 'shop', clientSecret })
    await setHashes({ secretHash: await hashSecret(second), previousSecretHash: await hashSecret(first) })
    reload()
    await eventually(
      () => token(second),
      () => true,
    )
    await traffic.orders(40)
    traffic.secret = second
    await traffic.orders(40)
    await setHashes({ secretHash: await hashSecret(second) })
    reload()
    const refusal = () =>
      token(first).then(
        () => '',
        (error: Error) => error.message,
      )
    t.match(await eventually(refusal, (message) => message !== ''), /returned 401/)
    await traffic.orders(1)
  })

  await t.test('given running traffic, when the users of the databases are replaced, then every request succeeds', async (t) => {
    for (const service of databaseServices) await replaceUser(t, under, service)
    await traffic.orders(40)
  })

  await t.test('given running traffic, when the passwords at NATS are replaced, then the old ones are refused', async (t) => {
    const passwords = newNatsPasswords()
    const file = join(dataDir, 'nats', 'nats.conf')
    let text = await readFile(file, 'utf8')
    for (const service of databaseServices) {
      text = text.replaceAll(new URL(system.natsUrls[service]).password, passwords[service])
      await writeFile(join(dataDir, 'secrets', `${service}-nats-password`), passwords[service])
    }
    await traffic.orders(20)
    await writeFile(file, text)
    process.kill(system.servers.nats?.pid ?? 0, 'SIGHUP')
    await traffic.orders(60)
    const former = connectNats({
      url: system.natsUrls['orders-workflow'],
      log: createLogger({ service: 'test', level: 'silent' }),
    })
    await t.rejects(former, { code: 'AUTHORIZATION_VIOLATION' }, 'the former password is refused')
  })

  const written = await traffic.stop()
  t.same(traffic.failures, [], 'no request failed')
  const arrived = () =>
    queryRows<{ order_id: string }>(system.adminUrls['accounting-read'], 'select distinct order_id from payment_transaction')
  const payments = await eventually(arrived, (rows) => rows.length === written.length)
  t.same(payments.map(({ order_id }) => order_id).sort(), [...written].sort(), 'every payment reached the ledger')
})
