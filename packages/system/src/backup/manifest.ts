import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { build, productVersion } from '@open-oms/contracts/version'
import { StartError } from '@open-oms/local-servers/start-error'
import { migrationFolders } from '../start/migrate-databases.ts'
import { type DatabaseService, databaseServices } from '../start/service-names.ts'
import { type Sequences, schemas, type Table } from './database-rows.ts'
import { findDamage, writeSums } from './file-sums.ts'

/** The form of the folder. Another form gets another number. */
const FORM = 1
const FILE = 'manifest.json'

export type DatabaseBackup = {
  /** By Postgres schema, the names of the migrations that made its tables, oldest first. */
  migrations: Record<(typeof schemas)[number], string[]>
  tables: (Table & { rows: number })[]
  sequences: Sequences
}

/** The file with the rows of a table, in the folder of the backup. */
export function rowsFile(service: DatabaseService, { table }: Pick<Table, 'table'>): string {
  return posix.join('databases', service, `${table.replaceAll('"', '')}.copy.gz`)
}

/** What a backup holds (backups.md#content). */
export type Manifest = {
  form: number
  /** Of the system that was backed up. */
  version: string
  /** The commit that it was made from; null where nothing said so, and absent before 1.0. */
  revision?: string | null
  /** What was acknowledged before is in the backup. */
  begun: string
  /** What the addresses of stored files began with. */
  publicBase: string
  databases: Record<DatabaseService, DatabaseBackup>
}

type ManifestContent = Omit<Manifest, 'form' | 'version' | 'revision'>

/** Writes the manifest and the sums of all files: the last step of a backup. */
export async function writeManifest(folder: string, content: ManifestContent, signal?: AbortSignal): Promise<void> {
  const manifest: Manifest = { form: FORM, version: productVersion, revision: build.revision, ...content }
  await writeFile(join(folder, FILE), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600, flush: true })
  await writeSums(folder, signal)
}

/**
 * Reads the manifest of a backup. Throws a StartError when the folder holds no backup, a damaged
 * one, or one that this version cannot restore: of a newer version or form, or with migrations that
 * it does not have (backups.md#backups-of-other-versions).
 */
export async function readManifest(folder: string, signal?: AbortSignal): Promise<Manifest> {
  const damage = await findDamage(folder, signal)
  if (damage === null) throw new StartError(`There is no complete backup in ${folder}.`)
  if (damage.length > 0) throw new StartError(`The backup in ${folder} is damaged: ${damage.slice(0, 10).join('; ')}.`)
  const manifest: Manifest = JSON.parse(await readFile(join(folder, FILE), 'utf8'))
  const reason = reasonToRefuse(manifest)
  if (reason === null) return manifest
  throw new StartError(`The backup in ${folder} was made by version ${manifest.version}; this is ${productVersion}. ${reason}`)
}

function reasonToRefuse(manifest: Manifest): string | null {
  const { version, form } = manifest
  if (!VERSION.test(version)) return 'Without a version X.Y.Z it cannot be told whether it fits.'
  const age = compareVersions(version, productVersion)
  if (age > 0) return `Restore it with ${version} or a later version.`
  if (form > FORM) return `It has form ${form}, which is newer than the ${FORM} of this version.`
  const unknown = unknownMigrations(manifest)
  if (unknown.length === 0) return null
  const names = `It has migrations that are unknown here: ${unknown.slice(0, 5).join(', ')}.`
  if (age < 0) return `${names} Restore it with ${version}, upgrade step by step from there, and back up again.`
  return `${names} Restore it with the build that made it, of commit ${manifest.revision ?? 'unknown'}.`
}

const VERSION = /^\d+\.\d+\.\d+$/

/** Negative when the first is older, 0 when both are the same. */
function compareVersions(version: string, other: string): number {
  const [parts, others] = [version, other].map((text) => text.split('.').map(Number)) as [number[], number[]]
  const differences = parts.map((part, index) => part - (others[index] ?? 0))
  return differences.find((difference) => difference !== 0) ?? 0
}

function unknownMigrations({ databases }: Manifest): string[] {
  return databaseServices.flatMap((service) =>
    schemas.flatMap((schema) => {
      const known = readdirSync(migrationFolders(service)[schema])
      return databases[service].migrations[schema].filter((name) => !known.includes(name))
    }),
  )
}
