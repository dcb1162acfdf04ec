import { randomUUIDv7 } from 'node:crypto'
import { settingsFile } from '@oms/contracts/config/settings'
import { type Teardown, type TestDatabase, testDatabase } from '@oms/service-kit/testing/test-database'
import { testIssuer } from '@oms/service-kit/testing/test-issuer'
import { type TestClient, testClient, testServerOptions } from '@oms/service-kit/testing/test-server'
import { Value } from '@sinclair/typebox/value'
import { buildApp } from '../app.ts'
import type { CatalogConfig } from '../catalog-config.ts'

export type TestCatalog = TestClient & {
  database: TestDatabase
  /** The configuration of the running service; a test may change it. */
  config: { settings: CatalogConfig['settings'] }
  /** Every event in the outbox, in the order in which it will be published. */
  events(): Promise<{ type: string; subject: string; sequence: number; actor: string; data: Record<string, unknown> }[]>
}

/** The real service over `inject`, with a database of its own. */
export async function testCatalog(t: Teardown): Promise<TestCatalog> {
  const database = await testDatabase(t, 'catalog-assets')
  const issuer = await testIssuer()
  const config = { settings: settingsFile.read(Value.Default(settingsFile.schema, {}) as never) }
  const app = await buildApp(
    { ...testServerOptions(issuer), database },
    { ...database, config: () => config, now: () => new Date(), newId: randomUUIDv7 },
  )
  t.teardown(() => app.close())
  const events = async () => {
    const rows = await database.query<{ envelope: string }>({ text: 'select envelope from kit.outbox order by id' })
    return rows.map((row) => JSON.parse(row.envelope))
  }
  return { ...testClient(app, issuer), database, config, events }
}
