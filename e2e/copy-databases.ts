/**
 * Adds orders of every state to the running system, and writes what its databases hold to the
 * fixture of e2e/upgrade.long.test.ts. Made again before a release, so that the next version is
 * shown to continue with what this one has stored:
 *
 *     npm start; npm run demo; node --conditions=development e2e/copy-databases.ts
 */
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { restClient } from '@open-oms/system/rest-client'
import { root } from '@open-oms/system/root'
import { readRunFile } from '@open-oms/system/run-file'
import { databaseServices } from '@open-oms/system/start/service-names'
import pg from 'pg'
import { copyDatabase, type DatabaseCopy, upgradeFixture } from './database-copy.ts'
import { createUpgradedOrders } from './upgrade-orders.ts'

const copies: Record<string, DatabaseCopy> = {}
const { databaseUrls, gatewayUrl } = readRunFile()
await createUpgradedOrders(await restClient(gatewayUrl, { clientId: 'demo', clientSecret: 'demo-secret' }))
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
