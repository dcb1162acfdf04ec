/**
 * `npm run migrate`: brings the databases to the state that this version of the code needs. They
 * are those of the running system, or the ones that DATABASE_URL (a server)
 * or <SERVICE>_MIGRATION_DATABASE_URL name.
 */
import { join } from 'node:path'
import { describeError } from '@open-oms/local-servers/start-error'
import { commandLine } from '@open-oms/system/command-line'
import { root } from '@open-oms/system/root'
import { readRunFile } from '@open-oms/system/run-file'
import { needsOwnPostgres, type SystemDatabases, setUpDatabases } from '@open-oms/system/start/database-roles'
import { migrateDatabases, withoutPassword } from '@open-oms/system/start/migrate-databases'
import { databaseServices } from '@open-oms/system/start/service-names'
import { keepDatabasePasswords, readStoredValues } from '@open-oms/system/start/stored-values'
import { optionsFromEnvironment, type SystemOptions } from '@open-oms/system/start/system-options'

const usage = `Usage: npm run migrate

Brings the databases of the running system to the state that this version needs, or those that DATABASE_URL (a server) or
<SERVICE>_MIGRATION_DATABASE_URL name.
`

/** The databases for their owners; those of a given server are made when they are missing. */
async function findDatabases(options: SystemOptions): Promise<SystemDatabases['migrationUrls']> {
  const { dataDir, databaseUrls, migrationUrls, databaseServerUrl } = options
  if (needsOwnPostgres(options)) return { ...readRunFile(dataDir).migrationUrls, ...databaseUrls, ...migrationUrls }
  const server = { url: databaseServerUrl, isOwn: false }
  const keepPasswords = () => keepDatabasePasswords(dataDir, readStoredValues(dataDir))
  return (await setUpDatabases(server, options, keepPasswords)).migrationUrls
}

async function run(): Promise<void> {
  const urls = await findDatabases(optionsFromEnvironment(process.env))
  for (const service of databaseServices) console.log(`${service.padEnd(16)} ${withoutPassword(urls[service])}`)
  const count = await migrateDatabases(join(root, 'services'), urls)
  console.log(count === 0 ? 'Nothing to migrate.' : `${count} migrations applied.`)
}

commandLine({ usage, options: {} })
await run().catch((error) => {
  console.error(describeError(error))
  process.exitCode = 1
})
