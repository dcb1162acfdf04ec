/**
 * Writes what the databases of the running system hold to the fixture of e2e/upgrade.test.ts. Made anew before a release, so that the
 * next version is shown to go on with what this one has stored:
 *
 *     npm start; npm run demo; node --conditions=development tools/copy-databases.ts
 */
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { copyDatabase, type DatabaseCopy } from '../e2e/database-copy.ts'
import { upgradeFixture } from '../e2e/upgrade-fixture.ts'
import { readRunFile } from './run-file.ts'
import { databaseServices } from './start/service-names.ts'
import { root } from './start/system-options.ts'

const copies: Record<string, DatabaseCopy> = {}
const { databaseUrls } = readRunFile()
for (const service of databaseServices) {
  const client = new pg.Client({ connectionString: databaseUrls[service] })
  await client.connect()
  try {
    copies[service] = await copyDatabase(client)
  } finally {
    await client.end()
  }
}
writeFileSync(upgradeFixture, gzipSync(JSON.stringify(copies), { level: 9 }))
console.log(`written: ${relative(root, upgradeFixture)}`)
