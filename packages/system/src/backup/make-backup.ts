import { copyFile, cp, mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { credentialsFile } from '@open-oms/contracts/config/access/credentials'
import { StartError } from '@open-oms/local-servers/start-error'
import type pg from 'pg'
import { root } from '../root.ts'
import { assetEnvironment, type RunFile, readRunFile } from '../run-file.ts'
import { runProgram } from '../run-program.ts'
import type { DatabaseService } from '../start/service-names.ts'
import { keyFiles } from '../start/stored-values.ts'
import { connectDatabase } from './connect-database.ts'
import { listAppliedMigrations, listTables, readSequences, writeRows } from './database-rows.ts'
import { mergeErasures } from './erasure-lists.ts'
import { type DatabaseBackup, type Manifest, rowsFile, writeManifest } from './manifest.ts'
import { snapshotOrder } from './snapshot-order.ts'
import { prepareTarget, putInPlace } from './target-folder.ts'

export type BackupPlan = { to: string; dataDir: string; configDir: string; print: (text: string) => void; signal: AbortSignal }

/** With what `copy` ends when it copied what there is. */
const MISSING_OR_ALTERED = 3

/**
 * Backs up the running system of a data folder (backups.md#backing-up): files, databases, keys and
 * configuration. The folder `to` is complete or does not exist. Returns whether every file of an
 * asset is in it. Throws a StartError.
 */
export async function makeBackup(plan: BackupPlan): Promise<boolean> {
  const { dataDir, configDir, print, signal } = plan
  const run = readRunFile(dataDir)
  const begun = new Date().toISOString()
  const kept = [dataDir, configDir, run.assetStore?.ASSET_DIR].filter((folder) => folder !== undefined)
  const { to, folder, remove } = await prepareTarget(plan.to, { kept, print })
  try {
    // Most files are copied before the snapshots, so that the rest, right after them, is soon done.
    await copyAssets(run, plan, folder)
    const { isWhole, databases } = await withSnapshots(run, async (snapshots) => ({
      isWhole: await copyAssets(run, plan, folder),
      databases: await copyDatabases(snapshots, { folder, signal }),
    }))
    await copyKeys(dataDir, folder)
    await mergeErasures([dataDir], folder)
    const isWritten = (path: string) => path !== join(configDir, 'schemas')
    await cp(configDir, join(folder, 'config'), { recursive: true, dereference: true, filter: isWritten })
    await copyCredentials(join(folder, 'config'))
    await writeManifest(folder, { begun, publicBase: run.publicBase, databases }, signal)
    signal.throwIfAborted()
    await putInPlace(folder, to)
    print(`Backed up to ${to}.`)
    return isWhole
  } catch (error) {
    await remove()
    throw error
  }
}

/** Returns whether every file exists. */
async function copyAssets(run: RunFile, { dataDir, signal }: BackupPlan, folder: string): Promise<boolean> {
  const program = join(root, 'services', 'catalog-assets', 'src', 'cli', 'command.ts')
  const environment = () => assetEnvironment(run, dataDir)
  const code = await runProgram(program, ['copy', '--to', `fs:${join(folder, 'assets')}`], { environment, signal })
  if (code !== 0 && code !== MISSING_OR_ALTERED) throw new StartError('The files of assets could not be copied; see above.')
  return code === 0
}

type Snapshots = Map<DatabaseService, pg.Client>

async function withSnapshots<T>({ adminUrls }: RunFile, work: (snapshots: Snapshots) => Promise<T>): Promise<T> {
  const snapshots: Snapshots = new Map()
  try {
    for (const service of snapshotOrder) {
      const client = await connectDatabase(adminUrls[service], 'oms backup')
      snapshots.set(service, client)
      await client.query('begin isolation level repeatable read, read only')
      // The first statement takes the snapshot.
      await client.query('select 1')
    }
    return await work(snapshots)
  } finally {
    await Promise.all(Array.from(snapshots.values(), (client) => client.end().catch(() => undefined)))
  }
}

type Target = { folder: string; signal: AbortSignal }

async function copyDatabases(snapshots: Snapshots, target: Target): Promise<Manifest['databases']> {
  const copies: [DatabaseService, DatabaseBackup][] = []
  for (const [service, client] of snapshots) copies.push([service, await copyDatabase(client, service, target)])
  return Object.fromEntries(copies) as Manifest['databases']
}

async function copyDatabase(client: pg.Client, service: DatabaseService, target: Target): Promise<DatabaseBackup> {
  const { folder, signal } = target
  const migrations = { kit: await listAppliedMigrations(client, 'kit'), public: await listAppliedMigrations(client, 'public') }
  await mkdir(join(folder, 'databases', service), { recursive: true })
  const tables: DatabaseBackup['tables'] = []
  for (const table of await listTables(client)) {
    tables.push({ ...table, rows: await writeRows(client, table, { file: join(folder, rowsFile(service, table)), signal }) })
  }
  return { migrations, tables, sequences: await readSequences(client) }
}

/** Those of a folder of their own (`OMS_CREDENTIALS_DIR`), beside the configuration. */
async function copyCredentials(folder: string): Promise<void> {
  const { OMS_CREDENTIALS_DIR: own } = process.env
  if (own) await copyFile(join(own, credentialsFile.file), join(folder, credentialsFile.file))
}

async function copyKeys(dataDir: string, folder: string): Promise<void> {
  const keys = join(folder, 'keys')
  await mkdir(keys)
  for (const file of keyFiles(dataDir)) await copyFile(file, join(keys, basename(file)))
}
