import { join } from 'node:path'
import { diffMigrations } from '@open-oms/service-kit/testing/schema/diff-migrations'
import { testServerUrl } from '@open-oms/service-kit/testing/test-database'
import t from 'tap'

t.test('given the migrations of the catalogue, when they are compared with schema.prisma, then nothing differs', async (t) => {
  const folder = join(import.meta.dirname, '../prisma')
  const difference = await diffMigrations({
    schema: 'public',
    schemaPath: join(folder, 'schema.prisma'),
    migrationsFolder: join(folder, 'migrations'),
    serverUrl: await testServerUrl(),
  })
  t.equal(difference, '')
})
