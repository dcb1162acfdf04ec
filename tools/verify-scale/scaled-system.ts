import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort, isPortFree } from '@open-oms/local-servers/free-port'
import { startProcess } from '@open-oms/local-servers/managed-process'
import { startTemporaryNatsCluster, type TemporaryNatsCluster } from '@open-oms/local-servers/temporary-nats-cluster'
import { newDatabasePasswords } from '@open-oms/system/start/database-passwords'
import { type SystemDatabases, setUpDatabases } from '@open-oms/system/start/database-roles'
import { migrateDatabases } from '@open-oms/system/start/migrate-databases'
import { type NatsPasswords, natsAuthorization, newNatsPasswords } from '@open-oms/system/start/nats-authorization'
import { type SystemAddresses, serviceEnvironment } from '@open-oms/system/start/service-environment'
import { databaseServices, type ServiceName, serviceNames } from '@open-oms/system/start/service-names'
import { signingKeyFile } from '@open-oms/system/start/stored-values'
import { type SystemOptions, systemOptions } from '@open-oms/system/start/system-options'
import { startBalancer } from './balancer.ts'
import { type Engines, type PooledDatabases, startEngines } from './engines/engines.ts'
import { createInstance, type Instance } from './instance.ts'
import type { Logs } from './logs.ts'
import { onPort } from './on-port.ts'
import { type PaymentProvider, startPaymentProvider } from './payment-provider.ts'
import { type PostgresPair, startPostgresPair } from './postgres-pair.ts'
import { providerVariables, type ScaleTenant, writeScaleTenant } from './tenant.ts'

/** Processes of every service. */
const PROCESSES = 2

export type ScaledSystem = {
  /** The gateways behind their balancer. */
  url: string
  tenant: ScaleTenant
  instances: readonly Instance[]
  /** Those of the server that is the primary at the time. */
  databases: SystemDatabases
  /** Has services that are started from now on use the databases on another port. */
  moveDatabases(port: number): void
  /** PostgreSQL with a standby that is promoted by hand; null where the engines are. */
  postgres: PostgresPair | null
  engines: (Engines & PooledDatabases) | null
  /** A process of a service that is not started yet, with further variables. */
  plan(service: ServiceName, number: number, own?: NodeJS.ProcessEnv): Promise<Instance>
  nats: TemporaryNatsCluster
  natsPasswords: NatsPasswords
  redis: Pick<SharedLimits, 'url'> | null
  provider: PaymentProvider
  dataDir: string
  logs: Logs
}

type Undo = (() => Promise<void>)[]

export type ScaledPlan = { folder: string; enginesIn: string | null }

/**
 * Starts three nats-servers, PostgreSQL with a synchronous standby, two processes of every service
 * and what spreads requests over them, with the rights of production. `given` says in which Debian
 * the engines are that take the place of that PostgreSQL and of Redis. What is to be undone at the
 * end goes to `undo`, in the order of the start.
 */
export async function startScaledSystem(given: ScaledPlan, logs: Logs, undo: Undo): Promise<ScaledSystem> {
  const { folder } = given
  const dataDir = join(folder, 'data')
  await mkdir(dataDir, { recursive: true })
  const provider = await startPaymentProvider()
  undo.push(provider.stop)
  const tenant = await writeScaleTenant(join(folder, 'tenant'))
  const options = systemOptions({ dataDir, configDir: tenant.configDir })
  const natsPasswords = newNatsPasswords()
  const nats = await startTemporaryNatsCluster(natsAuthorization(natsPasswords))
  undo.push(nats.remove)
  const servers = await startServers(given, { options, logs, undo })
  const services = Object.fromEntries(
    await Promise.all(serviceNames.map(async (name) => [name, `http://127.0.0.1:${await freePort()}`])),
  ) as SystemAddresses['services']
  const gatewayUrl = services.gateway
  const { databaseUrls, reportingUrls } = servers.databases
  const addresses = {
    services,
    databaseUrls,
    reportingUrls,
    natsUrl: nats.url,
    natsPasswords,
    gatewayUrl,
    signingKeyFile: signingKeyFile(dataDir),
  }
  const system = { url: gatewayUrl, tenant, ...servers, nats, natsPasswords, provider, dataDir, logs }
  const moveDatabases = (port: number) => {
    system.databases = onPort(system.databases, port)
    addresses.databaseUrls = system.databases.databaseUrls
    addresses.reportingUrls = system.databases.reportingUrls
  }
  const parts = { options, addresses, servers, provider, logs }
  const instances = await startInstances(parts, undo)
  const plan: ScaledSystem['plan'] = (service, number, own) => planInstance({ service, number, own }, parts)
  return Object.assign(system, { instances, moveDatabases, plan })
}

