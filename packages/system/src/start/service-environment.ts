import { join } from 'node:path'
import { root } from '../root.ts'
import type { NatsPasswords } from './nats-authorization.ts'
import type { DatabaseService, ServiceName } from './service-names.ts'
import { writeSecretFile } from './stored-values.ts'
import type { SystemOptions } from './system-options.ts'

export type SystemAddresses = {
  services: Record<ServiceName, string>
  databaseUrls: Record<DatabaseService, string>
  reportingUrls: Partial<Record<DatabaseService, string>>
  natsUrl: string
  /** Null where a given server is used. */
  natsPasswords: NatsPasswords | null
  /** The gateway as its clients name it. */
  gatewayUrl: string
  signingKeyFile: string
}

// What tools put into the environment for their own ends, and the addresses that every service is
// given its own of.
const foreign =
  /^(npm_|NODE_OPTIONS$|NODE_V8_COVERAGE$|TAP|OMS_LAUNCHER_PID$|OMS_TEST_|PORT$|HOST$|NATS_(USER|(URL|PASSWORD)(_FILE)?)$)|DATABASE_(READ_)?URL(_FILE)?$/

/**
 * The environment of one service: that of this process, then the addresses of the system, then what
 * the options add.
 */
export function serviceEnvironment(name: ServiceName, options: SystemOptions, addresses: SystemAddresses): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([variable]) => !foreign.test(variable))
  return {
    NODE_ENV: 'development',
    // Compiled code is kept: a start takes half the time, and each process some 20 MB less.
    NODE_COMPILE_CACHE: join(root, '.cache', 'compile'),
    // Each thread that decodes images would else have a heap of its own, which keeps what its
    // largest image took.
    MALLOC_ARENA_MAX: '2',
    OIDC_ISSUER: addresses.gatewayUrl,
    OIDC_AUDIENCE: 'oms',
    OIDC_JWKS_URL: `${addresses.gatewayUrl}/.well-known/jwks.json`,
    ASSET_PUBLIC_BASE: process.env.ASSET_URL || addresses.gatewayUrl,
    ...Object.fromEntries(kept),
    OMS_CONFIG_DIR: options.configDir,
    OMS_DATA_DIR: options.dataDir,
    ...(name === 'gateway' ? gatewayEnvironment(options, addresses) : databaseEnvironment(name, options, addresses)),
    ...natsEnvironment(name, options, addresses),
    PORT: new URL(addresses.services[name]).port,
    ...options.environment,
  }
}

function gatewayEnvironment(
  options: SystemOptions,
  { services, gatewayUrl, signingKeyFile }: SystemAddresses,
): NodeJS.ProcessEnv {
  const { TOKEN_SIGNING_KEYS, TOKEN_SIGNING_KEYS_FILE } = { ...process.env, ...options.environment }
  return {
    HOST: options.gatewayHost,
    PUBLIC_URL: process.env.PUBLIC_URL || gatewayUrl,
    CATALOG_ASSETS_URL: services['catalog-assets'],
    ORDERS_WORKFLOW_URL: services['orders-workflow'],
    ACCOUNTING_READ_URL: services['accounting-read'],
    ...(TOKEN_SIGNING_KEYS || TOKEN_SIGNING_KEYS_FILE ? {} : { TOKEN_SIGNING_KEYS: signingKeyFile }),
  }
}

/**
 * Secrets are files, as in production: the environment of a process is seen by whoever may look at
 * it, and stays as it is.
 */
function databaseEnvironment(name: DatabaseService, { dataDir }: SystemOptions, addresses: SystemAddresses): NodeJS.ProcessEnv {
  const { databaseUrls, reportingUrls, gatewayUrl } = addresses
  const DATABASE_URL_FILE = writeSecretFile(dataDir, `${name}-database-url`, databaseUrls[name])
  const reporting = reportingUrls[name]
  const ledger = name === 'orders-workflow' ? reportingUrls['accounting-read'] : undefined
  return {
    HOST: '127.0.0.1',
    GATEWAY_KEYS_URL: `${gatewayUrl}/.well-known/jwks.json`,
    DATABASE_URL_FILE,
    ...(reporting === undefined
      ? {}
      : { REPORTING_DATABASE_URL_FILE: writeSecretFile(dataDir, `${name}-reporting-database-url`, reporting) }),
    ...(ledger === undefined
      ? {}
      : { LEDGER_REPORTING_DATABASE_URL_FILE: writeSecretFile(dataDir, `${name}-ledger-reporting-database-url`, ledger) }),
  }
}

function natsEnvironment(name: ServiceName, { dataDir }: SystemOptions, { natsUrl, natsPasswords }: SystemAddresses) {
  const { NATS_USER, NATS_PASSWORD, NATS_PASSWORD_FILE } = process.env
  if (natsPasswords === null) return { NATS_URL: natsUrl, NATS_USER, NATS_PASSWORD, NATS_PASSWORD_FILE }
  const file = writeSecretFile(dataDir, `${name}-nats-password`, natsPasswords[name])
  return { NATS_URL: natsUrl, NATS_USER: name, NATS_PASSWORD_FILE: file }
}
