import { join } from 'node:path'
import { StartError } from '@open-oms/local-servers/start-error'
import { createDatabase } from '@open-oms/service-kit/database/database'
import { migrate } from '@open-oms/service-kit/database/migrate'
import { forgetStreams } from '@open-oms/service-kit/events/published-events'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import type pg from 'pg'
import type { SystemDatabases } from '../start/database-roles.ts'
import { migrationFolders } from '../start/migrate-databases.ts'
import type { DatabaseService } from '../start/service-names.ts'
import { connectDatabase } from './connect-database.ts'
import { listSequenceNames, listTables, readRows, schemas, setSequences, type Table } from './database-rows.ts'
import { type DatabaseBackup, rowsFile } from './manifest.ts'

type FillOptions = {
  service: DatabaseService
  databases: SystemDatabases
  backup: DatabaseBackup
  from: string
  signal: AbortSignal
}

/**
 * Makes the tables of a backup by the migrations that it had and fills them. Returns the number of
 * rows. Throws a StartError when the manifest names other tables, columns or sequences than those,
 * or the rows are not as many as were backed up: no SQL is made of names that only a manifest
 * knows.
 */
export async function fillDatabase({ databases, ...filling }: FillOptions): Promise<{ rows: number }> {
  const { service, backup, signal } = filling
  signal.throwIfAborted()
  const folders = migrationFolders(service)
  const projects = schemas.map((schema) => ({
    schema,
    migrationsFolder: folders[schema],
    only: backup.migrations[schema],
  }))
  await migrate({ databaseUrl: databases.migrationUrls[service], projects })
  const client = await connectDatabase(databases.adminUrls[service], 'oms restore')
  try {
    await refuseForeign(client, service, backup)
    return await fillTables(client, filling)
  } finally {
    await client.end()
  }
}

async function refuseForeign(client: pg.Client, service: DatabaseService, { tables, sequences }: DatabaseBackup): Promise<void> {
  const known = (await listTables(client)).map(nameWithColumns)
  const given = tables.map(nameWithColumns)
  const sequenceNames = await listSequenceNames(client)
  const wrong = [
    ...known.filter((table) => !given.includes(table)).map((table) => `${table} is missing`),
    ...given.filter((table) => !known.includes(table)).map((table) => `${table} is foreign`),
    ...Object.keys(sequences).flatMap((name) => (sequenceNames.includes(name) ? [] : [`sequence ${name} is foreign`])),
  ]
  if (wrong.length > 0)
    throw new StartError(`The backup does not fit the database of ${service}: ${wrong.slice(0, 5).join('; ')}.`)
}

/** The order of columns follows the order in which migrations were applied, which may differ. */
function nameWithColumns({ table, columns }: Table): string {
  return `${table} (${columns.split(', ').sort().join(', ')})`
}

async function fillTables(
  client: pg.Client,
  { service, backup, from, signal }: Omit<FillOptions, 'databases'>,
): Promise<{ rows: number }> {
  const { tables, sequences } = backup
  // Triggers and foreign keys rest: the rows are as the database had them.
  await client.query(`begin; set local session_replication_role = 'replica'`)
  // A migration may have written rows of its own.
  await client.query(`truncate ${tables.map(({ table }) => table).join(', ')}`)
  let count = 0
  for (const table of tables) {
    const rows = await readRows(client, table, { file: join(from, rowsFile(service, table)), signal })
    if (rows !== table.rows) throw new StartError(`${table.table} got ${rows} rows instead of ${table.rows}.`)
    count += rows
  }
  await setSequences(client, sequences)
  await client.query('commit')
  await client.query('analyze')
  return { rows: count }
}

/**
 * Has what was published from this database published again: NATS begins empty, and consumers
 * recognise what they have handled.
 */
export async function publishAgain(databaseUrl: string): Promise<void> {
  const log = createLogger({ service: 'restore', level: 'fatal' })
  const database = createDatabase({ url: databaseUrl, log, applicationName: 'oms restore', poolSizeMax: 1 })
  await forgetStreams(database).finally(() => database.close())
}
