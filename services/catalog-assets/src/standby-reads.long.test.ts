// Own process: it starts two servers.
import { catalogRoutes } from '@open-oms/contracts/catalog/routes'
import { standbySuite } from '@open-oms/service-kit/testing/standby-suite'
import { testStandby } from '@open-oms/service-kit/testing/test-standby'
import t from 'tap'
import { buildApp } from './app.ts'
import { testCatalog } from './testing/test-catalog.ts'

const servers = await testStandby(t)
const test = await testCatalog(t)

await standbySuite(t, {
  servers,
  database: test.database,
  contracts: catalogRoutes,
  build: (options) => buildApp(options, test.deps),
  requests: {
    searchProducts: { method: 'POST', url: '/api/products/SearchProducts', body: {} },
    listBusinessCustomers: { url: '/api/BusinessCustomer' },
  },
})
