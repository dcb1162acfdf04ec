import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { natsUsers } from '@open-oms/contracts/events/nats-user-names'
import { startTemporaryNats } from '@open-oms/local-servers/temporary-nats'
import { testServerUrl } from '@open-oms/service-kit/testing/test-database'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import pg from 'pg'
import t, { type Test } from 'tap'
import { assetStoreEnvironment, readRunFile } from '../run-file.ts'
import { isRunning, type KnownProcess, readNote } from './orphans.ts'
import { serviceNames } from './service-names.ts'
import { type System, startSystem } from './start-system.ts'
import type { SystemOptions } from './system-options.ts'

// The start program knows a service by its process, its environment and its health: a stand-in
// needs no more.
const standIn = `
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
const name = import.meta.filename.split('/').at(-3)
const note = (text) => appendFileSync(process.env.OMS_DATA_DIR + '/story.txt', name + ' ' + text + '\\n')
if (process.env.REFUSING === name) {
  const { createLogger } = await import(process.env.LOGGER)
  createLogger({ service: name, level: 'fatal' }).fatal(name + ' cannot start. ' + process.env.OMS_DATA_DIR + '/x.json: bad')
  process.exit(1)
}
if (process.env.FAILING === name) throw new Error('The setting COLOUR is missing.')
const server = createServer((request, response) => response.end(JSON.stringify(process.env)))
server.listen(Number(process.env.PORT), process.env.HOST, () => note('up'))
process.on('SIGTERM', () => setTimeout(() => { note('down'); process.exit(0) }, 50))
`

function freshFolders(test: { teardown(end: () => Promise<void> | void): unknown }) {
  const folder = mkdtempSync(join(tmpdir(), 'oms-start-'))
  chmodSync(folder, 0o755)
  test.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const servicesDir = join(folder, 'services')
  for (const name of serviceNames) {
    mkdirSync(join(servicesDir, name, 'src'), { recursive: true })
    writeFileSync(join(servicesDir, name, 'src', 'server.ts'), standIn)
  }
  return { servicesDir, dataDir: join(folder, 'data') }
}

// One data folder for most tests: making a cluster of PostgreSQL costs more than the rest of a
// start with stand-ins. The first one makes it, and each leaves it in good order.
const folders = freshFolders(t)

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** What a file of a secret holds; it is for its owner only. */
function readSecret(file = ''): string {
  t.equal(statSync(file).mode & 0o077, 0)
  return readFileSync(file, 'utf8').trim()
}

const fetchEnvironment = async (url: string): Promise<NodeJS.ProcessEnv> => (await (await fetch(url)).json()) as NodeJS.ProcessEnv

