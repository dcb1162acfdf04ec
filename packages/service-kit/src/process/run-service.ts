import { assetPublicBase } from '@open-oms/contracts/catalog/file-addresses'
import { SERVICE_TOKEN_ISSUER, serviceTokenAudience } from '@open-oms/contracts/gateway/service-token'
import type { NatsServiceName } from '@open-oms/contracts/nats-users'
import { serviceRoles } from '@open-oms/contracts/service-roles'
import type { Static, TObject } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { databaseTrail } from '../audit/audit-trail.ts'
import { issuerKeys, keysFrom } from '../authentication/issuer-keys.ts'
import { loadEnvironment } from '../config/load-environment.ts'
import type { ConfigFiles, LoadedConfig, TenantConfigRequest } from '../config/load-tenant-config.ts'
import type { StoredDocuments } from '../config/read-config-folder.ts'
import { changingSecret, type Secret } from '../config/secret-files.ts'
import { type TenantConfigWatch, watchTenantConfig } from '../config/watch-tenant-config.ts'
import { createDatabase, type Database } from '../database/database.ts'
import { isDatabaseAddress } from '../database/database-address.ts'
import type { Notifier } from '../database/notifier.ts'
import { refuseSharedSessions } from '../database/own-sessions.ts'
import { Sql, statement } from '../database/statement.ts'
import type { Nats } from '../events/connect-nats.ts'
import type { Consumer } from '../events/consumer.ts'
import { natsAddress } from '../events/nats-address.ts'
import { type DocumentKeeper, followDocuments, keepDocumentsShared } from '../events/shared-documents.ts'
import { createLogger } from '../observability/logger.ts'
import { createMetrics, type Metrics } from '../observability/metrics.ts'
import { startTracing } from '../observability/start-tracing.ts'
import type { ServerOptions } from '../server/build-server.ts'
import { openStandby, type Standby, type StandbyOptions } from '../standby/standby.ts'
import { collectStartGarbage } from './collect-start-garbage.ts'
import { endOnSignals, type StopPart, stopOnSignals } from './graceful-stop.ts'
import { measureService } from './measure-service.ts'
import { startPurging } from './purge.ts'
import type { ServiceEnvironment } from './service-environment.ts'
import { type EventTraffic, startEventTraffic } from './start-event-traffic.ts'

/** How far the clocks of the gateway and of a service may differ. */
const CLOCK_TOLERANCE_SECONDS = 60

const isReachable = statement({ name: 'kit-ready', text: 'select 1', parameters: [], row: { '?column?': Sql.integer } })

/** What a service is built from. */
export type ServiceParts<E, C> = {
  environment: E
  /** Part of `server` too; for consumers and background work. */
  log: Logger
  database: Database
  /** For connections of their own, such as that of a lock. */
  databaseUrl: Secret
  config: TenantConfigWatch<C>
  /** Goes to `buildServer` as it is. */
  server: ServerOptions & { publicBase: string }
}

export type BuiltService = {
  app: FastifyInstance
  /** Run once NATS is reached. */
  consumers?: readonly Consumer[]
  /** Background work: ended after the last request, before the database. */
  background?: readonly StopPart[]
  /**
   * Of the service whose table has what counts in place of files: reads it, and tells when it has
   * changed. The others get it from NATS.
   */
  documents?: DocumentTable
}

export type DocumentTable = { read: () => Promise<StoredDocuments>; changes: Pick<Notifier, 'listen'> }

export type ServiceDefinition<E extends TObject, F extends ConfigFiles, K extends keyof F & string> = {
  /** The folder's name under services/. */
  name: NatsServiceName
  environment: E
  config: Omit<TenantConfigRequest<F, K>, 'directory'>
  build(parts: ServiceParts<Static<E>, LoadedConfig<F, K>>): Promise<BuiltService>
}

/**
 * The process of a service: reads environment and configuration, opens the database, builds the
 * app, connects to NATS for relay and consumers, listens, and stops in order when it is asked to.
 * NATS may be unreachable at the start as it may later: requests are served, events wait in the
 * outbox. A start that fails says why in one record and ends the process with code 1.
 */
export async function runService<E extends TObject, F extends ConfigFiles, K extends keyof F & string>(
  definition: ServiceDefinition<E, F, K>,
): Promise<void> {
  endOnSignals()
  try {
    await start(definition)
  } catch (error) {
    refuseToRun(definition.name, error as Error)
  }
}

function refuseToRun(name: NatsServiceName, { message }: Error): never {
  // Startup failures are operator errors: print the message, not the stack.
  createLogger({ service: name, level: 'fatal' }).fatal(`${name} cannot start. ${message}`)
  process.exit(1)
}

