import type { RouteContract } from '@open-oms/contracts/route'
import t from 'tap'
import { findService, proxiedRoutes } from './route-table.ts'

const expected: Record<string, string | null> = {
  '/api/products': 'catalog-assets',
  '/api/products/:productId': 'catalog-assets',
  '/api/BusinessCustomer/:id/Assets': 'catalog-assets',
  '/assets/:assetId/:fileName': 'catalog-assets',
  '/api/Orders': 'orders-workflow',
  '/API/ORDERS/:id': 'orders-workflow',
  '/api/OrderShipments/:orderId': 'orders-workflow',
  '/api/Returns/:orderId/Return': 'orders-workflow',
  '/api/Inventory': 'orders-workflow',
  '/api/WorkflowRuns/Search': 'orders-workflow',
  '/api/Jobs/0192f0c1/Results': 'orders-workflow',
  '/api/WebhookDeliveries/4711/Replay': 'orders-workflow',
  '/api/DeadLetters/Orders/12/Drop': 'orders-workflow',
  '/api/DeadLetters/Accounting': 'accounting-read',
  '/api/ZReport/Close': 'orders-workflow',
  '/api/SavedSearches': 'orders-workflow',
  '/api/Customers': 'orders-workflow',
  '/api/Shipments/PickList': 'orders-workflow',
  '/api/Templates/:name/Preview': 'orders-workflow',
  '/api/cart/:cartId/OrderLines': 'orders-workflow',
  '/api/Accounting/Postings/:id': 'accounting-read',
  '/api/OrdersOfOthers': null,
  '/api': null,
  '/api/DeadLetters': null,
  '/metrics': null,
}

t.test('given a prefix in any letter case, when its service is looked up, then it is found', async (t) => {
  for (const [path, service] of Object.entries(expected)) t.equal(findService(path), service, path)
})

t.test('given the contracts of all services, when they are routed, then each has a place of its own', async (t) => {
  const routes = proxiedRoutes()
  t.ok(routes.length > 0)
  const places = routes.map(({ contract }) => `${contract.method} ${contract.url.toLowerCase()}`)
  t.strictSame(places, [...new Set(places)])
  const names = routes.map(({ contract }) => contract.operationId)
  t.strictSame(names, [...new Set(names)])
})

t.test('given a contract below no prefix, when it is routed, then the start fails', async (t) => {
  t.throws(() => proxiedRoutes([{ method: 'GET', url: '/api/Elsewhere' } as RouteContract]), { message: /below no prefix/ })
})