type Servers = Pick<ScaledSystem, 'databases' | 'postgres' | 'engines' | 'redis'>

/** The databases and Redis: the engines, or servers of this project's own. */
async function startServers(
  { folder, enginesIn }: ScaledPlan,
  { options, logs, undo }: { options: SystemOptions; logs: Logs; undo: Undo },
): Promise<Servers> {
  const setUp = async (url: string) => {
    const databases = await setUpDatabases({ url, isOwn: true }, options, newDatabasePasswords)
    await migrateDatabases(options.servicesDir, databases.migrationUrls)
    return databases
  }
  if (enginesIn !== null) {
    const engines = await startEngines(enginesIn, logs.write, undo)
    const pooled = await engines.poolFor(await setUp(engines.serverUrl))
    return { databases: pooled.databases, postgres: null, engines: { ...engines, ...pooled }, redis: engines.redis }
  }
  const postgres = await startPostgresPair(folder, logs.write)
  undo.push(postgres.remove)
  const databases = await setUp(postgres.primary.serverUrl)
  await postgres.addStandby()
  const redis = await startRedis()
  if (redis !== null) undo.push(redis.stop)
  return { databases, postgres, engines: null, redis }
}

type Parts = {
  options: SystemOptions
  addresses: SystemAddresses
  servers: Servers
  provider: PaymentProvider
  logs: Logs
}

/** The services first, since a gateway is ready once it reaches them. */
async function startInstances(parts: Parts, undo: Undo): Promise<Instance[]> {
  const instances: Instance[] = []
  for (const service of [...databaseServices, 'gateway'] as const) {
    const own: Instance[] = []
    for (let number = 1; number <= PROCESSES; number++) own.push(await planInstance({ service, number }, parts))
    const readyPath = service === 'gateway' ? '/health/live' : '/health/ready'
    const targets = own.map(({ url }) => Number(new URL(url).port))
    const balancer = await startBalancer({ port: Number(new URL(parts.addresses.services[service]).port), targets, readyPath })
    undo.push(balancer.stop)
    instances.push(...own)
  }
  undo.push(async () => void (await Promise.all(instances.map((instance) => instance.stop()))))
  const isGateway = ({ service }: Instance) => service === 'gateway'
  for (const group of [instances.filter((each) => !isGateway(each)), instances.filter(isGateway)])
    await Promise.all(group.map((instance) => instance.start()))
  return instances
}

type Place = { service: ServiceName; number: number; own?: NodeJS.ProcessEnv | undefined }

async function planInstance({ service, number, own }: Place, parts: Parts): Promise<Instance> {
  const { options, addresses, servers, provider, logs } = parts
  const port = await freePort()
  const environment: NodeJS.ProcessEnv = {
    NODE_ENV: 'production',
    NATS_REPLICAS: '3',
    PORT: String(port),
    LOG_LEVEL: service === 'accounting-read' ? 'info' : 'warn',
    [providerVariables.url]: provider.urlFor(`${service} ${number}`),
    [providerVariables.secret]: 'secret-of-the-provider-of-cards',
    REDIS_URL: servers.redis?.url,
    DATABASE_READ_URL: service === 'gateway' ? undefined : servers.engines?.readUrls[service],
    ...own,
  }
  // The files of ended sessions and waiting audit records are those of one gateway.
  if (service === 'gateway') environment.OMS_DATA_DIR = join(options.dataDir, `gateway-${number}`)
  return createInstance({
    service,
    number,
    port,
    environment: () => serviceEnvironment(service, { ...options, environment }, addresses),
    onLine: (line, label) => logs.write(label, line),
  })
}

type SharedLimits = { url: string; stop(): Promise<void> }

/**
 * The Redis that REDIS_URL names, else a redis-server of the PATH, started on 127.0.0.1; null when
 * there is none.
 */
async function startRedis(environment: NodeJS.ProcessEnv = process.env): Promise<SharedLimits | null> {
  if (environment.REDIS_URL) return { url: environment.REDIS_URL, stop: async () => undefined }
  const port = await freePort()
  const settings = { port, bind: '127.0.0.1', save: '', appendonly: 'no' }
  const server = await startProcess({
    name: 'redis',
    command: 'redis-server',
    args: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
    environment,
    stopSignal: 'SIGTERM',
    stopTimeoutMs: 5_000,
    orphanDelaySeconds: 3,
    onLine: () => undefined,
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (server === null) return null
  while (server.isRunning() && (await isPortFree(port))) await delay(25)
  if (!server.isRunning()) throw new Error('redis-server ended while it started.')
  return { url: `redis://127.0.0.1:${port}`, stop: server.stop }
}
