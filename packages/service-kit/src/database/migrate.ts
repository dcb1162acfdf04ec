import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm'
import pg from 'pg'
import { type SchemaName, withSchemaEngine } from '../testing/schema-engine.ts'
import { codeOf } from './database-errors.ts'

/** A folder of migrations (`<stamp>_<name>/migration.sql`) and the Postgres schema that they are for. */
export type MigrationProject = { schema: SchemaName; migrationsFolder: string }

/** The tables of service-kit, which every service's database has (see packages/service-kit/prisma/schema.prisma). */
export const kitProject: MigrationProject = {
  schema: 'kit',
  migrationsFolder: fileURLToPath(new URL('../../prisma/migrations', import.meta.url)),
}

/** One lock per database, so that several processes may start at once. */
const LOCK = 6_203_911

const noFilters = { externalTables: [], externalEnums: [] }

async function readMigrations(folder: string): Promise<MigrationList> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => {
    throw new Error(`There is no folder of migrations at ${folder}`)
  })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  const migrationDirectories = names.sort().map(async (path) => {
    const value = await readFile(join(folder, path, 'migration.sql'), 'utf8')
    return { path, migrationFile: { path: 'migration.sql', content: { tag: 'ok', value } as const } }
  })
  return {
    baseDir: folder,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(migrationDirectories),
  }
}

async function apply(engine: SchemaEngine, migrationsList: MigrationList): Promise<string[]> {
  const request = { migrationsList, optInToShadowDatabase: false, filters: noFilters }
  const history = await engine.diagnoseMigrationHistory(request)
  const edited = history.editedMigrationNames.filter((name) => !history.failedMigrationNames.includes(name))
  if (edited.length > 0) throw new Error(`changed after they were applied: ${edited.join(', ')}. Write a new migration instead.`)
  // A script runs in one transaction, so one that failed, or whose process died, has left nothing behind.
  for (const migrationName of history.failedMigrationNames) await engine.markMigrationRolledBack({ migrationName })
  return (await engine.applyMigrations({ migrationsList, filters: noFilters })).appliedMigrationNames
}

async function withLock<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'oms migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Applies the migrations that a database does not have yet, in the order of the projects, with Prisma's schema engine and its
 * `_prisma_migrations` table in each schema. Answers the names of those applied now. Safe to run from several processes at
 * once. Throws an error that names the folder and the failed migration; the failed one leaves nothing behind, and is tried
 * again on the next run.
 *
 * A script is sent as a whole and must not hold BEGIN or COMMIT. CREATE INDEX CONCURRENTLY needs a migration of its own.
 * What schema.prisma cannot say is written into the script by hand, see `diffMigrations`.
 */
export async function migrate(options: { databaseUrl: string; projects: readonly MigrationProject[] }): Promise<string[]> {
  const { databaseUrl, projects } = options
  return await withLock(databaseUrl, async (client) => {
    const applied: string[] = []
    for (const { schema, migrationsFolder } of projects) {
      const migrations = await readMigrations(migrationsFolder)
      await client.query(`create schema if not exists ${schema}`)
      try {
        applied.push(...(await withSchemaEngine({ databaseUrl, schema }, (engine) => apply(engine, migrations))))
      } catch (error) {
        throw new Error(`Migrations of ${migrationsFolder}: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        })
      }
    }
    return applied
  })
}

/** Creates the database if the server does not have it; the user then needs the right to create databases. */
export async function ensureDatabase(databaseUrl: string): Promise<void> {
  const probe = new pg.Client({ connectionString: databaseUrl })
  try {
    await probe.connect()
    await probe.end()
    return
  } catch (error) {
    const INVALID_CATALOG_NAME = '3D000'
    if (codeOf(error) !== INVALID_CATALOG_NAME) throw error
  }
  const url = new URL(databaseUrl)
  const name = decodeURIComponent(url.pathname.slice(1))
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(`create database ${client.escapeIdentifier(name)}`)
  } catch (error) {
    const DUPLICATE_DATABASE = '42P04'
    const UNIQUE_VIOLATION = '23505'
    // Another process created it in the meantime.
    if (![DUPLICATE_DATABASE, UNIQUE_VIOLATION].includes(codeOf(error) ?? '')) throw error
  } finally {
    await client.end()
  }
}

/** Brings a service's database to the state that its code needs: creates it, then the kit's tables, then the service's. */
export async function migrateService(databaseUrl: string, migrationsFolder: string): Promise<string[]> {
  await ensureDatabase(databaseUrl)
  return await migrate({ databaseUrl, projects: [kitProject, { schema: 'public', migrationsFolder }] })
}
