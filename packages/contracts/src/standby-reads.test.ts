import t from 'tap'
import { accountingRoutes } from './accounting/routes.ts'
import { catalogRoutes } from './catalog/routes.ts'
import { orderRoutes } from './orders/routes/order-routes.ts'
import { isReadMethod, type RouteContract } from './route.ts'

/**
 * Searches, lists, exports and reports: nothing is decided by them, and no client writes by their
 * versions.
 */
const ofStandby = [
  'countOrders',
  'exportLedgerLines',
  'exportOrders',
  'exportPostings',
  'findCustomers',
  'getCustomerOrders',
  'getLedgerFigures',
  'getOrders',
  'getOrdersByOrderType',
  'getOrdersForCustomer',
  'getOrdersForPickUpPoint',
  'getOrdersInFlight',
  'getSales',
  'getSavedSearchSummaries',
  'getScroll',
  'getTrialBalance',
  'listAccountingDeadLetters',
  'listBusinessCustomers',
  'listInventory',
  'listInventoryMovements',
  'listJobResults',
  'listJobs',
  'listOrderDeadLetters',
  'listOrdersOfCustomer',
  'listSavedSearches',
  'listWebhookDeliveries',
  'listZReports',
  'openScroll',
  'runSavedSearch',
  'searchCustomerOrders',
  'searchLedgerLines',
  'searchOrderSummaries',
  'searchOrders',
  'searchOrdersByCustomProperties',
  'searchPostings',
  'searchProducts',
  'searchWorkflowRuns',
]

/** Reports, whose address may be that of a standby (REPORTING_DATABASE_URL). */
const ofReports = ['listAccountingReports', 'listReports', 'runAccountingReport', 'runReport']

/** Reads by id, which are cheap and which clients write by, and what a client decides by. */
const ofPrimary = [
  'addProductImage',
  'checkConfigurationFolder',
  'countUnreadNotifications',
  'diffOrderVersions',
  'explainDay',
  'explainOrder',
  'getAccountingDeadLetter',
  'getAsPdf',
  'getAssetFile',
  'getBusinessCustomer',
  'getCart',
  'listCarts',
  'getConfigurationDocument',
  'getConfiguredNames',
  'getConsolePlaces',
  'getCustomer',
  'getCustomerAssets',
  'getInventory',
  'getJob',
  'getOrder',
  'getOrderAsPdf',
  'getOrderAsset',
  'getOrderByCart',
  'getOrderDeadLetter',
  'getOrderForCustomer',
  'getOrderMessage',
  'getOrderVersion',
  'getOrdersByIds',
  'getPaymentInvoice',
  'getPaymentOptions',
  'getPosting',
  'getPostingByZReport',
  'getPostingByZReportWithoutId',
  'getPostingLine',
  'getPostingLines',
  'getPostingWithoutId',
  'getProduct',
  'getProductAssets',
  'getRawProduct',
  'getRunningConfiguration',
  'getSavedReport',
  'getSavedSearch',
  'getTransitions',
  'getWebhookSubscription',
  'getWorkflowRuns',
  'getZReport',
  'headAssetFile',
  'listColleagues',
  'listConfigurationDocumentVersions',
  'listConfigurationDocuments',
  'listHolds',
  'listOrderMessages',
  'listOrderVersions',
  'listRefundRequests',
  'listSavedReportRuns',
  'listSavedReports',
  'listStaffNotifications',
  'listTemplates',
  'listWebhookSubscriptions',
  'orderExists',
  'orderExistsByGet',
  // Gives changes their positions first.
  'readChanges',
  'readTimeline',
  // Finds what was done a second ago.
  'searchAuditRecords',
  // Continues from cursors of the primary.
  'streamChanges',
  'trackOrder',
]

const routes: readonly RouteContract[] = [...catalogRoutes, ...orderRoutes, ...accountingRoutes]
const ids = (some: readonly RouteContract[]) => some.map(({ operationId }) => operationId).sort()

t.test('given every route that reads, when it is new, then someone has decided where it reads from', async (t) => {
  t.same(ids(routes.filter(({ reads }) => reads === 'standby')), ofStandby)
  t.same(
    ids(routes.filter(({ method, reads }) => isReadMethod(method) && reads !== 'standby')),
    [...ofPrimary, ...ofReports].toSorted(),
  )
})

t.test('given a route that reads from a standby, when clients write by its version, then it may not', async (t) => {
  t.same(ids(routes.filter(({ reads, carriesVersion }) => reads === 'standby' && carriesVersion === true)), [])
})
