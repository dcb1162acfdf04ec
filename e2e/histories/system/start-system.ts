import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@open-oms/local-servers/free-port'
import { startTemporaryNats, type TemporaryNats } from '@open-oms/local-servers/temporary-nats'
import { newDatabasePasswords } from '@open-oms/system/start/database-passwords'
import { type SystemDatabases, setUpDatabases } from '@open-oms/system/start/database-roles'
import { migrateDatabases } from '@open-oms/system/start/migrate-databases'
import { type NatsPasswords, natsAuthorization, newNatsPasswords } from '@open-oms/system/start/nats-authorization'
import { type SystemAddresses, serviceEnvironment } from '@open-oms/system/start/service-environment'
import { databaseServices, type ServiceName, serviceNames } from '@open-oms/system/start/service-names'
import { signingKeyFile, writeSecretFile } from '@open-oms/system/start/stored-values'
import { type SystemOptions, systemOptions } from '@open-oms/system/start/system-options'
import { startBalancer } from '@open-oms/tools/verify-scale/balancer'
import { createInstance, type Instance } from '@open-oms/tools/verify-scale/instance'
import type { Logs } from '@open-oms/tools/verify-scale/logs'
import { providerVariables } from '@open-oms/tools/verify-scale/tenant'
import { type LyingProvider, startLyingProvider } from '../faults/lying-provider.ts'
import { startTcpProxy, type TcpProxy } from '../faults/tcp-proxy.ts'
import type { Random } from '../random.ts'
import { files } from '../run-files.ts'
import { openClocks, type ProcessClocks } from './process-clocks.ts'
import { type KilledServer, startKillablePostgres } from './servers.ts'
import { type HistoriesTenant, writeHistoriesTenant } from './tenant.ts'

/** Processes of every service. */
const PROCESSES = 2

/** A connection between two parts that can be troubled: `gateway 1 – orders-workflow`. */
export type Link = { name: string; proxy: TcpProxy }

export type HistoriesSystem = {
  gateways: readonly string[]
  instances: readonly Instance[]
  links: readonly Link[]
  tenant: HistoriesTenant
  databases: SystemDatabases
  postgres: KilledServer
  nats: TemporaryNats
  natsPasswords: NatsPasswords
  provider: LyingProvider
  /** Null where nothing on this machine moves the clock of a process. */
  clocks: ProcessClocks | null
  builds: Builds
}

/** From which of two folders of services the processes of a service are started. */
type Builds = { folderOf(service: string): string; change(service: string): void }

export type Undo = (() => Promise<unknown>)[]

type Parts = Omit<HistoriesSystem, 'gateways' | 'instances' | 'links'> & {
  options: SystemOptions
  addresses: SystemAddresses
  logs: Logs
  links: Link[]
  undo: Undo
}

/**
 * `otherBuild`: the folder of services of another build; null: updates are from this one to itself.
 */
type SystemStart = { random: Random; logs: Logs; undo: Undo; otherBuild: string | null }

/**
 * Starts PostgreSQL, a nats-server and two processes of every service on this machine, with the
 * rights of production and a proxy in each connection between two of them. What is to be undone
 * goes to `undo`, in the order of the start.
 */
export async function startHistoriesSystem(folder: string, { random, logs, undo, otherBuild }: SystemStart) {
  const dataDir = join(folder, 'data')
  await mkdir(dataDir, { recursive: true })
  const provider = await startLyingProvider(random.fork('provider'))
  undo.push(provider.stop)
  const tenant = await writeHistoriesTenant(join(folder, files.tenant))
  const options = systemOptions({ dataDir, configDir: tenant.configDir })
  const natsPasswords = newNatsPasswords()
  const nats = await startTemporaryNats(natsAuthorization(natsPasswords))
  undo.push(nats.remove)
  const postgres = await startKillablePostgres(folder, (line) => logs.write('postgres', line))
  undo.push(postgres.stop)
  const databases = await setUpDatabases({ url: postgres.serverUrl, isOwn: true }, options, newDatabasePasswords)
  await migrateDatabases(options.servicesDir, databases.migrationUrls)
  const services = Object.fromEntries(
    await Promise.all(serviceNames.map(async (name) => [name, `http://127.0.0.1:${await freePort()}`])),
  ) as SystemAddresses['services']
  const { databaseUrls, reportingUrls } = databases
  const given = { services, databaseUrls, reportingUrls, natsUrl: nats.url, natsPasswords, gatewayUrl: services.gateway }
  const addresses = { ...given, signingKeyFile: signingKeyFile(dataDir) }
  const clocks = await openClocks(join(folder, 'clocks'))
  const builds = twoBuilds(options.servicesDir, otherBuild)
  const parts: Parts = {
    ...{ clocks, builds },
    provider,
    tenant,
    nats,
    natsPasswords,
    postgres,
    databases,
    options,
    addresses,
    logs,
    links: [],
    undo,
  }
  const instances = await startInstances(parts)
  const gateways = instances.filter(({ service }) => service === 'gateway').map(({ url }) => url)
  const { links } = parts
  const servers = { databases, postgres, nats, natsPasswords, provider, clocks, builds }
  return { gateways, instances, links, tenant, ...servers } satisfies HistoriesSystem
}

