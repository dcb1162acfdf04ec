import { join, resolve } from 'node:path'
import { StartError } from '@open-oms/local-servers/start-error'
import { natsAddress, natsVariables } from '@open-oms/service-kit/events/nats-address'
import { root } from '../root.ts'
import { dataFolder, givenSecret } from '../run-file.ts'
import { type DatabaseService, databaseServices, environmentPrefix, type ServiceName } from './service-names.ts'

/**
 * One line about the system's own doings (`step` with a duration, `event` without) or of a
 * process's log.
 */
export type SystemMessage =
  | { kind: 'step'; text: string; durationMs: number }
  | { kind: 'event'; text: string }
  | { kind: 'log'; source: string; line: string }

export type SystemOptions = {
  /** Everything that is kept: databases, streams, the signing key, stored files. */
  dataDir: string
  configDir: string
  /** 0 is any free port. */
  gatewayPort: number
  /** The address that the gateway listens on; everything else is on 127.0.0.1. */
  gatewayHost: string
  /** A PostgreSQL server for all databases with an administrator, instead of an embedded one. */
  databaseServerUrl: string | null
  /** A database for one service, which goes before the server. */
  databaseUrls: Partial<Record<DatabaseService, string>>
  /**
   * The same database for the owner of its tables, who migrates it; the user of the service when
   * absent.
   */
  migrationUrls: Partial<Record<DatabaseService, string>>
  /** The same database for the user of reports; there are no reports of it when absent. */
  reportingUrls: Partial<Record<DatabaseService, string>>
  /**
   * Appended to the names of the databases, so that several systems may share a server:
   * `orders_workflow_x`.
   */
  databaseSuffix: string
  /** A NATS server with JetStream, instead of an embedded one. */
  natsUrl: string | null
  /**
   * How often the embedded NATS server flushes its files to the disk; its own two minutes when
   * absent.
   */
  natsSyncInterval?: string | undefined
  /** Variables for the services, which go before those of this process. */
  environment: NodeJS.ProcessEnv
  /** Whether a service that ends unexpectedly is started again. */
  restart: boolean
  /** The services that start again when a source of theirs changes. */
  watched: readonly ServiceName[]
  /** Where the folders of the services are: services/<name>/src/server.ts. */
  servicesDir: string
  onMessage: (message: SystemMessage) => void
  /** Interrupts the start. */
  signal?: AbortSignal
}

/**
 * Options for a system of its own in `dataDir`, such as a test needs: any free port, the sample
 * configuration, silent.
 */
export function systemOptions(given: Partial<SystemOptions> & { dataDir: string }): SystemOptions {
  return {
    configDir: join(root, 'config'),
    gatewayPort: 0,
    gatewayHost: '127.0.0.1',
    databaseServerUrl: null,
    databaseUrls: {},
    migrationUrls: {},
    reportingUrls: {},
    databaseSuffix: '',
    natsUrl: null,
    environment: {},
    restart: true,
    watched: [],
    servicesDir: join(root, 'services'),
    onMessage: () => undefined,
    ...given,
  }
}

/**
 * The options of `npm start`, from the environment (configuration.md#running-instance). Throws a
 * StartError.
 */
export function optionsFromEnvironment(environment: NodeJS.ProcessEnv): SystemOptions {
  const urls = (variable: string) =>
    databaseServices.flatMap((service) => {
      const url = givenSecret(`${environmentPrefix(service)}_${variable}`, environment)
      return url ? [[service, url]] : []
    })
  return systemOptions({
    dataDir: dataFolder(environment),
    configDir: resolve(environment.OMS_CONFIG_DIR || join(root, 'config')),
    gatewayPort: readPort(environment.PORT || '8080'),
    gatewayHost: environment.HOST || '127.0.0.1',
    databaseServerUrl: givenSecret('DATABASE_URL', environment) ?? null,
    natsSyncInterval: environment.OMS_NATS_SYNC_INTERVAL || undefined,
    databaseUrls: Object.fromEntries(urls('DATABASE_URL')),
    migrationUrls: Object.fromEntries(urls('MIGRATION_DATABASE_URL')),
    reportingUrls: Object.fromEntries(urls('REPORTING_DATABASE_URL')),
    natsUrl: readNatsUrl(environment),
  })
}

/**
 * The users of the embedded server have passwords of their own: those of another server would have
 * no effect.
 */
function readNatsUrl(environment: NodeJS.ProcessEnv): string | null {
  const url = givenSecret('NATS_URL', environment) ?? null
  const unused = ['NATS_USER', 'NATS_PASSWORD', 'NATS_PASSWORD_FILE'].filter((name) => environment[name])
  if (url !== null) return checkedNatsUrl(url, environment)
  if (unused.length === 0) return null
  throw new StartError(
    `${unused.join(' and ')} would have no effect without NATS_URL: set the address of the server, or leave it out.`,
  )
}

/** The services would refuse it too, but only after the databases are started and migrated. */
function checkedNatsUrl(url: string, environment: NodeJS.ProcessEnv): string {
  const files = natsVariables.filter((name) => name.startsWith('NATS_TLS_') && environment[name])
  try {
    natsAddress(
      { NATS_URL: url, ...Object.fromEntries(files.map((name) => [name, environment[name]])) },
      { error: () => undefined },
    )
  } catch (error) {
    throw new StartError(`${(error as Error).message}.`)
  }
  return url
}

function readPort(text: string): number {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new StartError(`PORT must be a number from 0 to 65535; it is "${text}".`)
}
