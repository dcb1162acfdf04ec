import { orderRoutes } from '@open-oms/contracts/orders/routes/order-routes'
import { permissions } from '@open-oms/contracts/permissions'
import { idsIn, type ScopeCase, type ScopeRequests, scopeSuite } from '@open-oms/service-kit/testing/scope-suite'
import type { TestRequest, TestResponse } from '@open-oms/service-kit/testing/test-server'
import t from 'tap'
import { orderReports } from './modules/reports/report-registry.ts'
import {
  dataOfStore,
  idsOfNobody,
  SHARED_CUSTOMER,
  SHARED_WAREHOUSE,
  STOCK_NAME,
  type StoreDataIds,
} from './testing/data-of-store.ts'
import { pdfPages } from './testing/documents/pdf-text.ts'
import { planted, plantPerson } from './testing/planted-person.ts'
import { createdOrder, sampleConfig, testOrders } from './testing/test-orders.ts'

type Key = keyof StoreDataIds
type Case = ScopeCase<Key>

const get = (url: string, query?: Record<string, string | string[]>): TestRequest => ({
  url,
  ...(query === undefined ? {} : { query }),
})
const post = (url: string, body?: unknown): TestRequest => ({ method: 'POST', url, ...(body === undefined ? {} : { body }) })
const ofOrder =
  (path: string): ScopeRequests<Key> =>
  (ids) => [get(`/api/Orders/${ids.orderId}${path}`)]

/** By everything, by text, and by the store that is not the client's own. */
const searches = (ids: StoreDataIds): Record<string, unknown>[] => [
  {},
  { searchText: ids.mark },
  { selectedStores: [ids.storeId] },
]
/** What one route is asked for; the others, which search in the same way, for the kinds above. */
const allSearches = (ids: StoreDataIds): Record<string, unknown>[] => [
  ...searches(ids),
  { orderNumber: ids.orderNumber },
  { email: ids.email },
  { customerId: SHARED_CUSTOMER },
  { property: { key: 'Mark', value: ids.mark } },
]
const searching =
  (url: string): ScopeRequests<Key> =>
  (ids) =>
    searches(ids).map((body) => post(url, body))
const listing =
  (url: string): ScopeRequests<Key> =>
  (ids) => [get(url, { storeId: ids.storeId }), get(url, { storeId: SHARED_WAREHOUSE, filterOnWarehouse: 'true' })]
const drawing = (name: string): Case => ({
  silent: (ids) => [get(`/api/Orders/${name}/${ids.orderId}`, { templateFile: 'receipt' })],
})

/** The orders that a document of shipments is of: by their ids, and by searches. */
const printing = (name: string): Case => ({
  silent: (ids) =>
    [{ shipments: [{ orderId: unsentOrderOf(ids.mark) }] }, ...searches(ids).map((search) => ({ search, take: 200 }))].map(
      (body) => post(`/api/Shipments/${name}`, body),
    ),
})
/** An order of which nothing has left yet. */
const unsentOrderOf = (mark: string) => `unsent-${mark}`

const DAY_MS = 24 * 60 * 60 * 1_000
// The same for each call: the texts of two responses are compared.
const fromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const ranToday = { sinceFrom: fromNow(-1), sinceTo: fromNow(1) }