function twoBuilds(folder: string, otherBuild: string | null): Builds {
  const changed = new Set<string>()
  return {
    folderOf: (service) => (changed.has(service) && otherBuild !== null ? otherBuild : folder),
    change: (service) => void (changed.delete(service) || changed.add(service)),
  }
}

/** The services first, since a gateway is ready once it reaches them. */
async function startInstances(parts: Parts): Promise<Instance[]> {
  const { addresses, undo } = parts
  const instances: Instance[] = []
  for (const service of [...databaseServices, 'gateway'] as const) {
    const own: Instance[] = []
    for (let number = 1; number <= PROCESSES; number++) own.push(await planInstance(service, number, parts))
    const readyPath = service === 'gateway' ? '/health/live' : '/health/ready'
    const targets = own.map(({ url }) => Number(new URL(url).port))
    const balancer = await startBalancer({ port: Number(new URL(addresses.services[service]).port), targets, readyPath })
    undo.push(balancer.stop)
    instances.push(...own)
  }
  undo.push(async () => void (await Promise.all(instances.map((instance) => instance.stop()))))
  const isGateway = ({ service }: Instance) => service === 'gateway'
  for (const group of [instances.filter((each) => !isGateway(each)), instances.filter(isGateway)])
    await Promise.all(group.map((instance) => instance.start()))
  return instances
}

/** A process whose every connection to another part goes through a proxy of its own. */
async function planInstance(service: ServiceName, number: number, parts: Parts): Promise<Instance> {
  const { options, addresses, provider, logs, clocks, builds } = parts
  const port = await freePort()
  const label = `${service} ${number}`
  const linked = (to: string, url: string) => linkedUrl(parts, `${label} – ${to}`, url)
  const environment: NodeJS.ProcessEnv = {
    NODE_ENV: 'production',
    PORT: String(port),
    LOG_LEVEL: 'warn',
    NATS_URL: await linked('nats', addresses.natsUrl),
    [providerVariables.url]: service === 'orders-workflow' ? await linked('provider', provider.url) : provider.url,
    [providerVariables.secret]: 'secret-of-the-provider-of-cards',
    ...clocks?.environment(label),
  }
  if (service === 'gateway') {
    // The files of ended sessions and waiting audit records are those of one gateway.
    environment.OMS_DATA_DIR = join(options.dataDir, `gateway-${number}`)
    for (const [variable, name] of gatewayTargets) environment[variable] = await linked(name, addresses.services[name])
  } else {
    const url = await linked('postgres', addresses.databaseUrls[service])
    environment.DATABASE_URL_FILE = writeSecretFile(options.dataDir, `${service}-${number}-database-url`, url)
  }
  return createInstance({
    ...{ service, number, port },
    servicesDir: () => builds.folderOf(service),
    environment: () => serviceEnvironment(service, { ...options, environment }, addresses),
    onLine: (line) => logs.write(label, line),
  })
}

const gatewayTargets = [
  ['CATALOG_ASSETS_URL', 'catalog-assets'],
  ['ORDERS_WORKFLOW_URL', 'orders-workflow'],
  ['ACCOUNTING_READ_URL', 'accounting-read'],
] as const

/** The address with the port of a new proxy, which passes on to it. */
async function linkedUrl({ links, undo }: Parts, name: string, url: string): Promise<string> {
  const proxy = await startTcpProxy(Number(new URL(url).port))
  undo.push(proxy.stop)
  links.push({ name, proxy })
  return url.replace(/:\d+(?=\/|$|\?)/, `:${proxy.port}`)
}
