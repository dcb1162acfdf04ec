import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTemporaryPostgres } from '@open-oms/local-servers/temporary-postgres'
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

function writeTestFile(name: string, content: string): string {
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

/** An error for the client, with the cause for the log. */
const notReached = (cause: object) => ({ name: 'DatabaseNotReached', code: 'Unavailable', cause })
const verifying = ({ ca }: TestAuthority) => ({ sslmode: 'verify-full', sslrootcert: writeTestFile('ca.pem', ca) })
const asAdmin = createDatabase({ url: server.url, log })
t.teardown(() => asAdmin.close())
for (const user of ['plain', 'shown']) await asAdmin.query({ text: `create role ${user} login password 'test'` })

t.test('given the authority of the server, when a service connects by its name, then the connection is encrypted', async (t) => {
  t.match(await connection('plain', 'localhost', verifying(authority)), { user: 'plain', ssl: true })
})

t.test('given another authority or another name, when a service connects, then it refuses the server', async (t) => {
  await t.rejects(connection('plain', 'localhost', verifying(stranger)), notReached({ message: /certificate signature/ }))
  await t.rejects(connection('plain', '127.0.0.1', verifying(authority)), notReached({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }))
  const trustedByNobody = connection('plain', 'localhost', { sslmode: 'verify-full' })
  await t.rejects(trustedByNobody, notReached({ message: /certificate/ }))
})

t.test('given a server that wants TLS, when a service connects without, then the server refuses', async (t) => {
  await t.rejects(connection('plain', 'localhost', {}), notReached({ code: '28000', message: /no encryption/ }))
})

t.test('given a server that wants a certificate of the client, when a service shows its own, then it is let in', async (t) => {
  const certificate = async (name: string, from: TestAuthority) => {
    const { cert, key } = await from.issue(name)
    return { ...verifying(authority), sslcert: writeTestFile('client.crt', cert), sslkey: writeTestFile('client.key', key) }
  }
  const withoutOne = connection('shown', 'localhost', verifying(authority))
  await t.rejects(withoutOne, notReached({ message: /requires a valid client certificate/ }))
  t.match(await connection('shown', 'localhost', await certificate('shown', authority)), { user: 'shown', client_dn: /CN=shown/ })
  await t.rejects(connection('shown', 'localhost', await certificate('another', authority)), notReached({ code: '28P01' }))
  await t.rejects(connection('shown', 'localhost', await certificate('shown', stranger)))
})

t.test(
  'given a removed or replaced file of authorities, when connections are made, then they are refused until it fits again',
  async (t) => {
    const file = writeTestFile('changing-ca.pem', authority.ca)
    const url = Object.assign(new URL(server.url), { username: 'plain', password: 'test', hostname: 'localhost' })
    url.search = String(new URLSearchParams({ sslmode: 'verify-full', sslrootcert: file }))
    const database = createDatabase({ url: url.href, log, poolSizeMax: 1 })
    t.teardown(() => database.close())
    const ask = () => database.query({ text: 'select 1 as one' })
    const loseConnection = () =>
      asAdmin.query({ text: "select pg_terminate_backend(pid, 10000) from pg_stat_activity where usename = 'plain'" })
    t.same(await ask(), [{ one: 1 }])
    rmSync(file)
    t.same(await ask(), [{ one: 1 }], 'a connection that is open stays')
    await loseConnection()
    // Several at the same time: whoever waits for the only connection is refused too, and the
    // process continues.
    const refused = notReached({ code: 'ENOENT', message: /changing-ca\.pem/ })
    await Promise.all([ask(), ask(), ask()].map((asked) => t.rejects(asked, refused)))
    await t.rejects(
      database.inTransaction((tx) => tx.query({ text: 'select 1' })),
      refused,
    )
    writeTestFile('changing-ca.pem', stranger.ca)
    await t.rejects(ask(), notReached({ message: /certificate signature/ }))
    writeTestFile('changing-ca.pem', 'no certificate')
    await t.rejects(ask(), { name: 'DatabaseNotReached' })
    writeTestFile('changing-ca.pem', authority.ca)
    t.same(await ask(), [{ one: 1 }])
  },
)

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
