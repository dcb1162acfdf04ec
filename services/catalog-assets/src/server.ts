import { randomUUIDv7 } from 'node:crypto'
import { tenantConfigChecks, tenantConfigFiles } from '@open-oms/contracts/config/tenant-config'
import { runService } from '@open-oms/service-kit/process/run-service'
import { buildApp } from './app.ts'
import { catalogConfigNames, type Deps } from './deps.ts'
import { CatalogEnvironment } from './environment.ts'
import { downloadsFromEnvironment } from './modules/incoming-files/download-environment.ts'
import { keepFolded } from './modules/product-search/fold-earlier-products.ts'
import { maintainFiles } from './modules/storage/maintain-files.ts'
import { checkStore, storeFromEnvironment } from './modules/storage/storage-environment.ts'

await runService({
  name: 'catalog-assets',
  environment: CatalogEnvironment,
  config: { files: tenantConfigFiles, checks: tenantConfigChecks, names: catalogConfigNames },
  build: async ({ environment, server, database, databaseUrl, config, log }) => {
    const store = await storeFromEnvironment(environment)
    await checkStore(store, log)
    const deps: Deps = {
      ...(await downloadsFromEnvironment(environment)),
      inTransaction: database.inTransaction,
      query: database.query,
      execute: database.execute,
      reading: database,
      config: config.current,
      store,
      now: () => new Date(),
      newId: randomUUIDv7,
    }
    const app = await buildApp(server, deps)
    const files = maintainFiles({
      ...deps,
      execute: database.execute,
      log,
      metrics: server.metrics,
      databaseUrl,
      sweepEveryMs: environment.ASSET_SWEEP_MINUTES * 60_000,
      graceMs: environment.ASSET_GRACE_HOURS * 3_600_000,
    })
    const texts = keepFolded({ ...deps, log })
    return {
      app,
      background: [
        { part: 'search texts', stop: texts.stop },
        { part: 'stored files', stop: files.stop },
        { part: 'file store', stop: store.close },
      ],
    }
  },
})
