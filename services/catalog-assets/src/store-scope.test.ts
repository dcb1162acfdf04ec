import { catalogRoutes } from '@open-oms/contracts/catalog/routes'
import { scopeSuite } from '@open-oms/service-kit/testing/scope-suite'
import t from 'tap'
import { testCatalog } from './testing/test-catalog.ts'

const catalogue = { exempt: 'products and their assets are of the tenant, not of a store' }
const customers = { exempt: 'business customers and their assets are of the tenant, not of a store' }
const files = { exempt: 'public: files of assets are for everybody' }

// Each new route that reads must be listed here, with whether its data belongs to a store.
t.test('given the routes of the catalogue, when a client of one store calls them, then none has data of a store', async (t) => {
  const { send } = await testCatalog(t)
  await scopeSuite(t, {
    send,
    contracts: catalogRoutes,
    cases: {
      getProduct: catalogue,
      getRawProduct: catalogue,
      searchProducts: catalogue,
      getProductAssets: catalogue,
      listBusinessCustomers: customers,
      getBusinessCustomer: customers,
      getCustomerAssets: customers,
      headAssetFile: files,
      getAssetFile: files,
    },
    storeId: 'Bergen-01',
    own: {},
    foreign: {},
    unknown: {},
    secrets: [],
  })
  const ofStore = catalogRoutes.filter(({ responses }) => JSON.stringify(responses).includes('"storeId'))
  t.same(ofStore, [], 'no response names a store')
})
