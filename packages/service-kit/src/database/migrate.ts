import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { errorCode } from './database-errors.ts'
import { applyMigrations, type MigrationProject } from './migration-history.ts'

/**
 * The tables of service-kit, which every service's database has (see
 * packages/service-kit/prisma/schema.prisma).
 */
export const kitProject: MigrationProject = {
  schema: 'kit',
  migrationsFolder: fileURLToPath(new URL('../../prisma/migrations', import.meta.url)),
}

/** One lock per database, so that several processes may start at the same time. */
const LOCK = 6_203_911
const LOCK_RETRY_MS = 100

async function withLock<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'oms migrate' })
  await client.connect()
  try {
    // Waiting inside of Postgres would keep a snapshot open, for whose end CREATE INDEX
    // CONCURRENTLY of the holder waits.
    while (!(await client.query('select pg_try_advisory_lock($1) as locked', [LOCK])).rows[0].locked) await sleep(LOCK_RETRY_MS)
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Applies the migrations that a database does not have yet, in the order of the projects, and notes
 * them in the table `_prisma_migrations` of each schema as Prisma does. Returns the names of those
 * applied now. Safe to run from several processes at the same time. Throws an error that names the
 * folder and the failed migration; the failed one leaves nothing behind, and is tried again on the
 * next run. A migration that was changed after it was applied is refused.
 *
 * A script runs in one transaction and must not hold BEGIN or COMMIT. CREATE INDEX CONCURRENTLY
 * needs a migration of its own. What schema.prisma cannot say is written into the script manually,
 * see `diffMigrations`.
 */
export async function migrate(options: { databaseUrl: string; projects: readonly MigrationProject[] }): Promise<string[]> {
  return await withLock(options.databaseUrl, async (client) => {
    const applied: string[] = []
    for (const project of options.projects) applied.push(...(await applyMigrations(client, project)))
    return applied
  })
}

/**
 * Creates the database if the server does not have it; the user then needs the right to create
 * databases.
 */
export async function ensureDatabase(databaseUrl: string): Promise<void> {
  const probe = new pg.Client({ connectionString: databaseUrl })
  try {
    await probe.connect()
    await probe.end()
    return
  } catch (error) {
    const INVALID_CATALOG_NAME = '3D000'
    if (errorCode(error) !== INVALID_CATALOG_NAME) throw error
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
    if (![DUPLICATE_DATABASE, UNIQUE_VIOLATION].includes(errorCode(error) ?? '')) throw error
  } finally {
    await client.end()
  }
}

/**
 * Brings a service's database to the state that its code needs: creates it, then the kit's tables,
 * then the service's.
 */
export async function migrateService(databaseUrl: string, migrationsFolder: string): Promise<string[]> {
  await ensureDatabase(databaseUrl)
  return await migrate({ databaseUrl, projects: [kitProject, { schema: 'public', migrationsFolder }] })
}