const cases: Record<string, Case> = {
  getOrder: (ids) => [get(`/api/Orders/${ids.orderId}`), get(`/api/Orders/${ids.saleId}`)],
  orderExists: { silent: (ids) => [{ method: 'HEAD', url: `/api/Orders/${ids.orderId}/Exists` }] },
  orderExistsByGet: { silent: (ids) => [get(`/api/Orders/${ids.orderId}/Exists`)] },
  getOrderByCart: (ids) => [get(`/api/Orders/carts/${ids.cartId}`)],
  getOrdersByIds: (ids, own) => [get('/api/Orders/GetOrders/ByIds', { ids: [ids.orderId, ids.saleId, own.orderId] })],
  ordersExist: (ids, own) => [post('/api/Orders/ExistMany', [ids.orderId, own.orderId])],
  listOrderMessages: ofOrder('/Messages'),
  getOrderMessage: (ids, own) => [
    get(`/api/Orders/${ids.orderId}/Messages/${ids.messageId}`),
    ...(ids === own ? [] : [get(`/api/Orders/${own.orderId}/Messages/${ids.messageId}`)]),
  ],
  listHolds: { silent: ofOrder('/Holds') },
  listWebhookSubscriptions: { exempt: 'managed-subscriptions.test.ts has the stores' },
  createWebhookSubscription: { exempt: 'managed-subscriptions.test.ts has the stores' },
  getWebhookSubscription: { exempt: 'managed-subscriptions.test.ts has the stores' },
  replaceWebhookSubscription: { exempt: 'managed-subscriptions.test.ts has the stores' },
  deleteWebhookSubscription: { exempt: 'managed-subscriptions.test.ts has the stores' },
  renewWebhookSecret: { exempt: 'managed-subscriptions.test.ts has the stores' },
  testWebhookSubscription: { exempt: 'managed-subscriptions.test.ts has the stores' },
  listRefundRequests: { exempt: 'refund-requests.test.ts has the stores' },
  createRefundRequest: { exempt: 'refund-requests.test.ts has the stores' },
  decideRefundRequest: { exempt: 'refund-requests.test.ts has the stores' },
  searchOrders: (ids) => allSearches(ids).map((body) => post('/api/Orders/Search', body)),
  searchOrderSummaries: searching('/api/Orders/SearchSummaries'),
  searchCustomerOrders: searching(`/api/Orders/Customers/${SHARED_CUSTOMER}/Orders/Search`),
  searchOrdersByCustomProperties: (ids) => [
    { ...post('/api/Orders/SearchByCustomProperties'), query: { key: 'Mark', value: ids.mark } },
  ],
  listSavedReports: { exempt: 'saved-reports.test.ts has the stores' },
  createSavedReport: { exempt: 'saved-reports.test.ts has the stores' },
  getSavedReport: { exempt: 'saved-reports.test.ts has the stores' },
  replaceSavedReport: { exempt: 'saved-reports.test.ts has the stores' },
  deleteSavedReport: { exempt: 'saved-reports.test.ts has the stores' },
  runSavedReport: { exempt: 'saved-reports.test.ts has the stores' },
  listSavedReportRuns: { exempt: 'saved-reports.test.ts has the stores' },
  listReports: { exempt: 'reports are of no store' },
  runReport: () =>
    orderReports.map(({ name }) => get(`/api/Reports/${name}`, { from: '2020-01-01', to: '2030-01-01', format: 'csv' })),
  getSales: () => [get('/api/Orders/Sales', { from: ranToday.sinceFrom, to: ranToday.sinceTo })],
  openScroll: (ids) => [{}, { selectedStores: [ids.storeId] }].map((body) => post('/api/Orders/Scroll', body)),
  getScroll: () => [get(`/api/Orders/Scroll/${scrollId}`)],
  deleteScroll: { exempt: 'the response has no content' },
  exportOrders: (ids, own) => [
    ...searches(ids).map((body) => post('/api/Orders/ExportOrders', body)),
    post('/api/Orders/ExportOrders', { orderIds: [ids.orderId, own.orderId] }),
  ],
  streamChanges: { exempt: 'its response has no end: change-streams.long.test.ts' },
  readChanges: (ids) => [get('/api/Orders/Changes'), get('/api/Orders/Changes', { storeId: ids.storeId })],
  getOrders: listing('/api/Orders/GetOrders'),
  getOrdersByOrderType: (ids, own) => [
    get('/api/Orders/GetOrders/ByOrderType', {}),
    ...listing('/api/Orders/GetOrders/ByOrderType')(ids, own),
  ],
  countOrders: { silent: listing('/api/Orders/GetOrders/Count') },
  getOrdersForPickUpPoint: listing('/api/Orders/GetOrdersForPickUpPoint'),
  getCustomerOrders: () => [get(`/api/Orders/Customers/${SHARED_CUSTOMER}/Orders`)],
  getOrdersForCustomer: (ids) => [
    get('/api/Orders/GetOrdersForCustomer', { customerId: SHARED_CUSTOMER }),
    get('/api/Orders/GetOrdersForCustomer', { email: ids.email }),
    get('/api/Orders/GetOrdersForCustomer', { customerId: SHARED_CUSTOMER, storeId: ids.storeId }),
  ],
  getOrderForCustomer: (ids) => [get('/api/Orders/GetOrderForCustomer', { customerId: SHARED_CUSTOMER, orderId: ids.orderId })],
  getPaymentOptions: { silent: ofOrder('/GetPaymentOptions') },
  listSavedSearches: { exempt: 'the counts are of the stores of the caller: see saved-searches.test.ts' },
  createSavedSearch: { exempt: 'it returns what was sent' },
  getSavedSearch: { exempt: 'a saved search is of no store' },
  replaceSavedSearch: { exempt: 'it returns what was sent' },
  deleteSavedSearch: { exempt: 'the response has no content' },
  runSavedSearch: () => [get(`/api/SavedSearches/${savedSearchId}/Orders`, { take: '100' })],
  getSavedSearchSummaries: () => [get(`/api/SavedSearches/${savedSearchId}/Summaries`, { take: '100' })],
  printPickList: printing('PickList'),
  printPackingSlips: printing('PackingSlips'),
  listShipmentsToPick: printing('ToPick'),
  getOrderAsPdf: drawing('GetOrderAsPdf'),
  getAsPdf: drawing('GetAsPdf'),
  listTemplates: { exempt: 'templates are of the tenant, not of a store' },
  checkTemplates: { exempt: 'templates are of the tenant, not of a store' },
  previewTemplate: { silent: (ids) => [post('/api/Templates/shipped/Preview', { orderId: ids.orderId })] },
  getOrderAsset: { silent: ofOrder('/Assets/credit-note-1') },
  getPaymentInvoice: { exempt: 'only of complete invoices: get-payment-invoice.long.test.ts' },
  getOrderVersion: (ids, own) => [
    get(`/api/Orders/${ids.orderId}/${ids.firstVersion}`),
    ...ofOtherOrder(ids, own, (versionId) => `/api/Orders/${own.orderId}/${versionId}`),
  ],
  listOrderVersions: ofOrder('/Versions'),
  diffOrderVersions: (ids, own) => [
    get(`/api/Orders/${ids.orderId}/Versions/${ids.firstVersion}/Diff/${ids.lastVersion}`),
    ...ofOtherOrder(ids, own, (versionId) => `/api/Orders/${own.orderId}/Versions/${own.firstVersion}/Diff/${versionId}`),
  ],
  trackOrder: { exempt: 'public: whoever has the secret key may follow the order, whatever the store' },
  readTimeline: ofOrder('/Timeline'),
  explainOrder: ofOrder('/Why'),
  getTransitions: { silent: ofOrder('/Transitions') },
  searchReturnOrders: (ids) =>
    [
      {},
      { id: ids.orderId },
      { orderNumber: ids.orderNumber },
      { rmaNumber: ids.rmaNumber },
      { customerId: SHARED_CUSTOMER },
      { searchText: ids.mark },
      { selectedStores: [ids.storeId] },
    ].map((body) => post('/api/Returns/SearchReturnOrders', body)),
  getWorkflowRuns: ofOrder('/WorkflowRuns'),
  searchWorkflowRuns: (ids) =>
    [{ orderId: ids.orderId }, ranToday, { ...ranToday, storeIds: [ids.storeId] }].map((body) =>
      post('/api/WorkflowRuns/Search', { states: ['Finished'], ...body }),
    ),
  getRunningConfiguration: { exempt: 'refused for clients of stores (running-configuration.test.ts)' },
  getConsolePlaces: { exempt: 'from the configuration; what a panel may read is limited by its token (panels.test.ts)' },
  getConfiguredNames: { exempt: 'from the configuration, without the stores of others (configured-names.test.ts)' },
  checkConfigurationFolder: { exempt: 'refused for clients of stores (running-configuration.test.ts)' },
  getOrdersInFlight: { exempt: 'refused for clients of stores (running-configuration.test.ts)' },
  listConfigurationDocuments: { exempt: 'refused for clients of stores (stored-documents.long.test.ts)' },
  getConfigurationDocument: { exempt: 'refused for clients of stores (stored-documents.long.test.ts)' },
  listConfigurationDocumentVersions: { exempt: 'refused for clients of stores (stored-documents.long.test.ts)' },
  listJobs: () => [get('/api/Jobs'), get('/api/Jobs', { kind: 'DismissRuns' })],
  listWebhookDeliveries: () => [get('/api/WebhookDeliveries'), get('/api/WebhookDeliveries', { state: 'Waiting' })],
  listOrderDeadLetters: { exempt: 'refused for clients of stores (dead-letters.test.ts)' },
  getOrderDeadLetter: { exempt: 'refused for clients of stores (dead-letters.test.ts)' },
  getJob: (ids) => [get(`/api/Jobs/${ids.jobId}`)],
  listJobResults: (ids) => [get(`/api/Jobs/${ids.jobId}/Results`)],
  cancelJob: (ids) => [post(`/api/Jobs/${ids.jobId}/Cancel`)],
  getInventory: {
    silent: (ids) => [
      get('/api/Inventory', { skuIds: STOCK_NAME }),
      get('/api/Inventory', { skuIds: STOCK_NAME, warehouseCode: ids.storeId }),
    ],
  },
  listInventory: {
    silent: (ids) => [
      get('/api/Inventory/Levels', { take: '1000' }),
      get('/api/Inventory/Levels', { warehouseCode: ids.storeId }),
    ],
  },
  listInventoryMovements: (ids) => [
    get('/api/Inventory/Movements', { take: '250' }),
    get('/api/Inventory/Movements', { warehouseCode: SHARED_WAREHOUSE }),
    get('/api/Inventory/Movements', { skuId: STOCK_NAME, warehouseCode: ids.storeId }),
    get('/api/Inventory/Movements', { orderId: ids.orderId }),
  ],
  findCustomers: (ids) => [
    get('/api/Customers'),
    get('/api/Customers', { searchText: ids.email }),
    get('/api/Customers', { orderId: ids.orderId }),
  ],
  getCustomer: () => [get(`/api/Customers/id:${SHARED_CUSTOMER}`)],
  listOrdersOfCustomer: () => [get(`/api/Customers/id:${SHARED_CUSTOMER}/Orders`)],
  searchAuditRecords: { exempt: '403 for clients of some stores; audit-log.test.ts' },
  listStaffNotifications: { exempt: 'those of the caller; staff-notifications.long.test.ts has the stores' },
  countUnreadNotifications: { exempt: 'a number of what the list has' },
  markNotificationsRead: { exempt: 'a number of what the list has' },
  listColleagues: { exempt: 'people, of whom colleagues.test.ts has the stores' },
  addCustomerNote: { exempt: 'it returns what was sent' },
  deleteCustomerNote: { exempt: 'the response has no content' },
  listCarts: (ids) => [
    get('/api/cart', { salesChannel: 'Phone' }),
    get('/api/cart', { salesChannel: 'Phone', storeId: ids.storeId }),
  ],
  getCart: (ids) => [get(`/api/cart/${ids.openCartId}`)],
  processCartWorkflowTest: (ids) => [post(`/api/Orders/${ids.openCartId}/processCartWorkflowTest/New`)],
  getZReport: (ids) => [get(`/api/ZReport/${ids.zReportId}`)],
  listZReports: (ids) => [get('/api/ZReport'), get('/api/ZReport', { storeId: ids.storeId })],
}