t.test('given free ports, when the system starts, then every part reports its address, and they stop in order', async (t) => {
  const steps: string[] = []
  const system = await startSystem({ ...folders, onMessage: (message) => message.kind === 'step' && steps.push(message.text) })
  t.teardown(system.stop)
  const processes = readNote(folders.dataDir)
  t.equal(processes.length, 6, 'PostgreSQL, NATS and four services')

  const runFile = join(folders.dataDir, 'run.json')
  const { gatewayUrl, natsUrls, databaseUrls, migrationUrls, reportingUrls, adminUrls, services } = system
  const written = {
    gatewayUrl,
    publicBase: gatewayUrl,
    natsUrls,
    databaseUrls,
    migrationUrls,
    reportingUrls,
    adminUrls,
    serviceUrls: Object.fromEntries(serviceNames.map((name) => [name, services[name].url])),
    assetStore: assetStoreEnvironment(process.env),
  }
  t.same(JSON.parse(readFileSync(runFile, 'utf8')), written)
  t.equal(statSync(runFile).mode & 0o077, 0, 'the file with the passwords is for its owner only')
  for (const part of ['Configuration', 'PostgreSQL', 'NATS', 'Databases', ...serviceNames]) {
    t.ok(
      steps.some((text) => text.startsWith(part)),
      `a step reports ${part}`,
    )
  }

  const gateway = await fetchEnvironment(gatewayUrl)
  t.equal(gateway.ORDERS_WORKFLOW_URL, system.services['orders-workflow'].url)
  t.equal(gateway.DATABASE_URL, undefined, 'the gateway has no database')
  t.equal(statSync(gateway.TOKEN_SIGNING_KEYS ?? '').mode & 0o077, 0, 'the signing key is for its owner only')
  const orders = await fetchEnvironment(system.services['orders-workflow'].url)
  t.equal(orders.DATABASE_URL, undefined, 'secrets are not in the environment')
  t.equal(readSecret(orders.DATABASE_URL_FILE), databaseUrls['orders-workflow'])
  const { username, password, host } = new URL(natsUrls['orders-workflow'])
  t.match(orders, { NATS_URL: `nats://${host}`, NATS_USER: username })
  t.equal(readSecret(orders.NATS_PASSWORD_FILE), password)
  t.equal(username, 'orders-workflow')
  t.match(gateway, { NATS_URL: `nats://${host}`, NATS_USER: 'gateway' })
  t.match(orders, { GATEWAY_KEYS_URL: `${gatewayUrl}/.well-known/jwks.json`, HOST: '127.0.0.1' })
  t.same(await query(databaseUrls['orders-workflow'], 'select current_database() as name'), [{ name: 'orders_workflow' }])

  await query(system.migrationUrls['accounting-read'], 'create table kept (id int)')
  await t.rejects(startSystem(folders), {
    name: 'StartError',
    message: new RegExp(`running already \\(process ${process.pid}\\)`),
  })
  t.equal((await fetch(system.gatewayUrl)).status, 200, 'a second start does not disturb the running system')

  await system.stop()
  t.same(processes.filter(isRunning), [], 'nothing is left running')
  t.notOk(existsSync(runFile), 'run.json goes with the system')
  const story = readFileSync(join(folders.dataDir, 'story.txt'), 'utf8').trim().split('\n')
  t.equal(
    story.find((line) => line.endsWith('down')),
    'gateway down',
    'the gateway stops first',
  )
  t.equal(story.filter((line) => line.endsWith('down')).length, 4, 'every service was given the time to drain')
})

t.test(
  'given the folder of a system that was stopped, when systems start on it, then data, addresses and users stay',
  async (t) => {
    const file = join(folders.dataDir, 'start.json')
    // The version before had one password at NATS.
    const { natsPasswords: _, ...kept } = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify({ ...kept, natsPassword: 'of-all' }))
    const events: string[] = []
    const onMessage: SystemOptions['onMessage'] = (message) => message.kind === 'event' && events.push(message.text)
    const first = await startSystem({ ...folders, onMessage })
    t.teardown(first.stop)
    t.same(await query(first.migrationUrls['accounting-read'], 'select * from kept'), [])
    const { login } = kept.databasePasswords['accounting-read']
    const { username, password, port } = new URL(first.databaseUrls['accounting-read'])
    t.same({ username, password, port }, { username: 'accounting_read', password: login, port: String(kept.postgresPort) })
    const passwords = Object.values(first.natsUrls).map((url) => new URL(url).password)
    t.equal(new Set(passwords).size, natsUsers.length, 'each user at NATS has a password')
    t.notOk(passwords.includes('of-all'))
    const { postgresPassword, natsPassword } = JSON.parse(readFileSync(file, 'utf8'))
    t.same({ postgresPassword, natsPassword }, { postgresPassword: kept.postgresPassword, natsPassword: undefined })

    await t.test('given a running system, when a part is killed, then it is started again', (t) =>
      checkRestarts(t, first, events),
    )
    await first.stop()

    await t.test('given a port in use, when the system starts, then it says so and the folder can be used again', async (t) => {
      const server = createServer().listen(0, '127.0.0.1')
      t.teardown(() => void server.close())
      await eventually(() => server.listening, 'the port is taken')
      const { port } = server.address() as AddressInfo
      await t.rejects(startSystem({ ...folders, gatewayPort: port }), { message: new RegExp(`Port ${port} .* is in use`) })
      const second = await startSystem(folders)
      t.teardown(second.stop)
      t.equal((await fetch(second.gatewayUrl)).status, 200)
      t.same(second.natsUrls, first.natsUrls)
      t.same(second.databaseUrls, first.databaseUrls)
      await second.stop()
    })
  },
)

