import { catalogRoutes } from '@open-oms/contracts/catalog/routes'
import { accessSuite } from '@open-oms/service-kit/testing/access-suite'
import t from 'tap'
import { testCatalog } from './testing/test-catalog.ts'

const catalog = await testCatalog(t)

t.test('given every route of the catalogue, when access is checked, then the rules of access hold', (t) =>
  accessSuite(t, {
    client: catalog,
    contracts: catalogRoutes,
    samples: {
      createProduct: { valid: { body: { productId: 'sample' } }, invalidBody: { productId: 7 } },
      updateProduct: { valid: { body: { productId: 'nobody' } }, invalidBody: { productId: null }, unknown: {} },
      deleteProduct: { unknown: { productId: 'nobody' } },
      searchProducts: { valid: { body: {} }, invalidBody: { take: 'all' } },
      getProduct: { unknown: { productId: 'nobody' } },
      getRawProduct: { unknown: { id: 'nobody' } },
      getProductAssets: { valid: { query: { assetIds: 'nobody' } }, unknown: {} },
      addProductAssets: { valid: { body: [{ assetId: 'nobody' }] }, unknown: { skuId: 'nobody' } },
      updateProductAssets: { valid: { body: [{ assetId: 'nobody' }] }, unknown: {} },
      deleteProductAssets: { valid: { query: { assetIds: 'nobody' } }, unknown: {} },
      addProductImage: { valid: { query: { url: 'http://x.example/', productId: 'nobody' } }, unknown: {} },
      postProductImage: { valid: { query: { url: 'http://x.example/', productId: 'nobody' } }, unknown: {} },
      saveBusinessCustomer: { valid: { body: { id: 'sample' } }, invalidBody: { id: 7 } },
      getBusinessCustomer: { unknown: { id: 'nobody' } },
      getCustomerAssets: { unknown: { id: 'nobody' } },
      addCustomerAssets: { valid: { body: [{ assetId: 'nobody' }] }, unknown: { id: 'nobody' } },
      updateCustomerAssets: { valid: { body: [{ assetId: 'nobody' }] }, unknown: { id: 'nobody' } },
      deleteCustomerAssets: { valid: { query: { assetIds: 'nobody' } }, unknown: { id: 'nobody' } },
      headAssetFile: { unknown: { assetId: 'nobody', fileName: 'x' } },
      getAssetFile: { unknown: { assetId: 'nobody', fileName: 'x' } },
    },
  }),
)

t.test('given the catalogue service, when it is built, then it has every contract of the catalogue', async (t) => {
  t.same(new Set(catalog.app.kit.contracts), new Set(catalogRoutes))
})

t.test('given the role ProductRead, when it reads and writes, then only reading is allowed', async (t) => {
  const as = { roles: ['ProductRead'] }
  await catalog.send({ method: 'POST', url: '/api/products', body: { productId: 'seen' } })
  t.equal((await catalog.send({ url: '/api/products/seen', as })).status, 200)
  t.equal((await catalog.send({ url: '/api/products/seen', as: { roles: ['ProductAdmin'] } })).status, 200, 'Admin includes Read')
  t.equal((await catalog.send({ method: 'POST', url: '/api/products', body: { productId: 'unseen' }, as })).status, 403)
})

t.test('given a path in any letter case, when it is called, then it matches, and an id in another case does not', async (t) => {
  await catalog.send({ method: 'POST', url: '/API/Products/', body: { productId: 'Case' } })
  t.equal((await catalog.send({ url: '/Api/PRODUCTS/Case/RAW' })).status, 200)
  t.equal((await catalog.send({ url: '/api/products/case' })).status, 404)
  const head = await catalog.send({ method: 'HEAD', url: '/api/products/Case' })
  t.same([head.status, head.text], [200, ''])
})

t.test('given no token, when health is asked for, then it is 200', async (t) => {
  for (const url of ['/health', '/health/live', '/health/ready'])
    t.equal((await catalog.send({ url, as: null })).status, 200, url)
})
