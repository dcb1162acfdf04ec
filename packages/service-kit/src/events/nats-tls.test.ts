import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTemporaryNats } from '@open-oms/local-servers/temporary-nats'
import { connect } from 'nats'
import pino from 'pino'
import t, { type Test } from 'tap'
import { type TestAuthority, testAuthority } from '../testing/test-certificates.ts'
import { connectNats, type Nats } from './connect-nats.ts'
import type { NatsAddress } from './nats-address.ts'

const log = pino({ level: 'silent' })
const folder = mkdtempSync(join(tmpdir(), 'oms-tls-'))
t.teardown(() => rmSync(folder, { recursive: true, force: true }))
let files = 0

/** The path of a new file as a value of the server's configuration too. */
function writePemFile(content: string): string {
  const file = join(folder, `${++files}.pem`)
  writeFileSync(file, content)
  return file
}

const [authority, stranger] = [await testAuthority(), await testAuthority()]
const writeCaFile = ({ ca }: TestAuthority) => writePemFile(ca)

/**
 * The TLS part of the configuration of a server of that name; `verify` asks clients for their
 * certificates.
 */
async function buildTlsConfig(name: string, { verify = false } = {}): Promise<string> {
  const { cert, key } = await authority.issue(name)
  const quoted = (content: string) => JSON.stringify(writePemFile(content))
  return `tls { cert_file: ${quoted(cert)}, key_file: ${quoted(key)}, ca_file: ${quoted(authority.ca)}, verify: ${verify} }`
}

async function connected(t: Test, address: NatsAddress): Promise<Nats> {
  const nats = await connectNats({ ...address, log })
  t.teardown(() => nats.close())
  return nats
}

t.test('given a server with TLS, when a service connects, then it checks authority and name', async (t) => {
  const server = await startTemporaryNats(await buildTlsConfig('localhost'))
  t.teardown(() => server.remove())
  const { port } = new URL(server.url)
  const url = `tls://localhost:${port}`
  const right = { caFile: writeCaFile(authority) }
  t.equal((await connected(t, { url, tls: right })).isConnected(), true)
  t.equal((await connected(t, { url: `nats://localhost:${port}`, tls: right })).isConnected(), true)
  await t.rejects(connected(t, { url, tls: { caFile: writeCaFile(stranger) } }), { message: /certificate/ }, 'another authority')
  await t.rejects(connected(t, { url }), { message: /certificate/ }, 'nobody whom Node trusts')
  const another = await startTemporaryNats(await buildTlsConfig('nats.example'))
  t.teardown(() => another.remove())
  const { port: anotherPort } = new URL(another.url)
  await t.rejects(connected(t, { url: `tls://localhost:${anotherPort}`, tls: right }), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
})

t.test('given a server without TLS, when a service asks for it, then it does not connect', async (t) => {
  const server = await startTemporaryNats()
  t.teardown(() => server.remove())
  const { port } = new URL(server.url)
  t.equal((await connected(t, { url: `nats://localhost:${port}` })).isConnected(), true)
  await t.rejects(connected(t, { url: `tls://localhost:${port}` }), { message: 'tls' })
  await t.rejects(connected(t, { url: `nats://localhost:${port}`, tls: { caFile: writeCaFile(authority) } }), { message: 'tls' })
})

t.test('given a server that wants a certificate of the client, when a service shows its own, then it is let in', async (t) => {
  const server = await startTemporaryNats(await buildTlsConfig('localhost', { verify: true }))
  t.teardown(() => server.remove())
  const url = `tls://localhost:${new URL(server.url).port}`
  const { cert, key } = await authority.issue('orders-workflow')
  const tls = { caFile: writeCaFile(authority), certFile: writePemFile(cert), keyFile: writePemFile(key) }
  t.equal((await connected(t, { url, tls })).isConnected(), true)
  const without = connect({ servers: new URL(url).host, tls: { caFile: tls.caFile }, timeout: 2_000 })
  await t.rejects(without, 'the server does not continue without')
})
