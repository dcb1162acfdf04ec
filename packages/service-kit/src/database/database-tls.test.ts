import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTemporaryPostgres } from '@oms/local-servers/temporary-postgres'
import pino from 'pino'
import t from 'tap'
import { type TestAuthority, testAuthority } from '../testing/test-certificates.ts'
import { createDatabase } from './database.ts'
import { holdLock } from './hold-lock.ts'

const log = pino({ level: 'silent' })

/** Only with TLS, and `shown` only with a certificate of the client. */
const rules = `hostnossl all postgres 127.0.0.1/32 scram-sha-256
  hostssl all shown 127.0.0.1/32 scram-sha-256 clientcert=verify-full
  hostssl all all 127.0.0.1/32 scram-sha-256`

const [authority, stranger] = [await testAuthority(), await testAuthority()]
const { cert, key } = await authority.issue('localhost')
const server = await startTemporaryPostgres({
  settings: ['ssl=on', 'ssl_ca_file=ca.crt'],
  files: { 'server.crt': cert, 'server.key': key, 'ca.crt': authority.ca, 'pg_hba.conf': rules },
})
t.teardown(() => server.remove())
const folder = mkdtempSync(join(tmpdir(), 'oms-tls-'))
t.teardown(() => rmSync(folder, { recursive: true, force: true }))

function fileOf(name: string, content: string): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

/** What a database says of its connection, by the parameters of its address. */
async function connection(user: string, host: string, parameters: Record<string, string>): Promise<unknown> {
  const url = Object.assign(new URL(server.url), { username: user, password: 'test', hostname: host })
  url.search = String(new URLSearchParams(parameters))
  const database = createDatabase({ url: url.href, log })
  try {
    const text = 'select current_user as user, ssl, client_dn from pg_stat_ssl where pid = pg_backend_pid()'
    return (await database.query({ text }))[0]
  } finally {
    await database.close()
  }
}

const verifying = ({ ca }: TestAuthority) => ({ sslmode: 'verify-full', sslrootcert: fileOf('ca.pem', ca) })
const asAdmin = createDatabase({ url: server.url, log })
t.teardown(() => asAdmin.close())
for (const user of ['plain', 'shown']) await asAdmin.query({ text: `create role ${user} login password 'test'` })

t.test('given the authority of the server, when a service connects by its name, then the connection is encrypted', async (t) => {
  t.match(await connection('plain', 'localhost', verifying(authority)), { user: 'plain', ssl: true })
})

t.test('given another authority or another name, when a service connects, then it refuses the server', async (t) => {
  await t.rejects(connection('plain', 'localhost', verifying(stranger)), { message: /certificate signature/ })
  await t.rejects(connection('plain', '127.0.0.1', verifying(authority)), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  await t.rejects(connection('plain', 'localhost', { sslmode: 'verify-full' }), { message: /certificate/ }, 'trusted by nobody')
})

t.test('given a server that wants TLS, when a service connects without, then the server refuses', async (t) => {
  await t.rejects(connection('plain', 'localhost', {}), { code: '28000', message: /no encryption/ })
})

t.test('given a server that wants a certificate of the client, when a service shows its own, then it is let in', async (t) => {
  const certificate = async (name: string, from: TestAuthority) => {
    const { cert, key } = await from.issue(name)
    return { ...verifying(authority), sslcert: fileOf('client.crt', cert), sslkey: fileOf('client.key', key) }
  }
  await t.rejects(connection('shown', 'localhost', verifying(authority)), { message: /requires a valid client certificate/ })
  t.match(await connection('shown', 'localhost', await certificate('shown', authority)), { user: 'shown', client_dn: /CN=shown/ })
  await t.rejects(connection('shown', 'localhost', await certificate('another', authority)), { code: '28P01' })
  await t.rejects(connection('shown', 'localhost', await certificate('shown', stranger)))
})

t.test('given an address with TLS, when a lock is held, then its connection is encrypted too', async (t) => {
  const url = Object.assign(new URL(server.url), { username: 'plain', password: 'test', hostname: 'localhost' })
  url.search = String(new URLSearchParams(verifying(authority)))
  const held = Promise.withResolvers<unknown>()
  const holder = holdLock({ databaseUrl: url.href, name: 'tls', log }, async (client) => {
    held.resolve((await client.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')).rows[0])
  })
  t.same(await held.promise, { ssl: true })
  await holder.stop()
})
