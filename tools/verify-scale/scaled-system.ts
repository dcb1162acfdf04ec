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
import { createInstance, type Instance } from './instance.ts'
import type { Logs } from './logs.ts'
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
  postgres: PostgresPair
  nats: TemporaryNatsCluster
  natsPasswords: NatsPasswords
  redis: SharedLimits | null
  provider: PaymentProvider
  dataDir: string
  logs: Logs
}

type Undo = (() => Promise<void>)[]

/**
 * Starts three nats-servers, PostgreSQL with a synchronous standby, two processes of every service
 * and what spreads requests over them, with the rights of production. What is to be undone at the
 * end goes to `undo`, in the order of the start.
 */
export async function startScaledSystem(folder: string, logs: Logs, undo: Undo): Promise<ScaledSystem> {
  const dataDir = join(folder, 'data')
  await mkdir(dataDir, { recursive: true })
  const provider = await startPaymentProvider()
  undo.push(provider.stop)
  const tenant = await writeScaleTenant(join(folder, 'tenant'))
  const options = systemOptions({ dataDir, configDir: tenant.configDir })
  const natsPasswords = newNatsPasswords()
  const nats = await startTemporaryNatsCluster(natsAuthorization(natsPasswords))
  undo.push(nats.remove)
  const postgres = await startPostgresPair(folder, logs.write)
  undo.push(postgres.remove)
  const databases = await setUpDatabases({ url: postgres.primary.serverUrl, isOwn: true }, options, newDatabasePasswords)
  await migrateDatabases(options.servicesDir, databases.migrationUrls)
  await postgres.addStandby()
  const redis = await startRedis()
  if (redis !== null) undo.push(redis.stop)
  const services = Object.fromEntries(
    await Promise.all(serviceNames.map(async (name) => [name, `http://127.0.0.1:${await freePort()}`])),
  ) as SystemAddresses['services']
  const gatewayUrl = services.gateway
  const { databaseUrls, reportingUrls } = databases
  const addresses = {
    services,
    databaseUrls,
    reportingUrls,
    natsUrl: nats.url,
    natsPasswords,
    gatewayUrl,
    signingKeyFile: signingKeyFile(dataDir),
  }
  const system = { url: gatewayUrl, tenant, databases, postgres, nats, natsPasswords, redis, provider, dataDir, logs }
  const moveDatabases = (port: number) => {
    system.databases = onPort(system.databases, port)
    addresses.databaseUrls = system.databases.databaseUrls
    addresses.reportingUrls = system.databases.reportingUrls
  }
  const instances = await startInstances({ options, addresses, redis, provider, logs }, undo)
  return Object.assign(system, { instances, moveDatabases })
}

type Parts = {
  options: SystemOptions
  addresses: SystemAddresses
  redis: SharedLimits | null
  provider: PaymentProvider
  logs: Logs
}

/** The services first, since a gateway is ready once it reaches them. */
async function startInstances(parts: Parts, undo: Undo): Promise<Instance[]> {
  const instances: Instance[] = []
  for (const service of [...databaseServices, 'gateway'] as const) {
    const own: Instance[] = []
    for (let number = 1; number <= PROCESSES; number++) own.push(await planInstance(service, number, parts))
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

async function planInstance(service: ServiceName, number: number, parts: Parts): Promise<Instance> {
  const { options, addresses, redis, provider, logs } = parts
  const port = await freePort()
  const environment: NodeJS.ProcessEnv = {
    NODE_ENV: 'production',
    NATS_REPLICAS: '3',
    PORT: String(port),
    LOG_LEVEL: service === 'accounting-read' ? 'info' : 'warn',
    [providerVariables.url]: provider.urlFor(`${service} ${number}`),
    [providerVariables.secret]: 'secret-of-the-provider-of-cards',
    REDIS_URL: redis?.url,
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

function onPort(databases: SystemDatabases, port: number): SystemDatabases {
  const moved = Object.entries(databases).map(([kind, urls]) => [
    kind,
    Object.fromEntries(
      Object.entries(urls).map(([service, url]) => [service, Object.assign(new URL(url), { port: String(port) }).href]),
    ),
  ])
  return Object.fromEntries(moved)
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
