import { randomBytes } from 'node:crypto'
import { testServerUrl } from '@open-oms/service-kit/testing/test-database'
import pg from 'pg'
import t from 'tap'
import { newDatabasePasswords } from './database-passwords.ts'
import { setUpDatabases } from './database-roles.ts'
import { databaseName, databaseServices } from './service-names.ts'
import { systemOptions } from './system-options.ts'

t.test(
  'given a server with the roles of another data folder, when databases are set up, then the variables that name them are said',
  async (t) => {
    const server = { url: await testServerUrl(), isOwn: false }
    const databaseSuffix = `_${randomBytes(4).toString('hex')}`
    t.teardown(async () => {
      const admin = new pg.Client({ connectionString: server.url })
      await admin.connect()
      for (const name of databaseServices.map((service) => databaseName(service) + databaseSuffix)) {
        await admin.query(`drop database if exists "${name}"`)
        await admin.query(`drop role if exists "${name}", "${name}_owner", "${name}_reporting"`)
      }
      await admin.end()
    })
    const options = systemOptions({ dataDir: '', databaseSuffix })
    const passwords = newDatabasePasswords()
    const setUp = () => setUpDatabases(server, options, () => passwords)
    const first = await setUp()
    t.same(await Promise.all([setUp(), setUp()]), [first, first], 'the same data folder continues')
    await t.rejects(setUpDatabases(server, options, newDatabasePasswords), {
      name: 'StartError',
      message: /exists with a password .*CATALOG_ASSETS_DATABASE_URL and CATALOG_ASSETS_MIGRATION_DATABASE_URL/,
    })
  },
)
