import { performance } from 'node:perf_hooks'
import { tenantConfigChecks, tenantConfigFiles } from '@open-oms/contracts/config/tenant-config'
import { type NatsUser, natsUsers } from '@open-oms/contracts/events/nats-user-names'
import { freePort, isPortFree } from '@open-oms/local-servers/free-port'
import { describeError, StartError } from '@open-oms/local-servers/start-error'
import { loadTenantConfig } from '@open-oms/service-kit/config/load-tenant-config'
import { assetStoreEnvironment, removeRunFile, writeRunFile } from '../run-file.ts'
import { needsOwnPostgres, type SystemDatabases, setUpDatabases } from './database-roles.ts'
import { lockFolder } from './instance-lock.ts'
import { migrateDatabases, withoutPassword } from './migrate-databases.ts'
import { buildNatsUrls } from './nats-authorization.ts'
import { type KnownProcess, noteProcesses, stopOrphans } from './orphans.ts'
import { type OwnServer, type SystemContext, startOwnNats, startOwnPostgres } from './own-servers.ts'
import { type SystemAddresses, serviceEnvironment } from './service-environment.ts'
import type { ServiceName } from './service-names.ts'
import { startServices } from './start-services.ts'
import { keepDatabasePasswords, readStoredValues, signingKeyFile, writeStoredValues } from './stored-values.ts'
import type { SupervisedProcess } from './supervise.ts'
import { type SystemOptions, systemOptions } from './system-options.ts'

export type System = SystemDatabases & {
  gatewayUrl: string
  /** The private key that the gateway signs with, unless the environment names others. */
  signingKeyFile: string
  /** With the credentials of each user; a given server is the same for all. */
  natsUrls: Record<NatsUser, string>
  /** Each can be killed (it is restarted automatically), or stopped and started. */
  services: Record<ServiceName, SupervisedProcess & { url: string }>
  /** The embedded servers, for stories in which one fails; null where a real server is used. */
  servers: { postgres: SupervisedProcess | null; nats: SupervisedProcess | null }
  /** Stops everything in order: the gateway, the services, NATS, PostgreSQL. */
  stop(): Promise<void>
}

type Undo = (() => Promise<void> | void)[]

/**
 * Starts the whole system in a data folder and waits until every part is ready. Throws a StartError
 * with one clear message when it cannot, and leaves nothing running. What it started ends with this
 * process, however this process ends.
 */
export async function startSystem(given: Partial<SystemOptions> & { dataDir: string }): Promise<System> {
  const options = systemOptions(given)
  const undo: Undo = []
  let stopping: Promise<void> | null = null
  const stop = () => {
    stopping ??= undoAll(undo)
    return stopping
  }
  options.signal?.addEventListener('abort', () => void stop(), { once: true })
  try {
    const parts = await startParts(options, undo)
    options.signal?.throwIfAborted()
    return { ...parts, stop }
  } catch (error) {
    await stop()
    // What was started while an interruption was already undoing the rest.
    await undoAll(undo)
    throw options.signal?.aborted ? new StartError('The start was interrupted.') : error
  }
}

async function undoAll(undo: Undo): Promise<void> {
  for (let last = undo.pop(); last; last = undo.pop()) await last()
}

async function startParts(options: SystemOptions, undo: Undo): Promise<Omit<System, 'stop'>> {
  const step = stepTeller(options)
  await step('Configuration checked', () => checkConfiguration(options.configDir))
  undo.push(await lockFolder(options.dataDir))
  const context = await prepare(options, undo)
  const gatewayPort = await chooseGatewayPort(options)
  const servers = await startServers(context, undo)
  const { databases, natsUrls } = servers
  await step(
    (count) => `Databases migrated (${count === 0 ? 'nothing new' : `${count} migrations applied`})`,
    () => migrateDatabases(options.servicesDir, databases.migrationUrls),
  )
  const addresses = await chooseAddresses(options, gatewayPort, servers)
  const services = startServices(context, addresses)
  undo.push(services.stop)
  const supervised = await services.ready
  const catalog = serviceEnvironment('catalog-assets', options, addresses)
  const known = { publicBase: catalog.ASSET_PUBLIC_BASE ?? '', assetStore: assetStoreEnvironment(catalog) }
  const { gatewayUrl, services: serviceUrls } = addresses
  writeRunFile({ gatewayUrl, serviceUrls, ...known, natsUrls, ...databases }, options.dataDir)
  undo.push(() => removeRunFile(options.dataDir))
  const withUrl = Object.entries(supervised).map(([name, service]) => [
    name,
    Object.assign(Object.create(service), { url: addresses.services[name as ServiceName] }),
  ])
  return {
    gatewayUrl,
    signingKeyFile: addresses.signingKeyFile,
    natsUrls,
    ...databases,
    services: Object.fromEntries(withUrl),
    servers: servers.own,
  }
}

