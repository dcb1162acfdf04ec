import { readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describeError, StartError } from '@open-oms/local-servers/start-error'
import { readSecret } from '@open-oms/service-kit/config/secret-files'
import { root } from './root.ts'
import type { DatabaseService, ServiceName } from './start/service-names.ts'
import { readConfigDir, writeWhole } from './start/stored-values.ts'

/** Where the running system of this checkout is found (configuration.md#running-instance). */
export type RunFile = {
  gatewayUrl: string
  /**
   * By service name, the gateway too: where each process listens on this machine; absent where they
   * run elsewhere.
   */
  serviceUrls?: Record<ServiceName, string>
  /** What the addresses of stored files begin with. */
  publicBase: string
  /** By user at NATS, with its credentials: `accounting-read`, `erp-connector`. */
  natsUrls: Record<string, string>
  /** By service name: `catalog-assets`, `orders-workflow`, `accounting-read`. */
  databaseUrls: Record<string, string>
  /** The same databases for the owner of their tables. */
  migrationUrls: Record<DatabaseService, string>
  /** The same databases for the user of reports, where there is one. */
  reportingUrls: Partial<Record<DatabaseService, string>>
  /** The same databases for an administrator of the server. */
  adminUrls: Record<string, string>
  /** The variables with which catalog-assets was started that say where the files of assets are. */
  assetStore: NodeJS.ProcessEnv
}

/** The data folder: `OMS_DATA_DIR`, else `.data` in the root of the checkout. */
export function dataFolder(environment: NodeJS.ProcessEnv = process.env): string {
  return resolve(environment.OMS_DATA_DIR ?? join(root, '.data'))
}

/**
 * The folder of the tenant configuration: `OMS_CONFIG_DIR`, else the one that the system of the
 * data folder was started with last, else `config` in the root of the checkout.
 */
export function configFolder(environment: NodeJS.ProcessEnv = process.env): string {
  if (environment.OMS_CONFIG_DIR) return resolve(environment.OMS_CONFIG_DIR)
  return readConfigDir(dataFolder(environment)) ?? join(root, 'config')
}

/**
 * A variable that holds a secret, also from the file that `<NAME>_FILE` names
 * (configuration.md#secrets-in-files). Undefined when neither is set. Throws a StartError.
 */
export function givenSecret(name: string, environment: NodeJS.ProcessEnv): string | undefined {
  try {
    return readSecret(name, environment)
  } catch (error) {
    throw new StartError(`${describeError(error)}.`)
  }
}

const namesFile = /^(ASSET_DIR|AWS_.*_FILE)$/

/** Of an environment, what says where the files of assets are. Paths are made absolute. */
export function assetStoreEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const given = Object.entries(environment).flatMap(([name, value]) =>
    value && /^(ASSET_STORE|ASSET_DIR)$|^(S3|AWS)_/.test(name) ? [[name, namesFile.test(name) ? resolve(value) : value]] : [],
  )
  return Object.fromEntries(given)
}

/** What the command of catalog-assets needs to know of the running system of a data folder. */
export function assetEnvironment({ databaseUrls, assetStore }: RunFile, dataDir: string): NodeJS.ProcessEnv {
  const notOfThisProcess = { ASSET_STORE: undefined, ASSET_DIR: undefined }
  return { DATABASE_URL: databaseUrls['catalog-assets'], OMS_DATA_DIR: dataDir, ...notOfThisProcess, ...assetStore }
}

export function runFilePath(folder: string = dataFolder()): string {
  return join(folder, 'run.json')
}

/** Reads `run.json`; a system that is not running is one clear error. */
export function readRunFile(folder: string = dataFolder()): RunFile {
  try {
    return JSON.parse(readFileSync(runFilePath(folder), 'utf8'))
  } catch {
    throw new Error(`No running system found: ${runFilePath(folder)} is missing. Start it with: npm start`)
  }
}

export function writeRunFile(run: RunFile, folder: string = dataFolder()): void {
  writeWhole(runFilePath(folder), `${JSON.stringify(run, null, 2)}\n`)
}

export function removeRunFile(folder: string = dataFolder()): void {
  rmSync(runFilePath(folder), { force: true })
}
