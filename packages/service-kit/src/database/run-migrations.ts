import { fileURLToPath } from 'node:url'
import { Type } from '@sinclair/typebox'
import { loadEnvironment } from '../config/load-environment.ts'
import { createLogger } from '../observability/logger.ts'
import { migrateService } from './migrate.ts'

/** The environment of `dist/migrate.js`. The service itself is not given it. */
export const MigrationEnvironment = Type.Object({
  MIGRATION_DATABASE_URL: Type.String({
    pattern: '^postgres(ql)?://',
    secret: true,
    description: "The service's database for the owner of its tables. Only `dist/migrate.js` reads it.",
  }),
})

/**
 * The program that brings a service's database up to date before the service starts:
 * `node dist/migrate.js`. Ends with code 1 and the reason when that fails. `migrations` is the
 * folder as a file URL.
 */
export async function runMigrations(service: string, migrations: URL): Promise<void> {
  const log = createLogger({ service, level: 'info' })
  try {
    const { MIGRATION_DATABASE_URL } = loadEnvironment(MigrationEnvironment)
    const applied = await migrateService(MIGRATION_DATABASE_URL, fileURLToPath(migrations))
    log.info({ applied }, applied.length === 0 ? 'the database is up to date' : 'migrations applied')
  } catch (error) {
    log.fatal({ err: error }, 'the database could not be migrated')
    process.exitCode = 1
  }
}
