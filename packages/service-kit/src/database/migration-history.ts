import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/**
 * A folder of migrations (`<stamp>_<name>/migration.sql`) and the Postgres schema that they are
 * for.
 */
export type MigrationProject = {
  schema: 'kit' | 'public'
  migrationsFolder: string
  /** The migrations to apply, for the tables of a version before; all when absent. */
  only?: readonly string[]
}

type Migration = { name: string; script: string }

/**
 * Prisma's own table, so that its command line tool continues with a database that was migrated
 * here, and the other way round.
 */
const historyTable = `
  create table if not exists _prisma_migrations (
    id varchar(36) primary key not null,
    checksum varchar(64) not null,
    finished_at timestamptz,
    migration_name varchar(255) not null,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz not null default now(),
    applied_steps_count integer not null default 0
  )`

/**
 * Applies the migrations that a database does not have yet and returns their names. Creates the
 * Postgres schema when it is missing. Throws an error that names the folder, the failed migration
 * and the line of its script.
 */
export async function applyMigrations(client: pg.Client, project: MigrationProject): Promise<string[]> {
  const { schema, migrationsFolder, only } = project
  const migrations = (await readMigrations(migrationsFolder)).filter(({ name }) => only?.includes(name) ?? true)
  await client.query(`create schema if not exists ${schema}`)
  await client.query(`set search_path to ${schema}`)
  try {
    const applied = await readHistory(client, schema)
    refuseChanged(migrations, applied)
    const missing = migrations.filter(({ name }) => !applied.has(name))
    for (const migration of missing) await apply(client, migration)
    return missing.map(({ name }) => name)
  } catch (error) {
    throw new Error(`Migrations of ${migrationsFolder}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  } finally {
    await client.query('reset search_path')
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => {
    throw new Error(`There is no folder of migrations at ${folder}`)
  })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return await Promise.all(
    names.sort().map(async (name) => ({ name, script: await readFile(join(folder, name, 'migration.sql'), 'utf8') })),
  )
}

/** The checksums of the applied migrations by name. Begins a history where there is none. */
async function readHistory(client: pg.Client, schema: string): Promise<Map<string, string>> {
  const { rows: tables } = await client.query('select tablename from pg_tables where schemaname = $1', [schema])
  if (!tables.some(({ tablename }) => tablename === '_prisma_migrations')) {
    if (tables.length > 0) throw new Error(`the schema ${schema} has tables of another application.`)
    await client.query(historyTable)
  }
  // Earlier versions noted an attempt before it ran. One that failed, or whose process died, left
  // nothing behind.
  await client.query('update _prisma_migrations set rolled_back_at = now() where finished_at is null and rolled_back_at is null')
  const { rows } = await client.query('select migration_name, checksum from _prisma_migrations where rolled_back_at is null')
  return new Map(rows.map(({ migration_name, checksum }) => [migration_name, checksum]))
}

function scriptChecksum(script: string): string {
  return createHash('sha256').update(script).digest('hex')
}

function refuseChanged(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const changed = migrations.filter(({ name, script }) => {
    const checksum = applied.get(name)
    // A checkout on Windows may have other ends of lines.
    const forms = [script, script.replaceAll('\r\n', '\n'), script.replaceAll(/\r?\n/g, '\r\n')]
    return checksum !== undefined && !forms.map(scriptChecksum).includes(checksum)
  })
  if (changed.length === 0) return
  const names = changed.map(({ name }) => name).join(', ')
  throw new Error(`changed after they were applied: ${names}. Write a new migration instead.`)
}

const TRIES_MAX = 10
const PAUSE_MS = 200

/**
 * Another process may be giving the same database to its roles, which changes rights too:
 * PostgreSQL refuses one of two such changes, which leaves nothing behind.
 */
async function apply(client: pg.Client, migration: Migration): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await applyOnce(client, migration)
      return
    } catch (error) {
      if (tries === TRIES_MAX || !isPassing(error as Error, migration)) throw error
      await sleep(PAUSE_MS)
    }
  }
}

function isPassing({ cause }: Error, migration: Migration): boolean {
  return !isAlone(migration) && cause instanceof Error && /^tuple concurrently (updated|deleted)/.test(cause.message)
}

/**
 * Whether PostgreSQL refuses the script inside of a transaction. When it fails, its first part may
 * have been done.
 */
function isAlone({ script }: Migration): boolean {
  return /\bindex\s+concurrently\b/i.test(script)
}

/**
 * Runs the script and notes it in one transaction: a migration is applied entirely or not at all.
 */
async function applyOnce(client: pg.Client, migration: Migration): Promise<void> {
  const { name, script } = migration
  const started = new Date()
  const inTransaction = !isAlone(migration)
  try {
    if (inTransaction) await client.query('begin')
    await client.query(script)
    await client.query(
      `insert into _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
        values ($1, $2, $3, $4, clock_timestamp(), 1)`,
      [randomUUID(), scriptChecksum(script), name, started],
    )
    if (inTransaction) await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw new Error(`${name}: ${describeFailure(error, script)}`, { cause: error })
  }
}

/** Postgres counts the position of a fault in characters from the start of the script. */
function describeFailure(error: unknown, script: string): string {
  const { message, position } = error as Error & { position?: string }
  if (position === undefined) return message
  return `${message} (line ${script.slice(0, Number(position)).split('\n').length})`
}