async function start<E extends TObject, F extends ConfigFiles, K extends keyof F & string>(
  definition: ServiceDefinition<E, F, K>,
): Promise<void> {
  const { name } = definition
  const environment = loadEnvironment(definition.environment)
  const common = environment as ServiceEnvironment
  const log = createLogger({ service: name, level: common.LOG_LEVEL })
  // Refused before anything else is begun: a service that cannot publish must not take orders.
  const nats = natsAddress(common, log)
  const tracing = await startTracing(name, process.env)
  const config = await watchTenantConfig({ ...definition.config, directory: common.OMS_CONFIG_DIR }, log)
  const databaseUrl = changingSecret('DATABASE_URL', common.DATABASE_URL, { isUsable: isDatabaseAddress, log })
  const sessions = await refuseSharedSessions(databaseUrl, (error) => refuseToRun(name, error))
  const connections = {
    log,
    poolSizeMax: common.DATABASE_POOL_SIZE,
    lifetimeSeconds: common.DATABASE_CONNECTION_SECONDS,
    applicationName: name,
    role: serviceRoles[name],
  }
  const database = createDatabase({ url: databaseUrl, ...connections })
  const metrics = createMetrics(name)
  const standby = createConfiguredStandby(common, { primary: database, metrics, ...connections })
  const server = serverOptions({ name, environment: common, log, database, standby, config, metrics })
  const {
    app,
    consumers = [],
    background = [],
    documents,
  } = await definition.build({ environment, log, database, databaseUrl, config, server })
  const { takeOver } = config
  const following = (nats: Nats) =>
    documents === undefined
      ? followDocuments(nats, { takeOver, log })
      : keepShared(nats, documents, { replicas: common.NATS_REPLICAS, log })
  const addresses = { address: nats, databaseUrl, publicBase: server.publicBase }
  const events = { name, environment: common, ...addresses, log, database, metrics, followDocuments: following }
  const traffic = startEventTraffic(events, consumers)
  measureService(metrics, { database, consumers, traffic })
  const purging = startPurging(database, log, { publishedHours: common.OUTBOX_KEPT_HOURS })
  const purge: StopPart = { part: 'purge of old rows', stop: purging }
  const check: StopPart = { part: 'check of sessions', stop: sessions.stop }
  collectStartGarbage()
  const address = await app.listen({ host: common.HOST, port: common.PORT })
  const parts = stopParts({ background: [...background, purge, check], traffic, standby, database, config, tracing })
  stopOnSignals({ app, log, parts, noticeMs: common.STOP_NOTICE_MS })
  log.info({ url: address }, 'listening')
}

function keepShared(nats: Nats, { read, changes }: DocumentTable, options: { replicas: number; log: Logger }): DocumentKeeper {
  const { wake, stop } = keepDocumentsShared(nats, { read, ...options })
  const unlisten = changes.listen(wake)
  return {
    wake,
    stop: async () => {
      unlisten()
      await stop()
    },
  }
}

type ServiceHandles = {
  background: readonly StopPart[]
  traffic: EventTraffic
  standby: Standby | null
  database: Database
  config: { stop(): void }
  tracing: { stop(): Promise<void> }
}

function stopParts({ background, traffic, standby, database, config, tracing }: ServiceHandles): StopPart[] {
  return [
    ...background,
    { part: 'event traffic', stop: traffic.stop },
    ...(standby === null ? [] : [{ part: 'standby', stop: standby.close }]),
    { part: 'database', stop: database.close },
    { part: 'configuration', stop: config.stop },
    { part: 'tracing', stop: tracing.stop },
  ]
}

/** The standby that the environment names; null when it names none. */
function createConfiguredStandby(
  environment: ServiceEnvironment,
  parts: Omit<StandbyOptions, 'url' | 'lagMsMax'>,
): Standby | null {
  const { DATABASE_READ_URL: first, DATABASE_READ_LAG_MS: lagMsMax } = environment
  if (first === undefined) return null
  const url = changingSecret('DATABASE_READ_URL', first, { isUsable: isDatabaseAddress, log: parts.log })
  return openStandby({ url, lagMsMax, ...parts })
}

type ServerParts = {
  name: NatsServiceName
  environment: ServiceEnvironment
  log: Logger
  database: Database
  standby: Standby | null
  metrics: Metrics
  config: Pick<TenantConfigWatch<unknown>, 'state'>
}

function serverOptions({ name, environment, log, database, standby, metrics, config }: ServerParts) {
  return {
    log,
    tokens: {
      issuer: SERVICE_TOKEN_ISSUER,
      audience: serviceTokenAudience(name),
      publicKey: issuerKeys(keysFrom(environment.GATEWAY_KEYS_URL)),
      toleranceSeconds: CLOCK_TOLERANCE_SECONDS,
    },
    database,
    audit: databaseTrail(name, database),
    // Services are called by the gateway alone, which says who its client is.
    trustProxy: true,
    standby: standby?.reading,
    // NATS and a standby are no part of readiness: requests are served without them.
    checks: { database: () => isReachable.on(database) },
    metrics,
    publicBase: assetPublicBase(environment as { ASSET_PUBLIC_BASE?: string }),
    configuration: config.state,
  } satisfies ServerOptions
}