/** What an own order is asked about a version of another order: nothing where both are the same. */
function ofOtherOrder(ids: StoreDataIds, own: StoreDataIds, url: (versionId: string) => string): TestRequest[] {
  return ids === own ? [] : [get(url(ids.firstVersion))]
}

const config = await sampleConfig()
const search = { ...config.settings.search, scrollBatchSize: 1 }
const test = await testOrders(t, { config: { ...config, settings: { ...config.settings, search } } })
// Packing slips say the minute in which they were printed, and two of them are compared.
const now = new Date()
test.deps.now = () => now
/** Of all orders: it was opened by the same client when that was not limited to a store yet. */
let scrollId = ''
/** Finds every order, of all stores: it is shared. */
let savedSearchId = ''

/** As the test client, with the text of a PDF as a reader sees it. */
async function send(request: TestRequest): Promise<TestResponse> {
  const response = await test.send(request)
  if (response.headers['content-type'] !== 'application/pdf') return response
  return { ...response, text: (await pdfPages(response.bytes)).join('\n') }
}

// Movements of stock named the orders of other stores. Every route is called, so that no other one
// does.
t.test(
  'given a client that is limited to a store, when it calls any route, then it receives no id of the data of another store',
  async (t) => {
    const own = await dataOfStore(test, 'Bergen-01', 'of-bergen')
    const foreign = await dataOfStore(test, 'Oslo-01', 'of-oslo')
    const shared = { name: 'All', search: {}, shared: true }
    savedSearchId = (await test.send(post('/api/SavedSearches', shared))).body.id
    scrollId = (await test.send(post('/api/Orders/Scroll', {}))).body.scrollId
    for (const { mark, storeId, email } of [own.ids, foreign.ids]) {
      const customer = { customerId: SHARED_CUSTOMER, customerEmail: email, properties: [{ key: 'Mark', value: mark }] }
      await createdOrder(test, { id: unsentOrderOf(mark), orderNumber: unsentOrderOf(mark), storeId, ...customer })
    }
    const ownIds = idsIn(own.responses)
    const secrets = [...idsIn(foreign.responses)].filter((id) => !ownIds.has(id))
    await scopeSuite<Key>(t, {
      send,
      contracts: orderRoutes,
      cases,
      storeId: 'Bergen-01',
      own: own.ids,
      foreign: foreign.ids,
      unknown: idsOfNobody(),
      secrets: [...secrets, foreign.ids.mark, foreign.ids.storeId],
    })
  },
)

