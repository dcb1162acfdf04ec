/**
 * `npm run migrate`: brings the databases to the state that this version of the code needs. They are those of the running
 * system, or the ones that DATABASE_URL (a server) or <SERVICE>_DATABASE_URL name.
 */
import { join } from 'node:path'
import { reasonOf } from '@oms/local-servers/start-error'
import { readRunFile } from './run-file.ts'
import { migrateDatabases, withoutPassword } from './start/migrate-databases.ts'
import { deriveDatabaseUrls, needsOwnPostgres } from './start/own-servers.ts'
import { databaseServices } from './start/service-names.ts'
import { optionsFromEnvironment, root } from './start/system-options.ts'

async function run(): Promise<void> {
  const options = optionsFromEnvironment(process.env)
  const running = needsOwnPostgres(options) ? readRunFile(options.dataDir).databaseUrls : null
  const urls = deriveDatabaseUrls(options.databaseServerUrl, {
    ...options,
    databaseUrls: { ...running, ...options.databaseUrls },
  })
  for (const service of databaseServices) console.log(`${service.padEnd(16)} ${withoutPassword(urls[service])}`)
  const count = await migrateDatabases(join(root, 'services'), urls)
  console.log(count === 0 ? 'Nothing to migrate.' : `${count} migrations applied.`)
}

await run().catch((error) => {
  console.error(reasonOf(error))
  process.exitCode = 1
})
