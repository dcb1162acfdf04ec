import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SERVICE_TOKEN_ISSUER, serviceTokenAudience } from '@open-oms/contracts/gateway/service-token'
import { freePort } from '@open-oms/local-servers/free-port'
import { loadEnvironment } from '@open-oms/service-kit/config/load-environment'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import { eventually, testEvents } from '@open-oms/service-kit/testing/test-events'
import { testIssuer } from '@open-oms/service-kit/testing/test-issuer'
import t, { type Test } from 'tap'
import { CatalogEnvironment } from './environment.ts'
import { checkStore, storeFromEnvironment } from './modules/storage/storage-environment.ts'
import { testFolder } from './testing/test-folder.ts'

const log = createLogger({ service: 'test', level: 'silent' })
const sampleTenant = join(import.meta.dirname, '../../../config')

type Process = { child: ChildProcess; logged(): string; ended: Promise<number | null> }

function start(t: Test, environment: Record<string, string>): Process {
  const child = spawn(process.execPath, ['--conditions=development', join(import.meta.dirname, 'server.ts')], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const keep = (chunk: Buffer) => {
    text += chunk
  }
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', keep)
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  t.teardown(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { child, logged: () => text, ended }
}

async function surroundings(t: Test) {
  const issuer = await testIssuer()
  const keys = createServer((_request, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(issuer.jwks)),
  )
  keys.listen(0, '127.0.0.1')
  await once(keys, 'listening')
  t.teardown(() => void keys.close())
  const tenant = await mkdtemp(join(tmpdir(), 'oms-tenant-'))
  await cp(sampleTenant, tenant, { recursive: true })
  t.teardown(() => rm(tenant, { recursive: true }))
  const [database, port] = [await testDatabase(t, 'catalog-assets'), await freePort()]
  const environment = {
    DATABASE_URL: database.url,
    NATS_URL: `nats://127.0.0.1:${await freePort()}`,
    PORT: String(port),
    ASSET_PUBLIC_BASE: 'http://gateway.test',
    GATEWAY_KEYS_URL: `http://127.0.0.1:${(keys.address() as AddressInfo).port}/`,
    OMS_CONFIG_DIR: tenant,
    OMS_DATA_DIR: await testFolder(t),
  }
  const waiting = async () => (await database.query<{ n: number }>({ text: 'select count(*) as n from kit.outbox' }))[0]?.n
  return { issuer, tenant, environment, waiting, url: `http://127.0.0.1:${port}` }
}

const isReady = (url: string) =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

// The standby stays unreachable.
t.test(
  'given a process without NATS and standby, when NATS returns and signals come, then it searches, publishes, reloads and stops',
  async (t) => {
    const { issuer, tenant, environment, waiting, url } = await surroundings(t)
    const events = await testEvents(t)
    await events.server.stop()
    const readUrl = join(await testFolder(t), 'read-url')
    await writeFile(readUrl, environment.DATABASE_URL.replace(/:\d+\//, `:${await freePort()}/`))
    const service = start(t, { ...environment, NATS_URL: events.server.url, DATABASE_READ_URL_FILE: readUrl })
    await eventually(() => isReady(url), 'the service is ready')

    const claims = { iss: SERVICE_TOKEN_ISSUER, aud: serviceTokenAudience('catalog-assets') }
    const headers = { authorization: `Bearer ${await issuer.token({ claims })}`, 'content-type': 'application/json' }
    const found = await fetch(`${url}/api/products/SearchProducts`, { method: 'POST', headers, body: '{}' })
    t.match(await found.json(), { totalHits: 0 })
    const page = await (await fetch(`${url}/metrics`)).text()
    t.match(page, /oms_standby_usable\S* 0/)
    t.match(page, /oms_standby_reads_total\{outcome="away"\S* 1/)
    t.equal(await isReady(url), true)

    const send = (body: object) => fetch(`${url}/api/products`, { method: 'PUT', headers, body: JSON.stringify(body) })
    const created = await fetch(`${url}/api/products`, { method: 'POST', headers, body: '{"productId":"cup"}' })
    t.equal(created.status, 201)
    const { versionId } = (await created.json()) as { versionId: string }
    t.equal((await send({ productId: 'cup' })).status, 200)
    t.equal(await waiting(), 2)

    await events.server.start()
    await eventually(async () => (await waiting()) === 0, 'the events are published')

    const file = join(tenant, 'settings.json')
    const settings = JSON.parse(await readFile(file, 'utf8'))
    await writeFile(file, JSON.stringify({ ...settings, rejectStaleVersions: 'yes' }))
    service.child.kill('SIGHUP')
    await eventually(() => service.logged().includes('the old one stays'), 'the invalid configuration is logged')
    t.equal((await send({ productId: 'cup', versionId })).status, 200)
    await writeFile(file, JSON.stringify({ ...settings, rejectStaleVersions: true }))
    service.child.kill('SIGHUP')
    await eventually(async () => (await send({ productId: 'cup', versionId })).status === 412, 'the new configuration holds')

    t.ok((await stat(join(environment.OMS_DATA_DIR, 'assets'))).isDirectory(), 'files have a folder in the data folder')
    const metrics = await (await fetch(`${url}/metrics`)).text()
    t.match(metrics, /oms_asset_files_missing\{service="catalog-assets"\} 0/)
    t.match(metrics, /oms_outbox_oldest_age_seconds\{service="catalog-assets"\} 0/)
    t.match(metrics, /oms_database_connections\{state="idle",service="catalog-assets"\} \d/)

    service.child.kill('SIGTERM')
    t.equal(await service.ended, 0)
  },
)

t.test('given a wrong environment, when the process starts, then it prints the reason and exits with 1', async (t) => {
  const { tenant, environment } = await surroundings(t)
  const { DATABASE_URL: _, ...incomplete } = environment
  const withoutDatabase = start(t, incomplete)
  t.equal(await withoutDatabase.ended, 1)
  t.match(withoutDatabase.logged(), /catalog-assets cannot start.*DATABASE_URL is missing/)

  // What else can be wrong stops a start in the same way.
  const storeWith = (changes: Record<string, string>) => {
    const read = loadEnvironment(CatalogEnvironment, { ...environment, ...changes })
    return storeFromEnvironment(read).then((store) => checkStore(store, log))
  }
  await t.rejects(storeWith({ ASSET_STORE: 's3' }), { message: /S3_BUCKET is missing/ })
  const badFolder = storeWith({ ASSET_DIR: join(tenant, 'settings.json') })
  await t.rejects(badFolder, { message: /folder of the assets cannot be written to/ })

  await writeFile(join(tenant, 'settings.json'), '{ "packages": { "autoBreakdown": "maybe" } }')
  const badTenant = start(t, environment)
  t.equal(await badTenant.ended, 1)
  t.match(badTenant.logged(), /catalog-assets cannot start.*settings\.json: packages\.autoBreakdown: expected boolean/)
})