async function checkRestarts(t: Test, system: System, events: readonly string[]): Promise<void> {
  const { dataDir } = folders
  const orders = system.services['orders-workflow']
  const pid = orders.pid
  const noted = () => readNote(dataDir).map((process) => process.pid)
  orders.kill()
  await eventually(() => !noted().includes(pid), 'the id of the ended process is no longer noted')
  await eventually(() => events.includes('orders-workflow is ready again'), 'the service is back')
  t.not(orders.pid, pid)
  t.ok(noted().includes(orders.pid))
  t.same([noted().length, readNote(dataDir).filter(isRunning).length], [6, 6], 'every noted process runs')
  t.equal((await fetch(orders.url)).status, 200)
  t.ok(events.includes('orders-workflow ended (SIGKILL): starting it again'), 'and it is said')

  system.servers.postgres?.kill()
  await eventually(() => events.includes('postgres is ready again'), 'the database is back')
  t.same(await query(system.databaseUrls['catalog-assets'], 'select 1 as one'), [{ one: 1 }])

  await system.servers.nats?.stop()
  await system.servers.nats?.start()
  t.notMatch(events.join(), /nats/, 'what was stopped on purpose is not restarted automatically')
}

t.test('given a start that cannot continue, when it fails, then it says why and leaves nothing running', async (t) => {
  t.test('given a service that refuses its environment, when the system starts, then it says so and all parts end', async (t) => {
    let processes: KnownProcess[] = []
    const onMessage = () => {
      const noted = readNote(folders.dataDir)
      if (noted.length > processes.length) processes = noted
    }
    const start = startSystem({ ...folders, environment: { FAILING: 'accounting-read' }, onMessage })
    await t.rejects(start, { message: 'accounting-read could not start: Error: The setting COLOUR is missing.' })
    t.ok(processes.length >= 3, 'other parts were running by then')
    t.same(processes.filter(isRunning), [])
  })
  t.test('given a service that says why in its log, when the system starts, then the error is that message', async (t) => {
    const environment = { REFUSING: 'orders-workflow', LOGGER: import.meta.resolve('@open-oms/service-kit/observability/logger') }
    await t.rejects(startSystem({ ...folders, environment }), {
      name: 'StartError',
      message: `orders-workflow cannot start. ${folders.dataDir}/x.json: bad`,
    })
  })
  t.test('given a configuration that cannot be read, when the system starts, then it names the file', async (t) => {
    const folders = freshFolders(t)
    const configDir = join(folders.dataDir, 'nowhere')
    await t.rejects(startSystem({ ...folders, configDir }), { name: 'StartError', message: /nowhere\/markets\.json/ })
  })
  t.test('given a database server that does not respond, when the system starts, then it says so', async (t) => {
    const databaseServerUrl = 'postgresql://me:secret@127.0.0.1:1'
    const start = startSystem({ ...freshFolders(t), databaseServerUrl })
    await t.rejects(start, { message: /database server .* cannot be used: .*ECONNREFUSED/s })
    await start.catch((error: Error) => t.notMatch(error.message, /secret/, 'the password is not printed'))
  })
})

