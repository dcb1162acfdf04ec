import { createDatabase, type Database } from '@open-oms/service-kit/database/database'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { givenSecret } from '@open-oms/system/run-file'
import { type DatabaseService, databaseServices, environmentPrefix } from '@open-oms/system/start/service-names'
import { findLocalSystem } from '../../target/local-system.ts'

/**
 * The databases of the system: `<SERVICE>_DATABASE_URL` in the environment, else those of
 * `run.json`. Throws an error that says what is missing.
 */
export function findDatabases(
  services: readonly DatabaseService[],
  environment: NodeJS.ProcessEnv,
): Map<DatabaseService, string> {
  const given = new Map<DatabaseService, string>()
  for (const service of databaseServices) {
    const url = givenSecret(`${environmentPrefix(service)}_DATABASE_URL`, environment)
    if (url) given.set(service, url)
  }
  const running = services.every((service) => given.has(service)) ? {} : findLocalSystem(environment).run.databaseUrls
  return new Map(
    services.map((service) => {
      const url = given.get(service) ?? running[service]
      if (url === undefined) throw new Error(`The running system names no database of ${service}.`)
      return [service, url]
    }),
  )
}

/** Runs the work with a connection to the database of a service. */
export async function withDatabase<T>(
  service: DatabaseService,
  url: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = createDatabase({
    url,
    log: createLogger({ service: 'events', level: 'fatal' }),
    applicationName: 'oms events',
    poolSizeMax: 1,
  })
  try {
    return await work(database)
  } catch (error) {
    throw new Error(`The database of ${service} cannot be used: ${(error as Error).message}`, { cause: error })
  } finally {
    await database.close()
  }
}