/** A caller with every right but that of seeing personal data. */
const withoutPersonalData = {
  claims: { oms_permissions: permissions.filter((permission) => permission !== 'SeePersonalData') },
}

// The same requests, for every route that reads: a new one cannot be forgotten here either.
t.test('given customers, when a caller who may not see them calls any route, then no response has their data', async (t) => {
  const { ids: before } = await dataOfStore(test, 'Oslo-01', 'of-planted')
  for (const id of [before.orderId, before.saleId, await unsentOrder(before)]) await plantPerson(test, id)
  const hold = { reasonCode: 'Check', note: planted.note }
  t.equal((await test.send(post(`/api/Orders/${before.orderId}/Holds`, hold))).status, 200)
  const ids = { ...before, lastVersion: (await test.send(get(`/api/Orders/${before.orderId}`))).body.versionId }
  scrollId = (await test.send(post('/api/Orders/Scroll', {}))).body.scrollId
  const texts = Object.values<string>(planted)
  const seen: string[] = []
  for (const contract of orderRoutes) {
    const given = cases[contract.operationId]
    if (given === undefined || 'exempt' in given) continue
    const requests = (typeof given === 'function' ? given : given.silent)(ids, ids)
    for (const request of requests) {
      const whole = await send(request)
      if (texts.some((text) => whole.text.includes(text))) seen.push(contract.operationId)
      const response = await send({ ...request, as: withoutPersonalData })
      const leaked = texts.filter((text) => response.text.includes(text))
      t.same(leaked, [], `${contract.operationId} ${JSON.stringify(request)} leaks nothing`)
      t.ok(response.status < 400 || response.status === 403, `${contract.operationId} ${response.status} ${response.text}`)
    }
  }
  const reached = new Set(seen)
  for (const name of [
    'getOrder',
    'searchOrders',
    'exportOrders',
    'getOrderAsPdf',
    'readTimeline',
    'diffOrderVersions',
    'findCustomers',
    'listHolds',
    'explainOrder',
  ])
    t.ok(reached.has(name), `there was something to leak in ${name}`)
})

async function unsentOrder({ mark, storeId }: StoreDataIds): Promise<string> {
  const id = unsentOrderOf(mark)
  const names = { id, orderNumber: id, storeId, customerId: SHARED_CUSTOMER, properties: [{ key: 'Mark', value: mark }] }
  await createdOrder(test, { ...names, customerEmail: planted.email })
  return id
}
