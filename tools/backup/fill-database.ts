import { join } from 'node:path'
import { StartError } from '@oms/local-servers/start-error'
import { createDatabase } from '@oms/service-kit/database/database'
import { migrate } from '@oms/service-kit/database/migrate'
import { forgetStreams } from '@oms/service-kit/events/published-events'
import { createLogger } from '@oms/service-kit/observability/logger'
import pg from 'pg'
import type { SystemDatabases } from '../start/database-roles.ts'
import { migrationFolders } from '../start/migrate-databases.ts'
import type { DatabaseService } from '../start/service-names.ts'
import { readRows, schemas, setSequences } from './database-rows.ts'
import type { DatabaseBackup } from './manifest.ts'

type Filling = { service: DatabaseService; databases: SystemDatabases; backup: DatabaseBackup; from: string }

/**
 * Makes the tables of a backup by the migrations that it had and fills them. Returns the number of rows.
 * Throws a StartError when it is another one than was backed up.
 */
export async function fillDatabase({ service, databases, backup, from }: Filling): Promise<{ rows: number }> {
  const folders = migrationFolders(service)
  const projects = schemas.map((schema) => ({
    schema,
    migrationsFolder: folders[schema],
    only: backup.migrations[schema],
  }))
  await migrate({ databaseUrl: databases.migrationUrls[service], projects })
  const client = new pg.Client({ connectionString: databases.adminUrls[service], application_name: 'oms restore' })
  await client.connect()
  try {
    return await fillTables(client, backup, from)
  } finally {
    await client.end()
  }
}

async function fillTables(client: pg.Client, { tables, sequences }: DatabaseBackup, from: string): Promise<{ rows: number }> {
  // Triggers and foreign keys rest: the rows are as the database had them.
  await client.query(`begin; set local session_replication_role = 'replica'`)
  // A migration may have written rows of its own.
  await client.query(`truncate ${tables.map(({ table }) => table).join(', ')}`)
  let count = 0
  for (const table of tables) {
    const rows = await readRows(client, table, join(from, table.file))
    if (rows !== table.rows) throw new StartError(`${table.table} got ${rows} rows instead of ${table.rows}.`)
    count += rows
  }
  await setSequences(client, sequences)
  await client.query('commit')
  await client.query('analyze')
  return { rows: count }
}

/**
 * Has what was published from this database published again: NATS begins empty, and consumers recognise
 * what they have handled.
 */
export async function publishAgain(databaseUrl: string): Promise<void> {
  const log = createLogger({ service: 'restore', level: 'fatal' })
  const database = createDatabase({ url: databaseUrl, log, applicationName: 'oms restore', poolSizeMax: 1 })
  await forgetStreams(database).finally(() => database.close())
}