t.test('given addresses of real servers, when the system starts, then it uses them', async (t) => {
  const databaseServerUrl = await testServerUrl()
  const nats = await startTemporaryNats()
  t.teardown(nats.remove)
  const databaseSuffix = `_${randomBytes(4).toString('hex')}`
  const folders = freshFolders(t)
  const signingKeys = join(folders.servicesDir, 'keys.pem')
  const environment = { TOKEN_SIGNING_KEYS_FILE: signingKeys, ASSET_DIR: 'files', ASSET_PUBLIC_BASE: 'https://x.example' }
  const system = await startSystem({ ...folders, databaseServerUrl, databaseSuffix, natsUrl: nats.url, environment })
  t.teardown(async () => {
    await system.stop()
    for (const url of Object.values(system.databaseUrls)) {
      const name = new URL(url).pathname.slice(1)
      await query(databaseServerUrl, `drop database "${name}"`)
      await query(databaseServerUrl, `drop role "${name}", "${name}_owner", "${name}_reporting"`)
    }
  })
  t.same(system.servers, { postgres: null, nats: null })
  t.equal(readNote(folders.dataDir).length, 4, 'only the services were started')
  const accounting = await fetchEnvironment(system.services['accounting-read'].url)
  t.equal(accounting.NATS_URL, nats.url)
  const gateway = await fetchEnvironment(system.gatewayUrl)
  t.match(gateway, { TOKEN_SIGNING_KEYS: undefined, TOKEN_SIGNING_KEYS_FILE: signingKeys }, 'the given keys sign')
  const { publicBase, assetStore } = readRunFile(folders.dataDir)
  t.same(
    { publicBase, assetStore },
    { publicBase: 'https://x.example', assetStore: { ...assetStoreEnvironment(process.env), ASSET_DIR: resolve('files') } },
  )
  t.equal(readSecret(accounting.DATABASE_URL_FILE), system.databaseUrls['accounting-read'])
  const [row] = await query(system.databaseUrls['accounting-read'], 'select current_database() as name')
  t.same(row, { name: `accounting_read${databaseSuffix}` })
})

t.test(
  'given a service that is watched, when its source changes, then it alone starts again and is stopped in the end',
  async (t) => {
    const system = await startSystem({ ...folders, watched: ['accounting-read'] })
    t.teardown(system.stop)
    const source = join(folders.servicesDir, 'accounting-read', 'src', 'server.ts')
    const answer = async (name: 'accounting-read' | 'gateway') => await (await fetch(system.services[name].url)).text()
    const before = await answer('gateway')
    writeFileSync(source, standIn.replace('JSON.stringify(process.env)', "'changed'"))
    t.teardown(() => writeFileSync(source, standIn))
    const hasChanged = () =>
      answer('accounting-read').then(
        (text) => text === 'changed',
        () => false,
      )
    await eventually(hasChanged, 'the changed service responds')
    t.equal(await answer('gateway'), before)
    await system.stop()
    await t.rejects(answer('accounting-read'), 'nothing of it is left')
  },
)

t.test('given a start in progress, when it is interrupted, then everything that it started ends', async (t) => {
  const interruption = new AbortController()
  let processes: KnownProcess[] = []
  const start = startSystem({
    ...folders,
    signal: interruption.signal,
    onMessage: (message) => {
      if (message.kind !== 'step' || !message.text.startsWith('Databases')) return
      processes = readNote(folders.dataDir)
      interruption.abort()
    },
  })
  await t.rejects(start, { message: 'The start was interrupted.' })
  t.ok(processes.length >= 2)
  t.same(processes.filter(isRunning), [])
})

/** Runs a start in a process of its own and resolves when it is ready. */
async function startInProcess(folders: { servicesDir: string; dataDir: string }): Promise<ChildProcess> {
  const program = join(folders.servicesDir, 'starter.ts')
  const startModule = join(import.meta.dirname, 'start-system.ts')
  writeFileSync(
    program,
    `import { startSystem } from ${JSON.stringify(startModule)}
await startSystem(${JSON.stringify(folders)})
process.stdout.write('ready')
setInterval(() => undefined, 1000)`,
  )
  const starter = spawn(process.execPath, ['--conditions=development', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve) => starter.stdout?.once('data', resolve))
  return starter
}

t.test('given a start that is killed, when its processes are looked for, then they end', async (t) => {
  const starter = await startInProcess(folders)
  const processes = readNote(folders.dataDir)
  t.equal(processes.filter(isRunning).length, 6)
  starter.kill('SIGKILL')

  t.test('given a start that is killed, when the next one begins, then it does not wait for the old processes', async (t) => {
    const system: System = await startSystem(folders)
    t.teardown(system.stop)
    t.equal((await fetch(system.gatewayUrl)).status, 200)
    t.same(processes.filter(isRunning), [])
  })
  t.test('given a start that is killed, when no other begins, then its processes end', async (t) => {
    const another = await startInProcess(folders)
    const left = readNote(folders.dataDir)
    another.kill('SIGKILL')
    await eventually(() => left.every((process) => !isRunning(process)), 'everything has ended')
    t.pass('nobody had to end them')
  })
})
