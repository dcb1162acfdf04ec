import { randomUUIDv7 } from 'node:crypto'
import { tenantConfigChecks, tenantConfigFiles } from '@oms/contracts/config/tenant-config'
import { runService } from '@oms/service-kit/server/run-service'
import { buildApp } from './app.ts'
import { catalogConfigNames } from './catalog-config.ts'
import { CatalogEnvironment } from './config.ts'

await runService({
  name: 'catalog-assets',
  environment: CatalogEnvironment,
  config: { files: tenantConfigFiles, checks: tenantConfigChecks, names: catalogConfigNames },
  build: async ({ server, database, config }) => ({
    app: await buildApp(server, {
      inTransaction: database.inTransaction,
      query: database.query,
      config: config.current,
      now: () => new Date(),
      newId: randomUUIDv7,
    }),
  }),
})
