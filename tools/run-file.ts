import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { DatabaseService } from './start/service-names.ts'
import { readConfigDir } from './start/stored-values.ts'

/** Where the running system of this checkout is found (configuration.md#running-instance). */
export type RunFile = {
  gatewayUrl: string
  /** What the addresses of stored files begin with. */
  publicBase: string
  /** By user at NATS, with its credentials: `accounting-read`, `erp-connector`. */
  natsUrls: Record<string, string>
  /** By service name: `catalog-assets`, `orders-workflow`, `accounting-read`. */
  databaseUrls: Record<string, string>
  /** The same databases for the owner of their tables. */
  migrationUrls: Record<DatabaseService, string>
  /** The same databases for an administrator of the server. */
  adminUrls: Record<string, string>
}

/** The data folder: `OMS_DATA_DIR`, else `.data` in the root of the checkout. */
export function dataFolder(environment: NodeJS.ProcessEnv = process.env): string {
  return resolve(environment.OMS_DATA_DIR ?? join(import.meta.dirname, '..', '.data'))
}

/**
 * The folder of the tenant configuration: `OMS_CONFIG_DIR`, else the one that the system of the data folder was started with last, else `config`
 * in the root of the checkout.
 */
export function configFolder(environment: NodeJS.ProcessEnv = process.env): string {
  if (environment.OMS_CONFIG_DIR) return resolve(environment.OMS_CONFIG_DIR)
  return readConfigDir(dataFolder(environment)) ?? join(import.meta.dirname, '..', 'config')
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
  writeFileSync(runFilePath(folder), `${JSON.stringify(run, null, 2)}\n`, { mode: 0o600 })
}

export function removeRunFile(folder: string = dataFolder()): void {
  rmSync(runFilePath(folder), { force: true })
}