/** Reports how long a part of the start took. */
function stepTeller({ onMessage, signal }: SystemOptions) {
  return async <T>(text: string | ((result: T) => string), work: () => Promise<T>): Promise<T> => {
    signal?.throwIfAborted()
    const begun = performance.now()
    const result = await work()
    onMessage({ kind: 'step', text: typeof text === 'string' ? text : text(result), durationMs: performance.now() - begun })
    return result
  }
}

async function prepare(options: SystemOptions, undo: Undo): Promise<SystemContext> {
  removeRunFile(options.dataDir)
  const count = await stopOrphans(options.dataDir)
  if (count > 0) options.onMessage({ kind: 'event', text: `Ended ${count} processes that an earlier start had left behind` })
  const known = new Set<KnownProcess>()
  const note = () => noteProcesses(options.dataDir, [...known])
  undo.push(() => noteProcesses(options.dataDir, []))
  const onProcess: SystemContext['onProcess'] = (process, mark, stopSignal) => {
    const noted = { pid: process.pid, mark, stopSignal }
    known.add(noted)
    note()
    // Its id may soon be that of a process of someone else.
    void process.exited
      .then(() => known.delete(noted) && note())
      .catch((error) =>
        options.onMessage({ kind: 'event', text: `The end of ${mark} could not be noted: ${describeError(error)}` }),
      )
  }
  const stored = { ...readStoredValues(options.dataDir), configDir: options.configDir }
  return { options, stored, onProcess }
}

async function chooseGatewayPort({ gatewayPort }: SystemOptions): Promise<number> {
  if (gatewayPort === 0) return await freePort()
  if (await isPortFree(gatewayPort)) return gatewayPort
  throw new StartError(
    `Port ${gatewayPort} of 127.0.0.1 is in use: stop the program that uses it, or choose another port, as in ` +
      `"PORT=${gatewayPort + 1} npm start".`,
  )
}

type Servers = Pick<SystemAddresses, 'natsUrl' | 'natsPasswords'> &
  Pick<System, 'natsUrls'> & { databases: SystemDatabases; own: System['servers'] }

async function startServers(context: SystemContext, undo: Undo): Promise<Servers> {
  const { options } = context
  const step = stepTeller(options)
  const postgres = needsOwnPostgres(options)
    ? await step(
        ({ url }) => `PostgreSQL ready on port ${new URL(url).port}`,
        () => startOwnPostgres(context),
      )
    : null
  if (postgres) undo.push(postgres.server.stop)
  const server = { url: postgres?.url ?? options.databaseServerUrl, isOwn: postgres !== null }
  const databases = await setUpDatabases(server, options, () => keepDatabasePasswords(options.dataDir, context.stored))
  const nats = options.natsUrl
    ? null
    : await step(
        ({ url }) => `NATS ready on port ${new URL(url).port}`,
        () => startOwnNats(context),
      )
  if (nats) undo.push(nats.server.stop)
  if (!nats) options.onMessage({ kind: 'event', text: `Using the NATS server ${withoutPassword(options.natsUrl ?? '')}` })
  writeStoredValues(options.dataDir, context.stored)
  return { databases, ...natsAccess(context, nats), own: { postgres: postgres?.server ?? null, nats: nats?.server ?? null } }
}

/**
 * How NATS is reached: the embedded server by a user for each service, a given one as its address
 * says.
 */
function natsAccess(
  { options, stored }: SystemContext,
  nats: OwnServer | null,
): Pick<Servers, 'natsUrl' | 'natsUrls' | 'natsPasswords'> {
  const { natsPasswords } = stored
  if (nats) return { natsUrl: nats.url, natsPasswords, natsUrls: buildNatsUrls(nats.url, natsPasswords) }
  const natsUrl = options.natsUrl ?? ''
  const natsUrls = Object.fromEntries(natsUsers.map((user) => [user, natsUrl])) as System['natsUrls']
  return { natsUrl, natsPasswords: null, natsUrls }
}

async function chooseAddresses(options: SystemOptions, gatewayPort: number, servers: Servers): Promise<SystemAddresses> {
  const host = options.gatewayHost === '0.0.0.0' ? '127.0.0.1' : options.gatewayHost
  const gatewayUrl = `http://${host}:${gatewayPort}`
  const local = async () => `http://127.0.0.1:${await freePort()}`
  const services = {
    gateway: gatewayUrl,
    'catalog-assets': await local(),
    'orders-workflow': await local(),
    'accounting-read': await local(),
  }
  const { databases, natsUrl, natsPasswords } = servers
  const { databaseUrls, reportingUrls } = databases
  return {
    services,
    databaseUrls,
    reportingUrls,
    natsUrl,
    natsPasswords,
    gatewayUrl,
    signingKeyFile: signingKeyFile(options.dataDir),
  }
}

/**
 * Reads the whole tenant configuration once, so that a fault in it is reported once and before
 * anything is started.
 */
async function checkConfiguration(directory: string): Promise<void> {
  const names = Object.keys(tenantConfigFiles) as (keyof typeof tenantConfigFiles)[]
  try {
    await loadTenantConfig({ directory, files: tenantConfigFiles, checks: tenantConfigChecks, names })
  } catch (error) {
    throw new StartError(describeError(error))
  }
}
