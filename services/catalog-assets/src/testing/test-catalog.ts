import { randomUUIDv7 } from 'node:crypto'
import { eventWithPublicBase } from '@open-oms/contracts/catalog/file-addresses'
import { settingsFile } from '@open-oms/contracts/config/settings'
import { failTest } from '@open-oms/service-kit/testing/fail-test'
import { type Teardown, type TestDatabase, testDatabase } from '@open-oms/service-kit/testing/test-database'
import { testIssuer } from '@open-oms/service-kit/testing/test-issuer'
import { type TestClient, testClient, testServerOptions } from '@open-oms/service-kit/testing/test-server'
import { Value } from '@sinclair/typebox/value'
import { buildApp } from '../app.ts'
import type { CatalogConfig, Deps } from '../deps.ts'
import { readFetchAllow } from '../modules/incoming-files/fetch-allow.ts'
import type { FileStore } from '../modules/storage/file-store.ts'
import { fsStore } from '../modules/storage/fs-store.ts'
import { testFolder } from './test-folder.ts'

export type TestCatalog = TestClient & {
  database: TestDatabase
  /** What the running service works with, for tests that call its commands. */
  deps: Deps
  /** A folder of the test's own. */
  store: FileStore
  /** Where files are kept while they come in; empty afterwards. */
  incomingFolder: string
  /** The configuration of the running service; a test may change it. */
  config: CatalogConfig
  /** Every event in the outbox, as and in the order in which it will be published. */
  events(): Promise<{ type: string; subject: string; sequence: number; actor: string; data: Record<string, unknown> }[]>
}

export type TestCatalogOptions = {
  store?: FileStore
  /** One that another service, stopped or not, has worked with. */
  database?: TestDatabase
  publicBase?: string
}

/**
 * The real service over `inject`, with a database of its own, and by default a folder of its own as
 * the store.
 */
export async function testCatalog(t: Teardown, options: TestCatalogOptions = {}): Promise<TestCatalog> {
  const database = options.database ?? (await testDatabase(t, 'catalog-assets'))
  const issuer = await testIssuer()
  const publicBase = options.publicBase ?? 'http://shop.test'
  const settings = settingsFile.read(Value.Default(settingsFile.schema, {}) as never)
  // A busy machine must not change the result of a search.
  const search = { ...settings.search, facetBudgetMs: 240_000 }
  const config: CatalogConfig = { customFields: [], roles: [], settings: { ...settings, search } }
  const store = options.store ?? fsStore(await testFolder(t))
  // The servers that the tests download from are on this machine.
  const downloads = { fetchAllow: readFetchAllow(['127.0.0.0/8']), incomingFolder: await testFolder(t) }
  const deps: Deps = {
    ...database,
    reading: database,
    ...downloads,
    config: () => config,
    store,
    now: () => new Date(),
    newId: randomUUIDv7,
  }
  const app = await buildApp({ ...testServerOptions(issuer), database, publicBase }, deps)
  t.teardown(() => app.close().catch(failTest))
  const events = async () => {
    const rows = await database.query<{ envelope: string }>({ text: 'select envelope from kit.outbox order by id' })
    return rows.map((row) => JSON.parse(eventWithPublicBase(row.envelope, publicBase)))
  }
  return { ...testClient(app, issuer), database, deps, store, incomingFolder: downloads.incomingFolder, config, events }
}
