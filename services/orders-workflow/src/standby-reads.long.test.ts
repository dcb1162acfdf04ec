// Own process: it starts two servers.
import { orderRoutes } from '@open-oms/contracts/orders/routes/order-routes'
import { standbySuite } from '@open-oms/service-kit/testing/standby-suite'
import { testStandby } from '@open-oms/service-kit/testing/test-standby'
import t from 'tap'
import { buildApp } from './app.ts'
import { formatScrollId, readScrollId } from './modules/search/scroll/scroll-response.ts'
import { createdOrder, testOrders } from './testing/test-orders.ts'

const servers = await testStandby(t)
const test = await testOrders(t)
await createdOrder(test, { customerId: 'C-1', storeId: 'Oslo-01' })

const { send } = await standbySuite(t, {
  servers,
  database: test.database,
  contracts: orderRoutes,
  build: (options) => buildApp(options, test.deps),
  requests: {
    searchOrders: { method: 'POST', url: '/api/Orders/Search', body: {} },
    searchOrderSummaries: { method: 'POST', url: '/api/Orders/SearchSummaries', body: {} },
    searchCustomerOrders: { method: 'POST', url: '/api/Orders/Customers/C-1/Orders/Search', body: {} },
    searchOrdersByCustomProperties: {
      method: 'POST',
      url: '/api/Orders/SearchByCustomProperties',
      query: { key: 'a', value: 'b' },
    },
    getSales: { url: '/api/Orders/Sales', query: { from: '2026-01-01', to: '2026-01-02' } },
    getOrders: { url: '/api/Orders/GetOrders', query: { storeId: 'Oslo-01' } },
    getOrdersByOrderType: { url: '/api/Orders/GetOrders/ByOrderType' },
    countOrders: { url: '/api/Orders/GetOrders/Count' },
    getOrdersForPickUpPoint: { url: '/api/Orders/GetOrdersForPickUpPoint', query: { storeId: 'Oslo-01' } },
    getCustomerOrders: { url: '/api/Orders/Customers/C-1/Orders' },
    getOrdersForCustomer: { url: '/api/Orders/GetOrdersForCustomer', query: { customerId: 'C-1' } },
    exportOrders: { method: 'POST', url: '/api/Orders/ExportOrders', body: { format: 'ndjson' } },
    openScroll: { method: 'POST', url: '/api/Orders/Scroll', body: {} },
    getScroll: async ({ send }) => {
      const { body } = await send({ method: 'POST', url: '/api/Orders/Scroll', body: {} })
      return { url: `/api/Orders/Scroll/${formatScrollId({ id: readScrollId(body.scrollId)?.id ?? '', batch: 0 })}` }
    },
    listJobs: { url: '/api/Jobs' },
    listJobResults: async ({ send }) => {
      const { body } = await send({ method: 'POST', url: '/api/WorkflowRuns/Retry', body: { filter: {} } })
      return { url: `/api/Jobs/${body.id}/Results` }
    },
    listWebhookDeliveries: { url: '/api/WebhookDeliveries' },
    listOrderDeadLetters: { url: '/api/DeadLetters/Orders' },
    listSavedSearches: { url: '/api/SavedSearches', query: { counts: 'true' } },
    runSavedSearch: async ({ send }) => {
      const { body } = await send({ method: 'POST', url: '/api/SavedSearches', body: { name: 'Queue', search: {} } })
      return { url: `/api/SavedSearches/${body.id}/Orders` }
    },
    getSavedSearchSummaries: async ({ send }) => {
      const { body } = await send({ method: 'POST', url: '/api/SavedSearches', body: { name: 'Queue', search: {} } })
      return { url: `/api/SavedSearches/${body.id}/Summaries` }
    },
    searchWorkflowRuns: { method: 'POST', url: '/api/WorkflowRuns/Search', body: {} },
    getOrdersInFlight: { url: '/api/Configuration/InFlight' },
    listZReports: { url: '/api/ZReport' },
    findCustomers: { url: '/api/Customers', query: { searchText: 'kari' } },
    listOrdersOfCustomer: { url: '/api/Customers/id:C-1/Orders' },
    listInventory: { url: '/api/Inventory/Levels' },
    listInventoryMovements: { url: '/api/Inventory/Movements' },
  },
})

t.test(
  'given an order that one process has just written, when another one reads from the standby, then it is found',
  async (t) => {
    for (let turn = 0; turn < 8; turn++) {
      const { id } = await createdOrder(test, { customerId: `customer-${turn}` })
      const found = await send({ method: 'POST', url: `/api/Orders/Customers/customer-${turn}/Orders/Search`, body: {} })
      t.match(found, { status: 200, body: { totalHits: 1, result: [{ id }] } })
    }
  },
)

t.test(
  'given a search with an Idempotency-Key, when it is repeated, then it is the first response, and reads the primary',
  async (t) => {
    const search = () => send({ method: 'POST', url: '/api/Orders/Search', body: {}, headers: { 'idempotency-key': 'search-1' } })
    const first = await search()
    t.equal(first.status, 200)
    t.match(await search(), { status: 200, text: first.text, headers: { 'idempotent-replayed': 'true' } })
  },
)
