import { fileURLToPath } from 'node:url'
import { createLogger } from '../observability/logger.ts'
import { migrateService } from './migrate.ts'

/**
 * The program that brings a service's database up to date before the service starts: `node dist/migrate.js`. Takes the database
 * from DATABASE_URL; ends with code 1 and the reason when that fails. `migrations` is the folder as a file URL.
 */
export async function runMigrations(service: string, migrations: URL): Promise<void> {
  const log = createLogger({ service, level: 'info' })
  const databaseUrl = process.env.DATABASE_URL
  try {
    if (!databaseUrl) throw new Error('DATABASE_URL is missing.')
    const applied = await migrateService(databaseUrl, fileURLToPath(migrations))
    log.info({ applied }, applied.length === 0 ? 'the database is up to date' : 'migrations applied')
  } catch (error) {
    log.fatal({ err: error }, 'the database could not be migrated')
    process.exitCode = 1
  }
}
