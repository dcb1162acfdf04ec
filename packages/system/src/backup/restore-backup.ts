import { existsSync } from 'node:fs'
import { copyFile, cp, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { productVersion } from '@open-oms/contracts/version'
import { StartError } from '@open-oms/local-servers/start-error'
import { root } from '../root.ts'
import { runProgram } from '../run-program.ts'
import { type SystemDatabases, setUpDatabases } from '../start/database-roles.ts'
import { lockFolder } from '../start/instance-lock.ts'
import { migrateDatabases } from '../start/migrate-databases.ts'
import { stopOrphans } from '../start/orphans.ts'
import { startOwnPostgres } from '../start/own-servers.ts'
import { databaseServices } from '../start/service-names.ts'
import { keyFiles, readStoredValues, writeStoredValues } from '../start/stored-values.ts'
import { systemOptions } from '../start/system-options.ts'
import { mergeErasures } from './erasure-lists.ts'
import { fillDatabase, publishAgain } from './fill-database.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { makeUnfinished } from './target-folder.ts'

export type RestorePlan = {
  from: string
  dataDir: string
  /** Whether what is in the data folder is moved aside. */
  isReplacing: boolean
  /** The new base of the addresses of stored files from now on; as before when null. */
  publicUrl: string | null
  /** Files of lists of erasures, newer than the backup (customers.md#list-of-erasures). */
  erasures?: readonly string[]
  print: (text: string) => void
  signal: AbortSignal
}

/**
 * Creates a data folder from a backup (backups.md#restoring), which `npm start` then uses. The
 * folder is complete or unchanged. Throws a StartError.
 */
export async function restoreBackup(plan: RestorePlan): Promise<void> {
  const manifest = await readManifest(plan.from, plan.signal)
  if (manifest.version !== productVersion)
    plan.print(`The backup was made by version ${manifest.version}; what is restored will be of ${productVersion}.`)
  const unlock = await lockFolder(plan.dataDir)
  try {
    const isEmpty = (await readdir(plan.dataDir)).length === 0
    if (!isEmpty && !plan.isReplacing)
      throw new StartError(`${plan.dataDir} is not empty. With --replace it is moved aside, and nothing in it is lost.`)
    await stopOrphans(plan.dataDir)
    const folder = await makeUnfinished(plan.dataDir, plan.print)
    try {
      await fillFolder(folder, manifest, plan)
      plan.signal.throwIfAborted()
      await putInPlace(folder, plan, isEmpty)
    } catch (error) {
      await removeFolder(folder)
      throw error
    }
  } finally {
    await unlock()
  }
}

async function fillFolder(folder: string, manifest: Manifest, plan: RestorePlan): Promise<void> {
  const { from, print, signal } = plan
  const filter = () => !signal.aborted
  // Without any asset there is no folder of them.
  if (existsSync(join(from, 'assets'))) await cp(join(from, 'assets'), join(folder, 'assets'), { recursive: true, filter })
  for (const file of keyFiles(join(from, 'keys'))) await copyFile(file, join(folder, basename(file)))
  const count = await mergeErasures([from, plan.dataDir], folder, plan.erasures)
  if (count > 0) print(`${count} purges and erasures are applied before orders-workflow opens.`)
  print('Files and keys are restored.')
  await restoreDatabases(folder, manifest, plan)
}

async function restoreDatabases(folder: string, manifest: Manifest, plan: RestorePlan): Promise<void> {
  const options = systemOptions({ dataDir: folder, restart: false })
  const { configDir: _former, ...kept } = readStoredValues(folder)
  plan.signal.throwIfAborted()
  // The ports may be in use by the system that was backed up.
  const stored = { ...kept, postgresPort: 0, natsPort: 0 }
  const postgres = await startOwnPostgres({ options, stored, onProcess: () => undefined })
  try {
    const databases = await setUpDatabases({ url: postgres.url, isOwn: true }, options, () => stored.databasePasswords)
    for (const service of databaseServices) {
      const { rows } = await fillDatabase({ service, databases, backup: manifest.databases[service], ...plan })
      plan.print(`${service}: ${rows} rows are restored.`)
    }
    const count = await migrateDatabases(options.servicesDir, databases.migrationUrls)
    if (count > 0) plan.print(`${count} migrations of later versions are applied.`)
    for (const service of databaseServices) await publishAgain(databases.migrationUrls[service])
    await relocate(manifest.publicBase, plan, databases.databaseUrls)
  } finally {
    await postgres.server.stop()
  }
  writeStoredValues(folder, stored)
}

/** Makes stored addresses that still have their former base follow the new one. */
async function relocate(
  former: string,
  { publicUrl, signal }: RestorePlan,
  databaseUrls: SystemDatabases['databaseUrls'],
): Promise<void> {
  if (publicUrl === null || former === publicUrl) return
  for (const service of ['catalog-assets', 'orders-workflow'] as const) {
    const program = join(root, 'services', service, 'src', 'cli', 'relocate.ts')
    const environment = () => ({ DATABASE_URL: databaseUrls[service] })
    const code = await runProgram(program, ['--from', former], { environment, signal })
    if (code !== 0) throw new StartError(`The addresses in the database of ${service} could not be changed.`)
  }
}

async function putInPlace(folder: string, { dataDir, print }: RestorePlan, isEmpty: boolean): Promise<void> {
  const aside = `${dataDir}.replaced-${new Date()
    .toISOString()
    .replaceAll(/[^0-9]/g, '')
    .slice(0, 14)}`
  if (isEmpty) await rmdir(dataDir)
  else await rename(dataDir, aside)
  try {
    await rename(folder, dataDir)
  } catch (error) {
    if (!isEmpty) await rename(aside, dataDir)
    throw error
  }
  if (!isEmpty) print(`What was in ${dataDir} is in ${aside}.`)
}

/** The databases may be elsewhere (see reachableData). */
async function removeFolder(folder: string): Promise<void> {
  const databases = join(folder, 'postgres')
  if (existsSync(databases)) await rm(await realpath(databases), { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
}
