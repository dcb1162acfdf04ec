import { orderDeadLetters } from '@open-oms/contracts/dead-letters/routes'
import { registerDeadLetters } from '@open-oms/service-kit/dead-letters/register-dead-letters'
import type { Consumer } from '@open-oms/service-kit/events/consumer'
import { buildServer, type ServerOptions } from '@open-oms/service-kit/server/build-server'
import type { Server } from '@open-oms/service-kit/server/register-route'
import { registerAudit } from './modules/audit/routes.ts'
import { registerCarts } from './modules/carts/routes.ts'
import { registerComments } from './modules/comments/routes.ts'
import { type ConfigurationDeps, registerConfiguration } from './modules/configuration/routes.ts'
import { registerCredentialRows } from './modules/credentials/routes.ts'
import { registerCustomers } from './modules/customers/routes.ts'
import type { DocumentDeps } from './modules/documents/document-deps.ts'
import { registerDocuments } from './modules/documents/routes.ts'
import { registerErasure } from './modules/erasure/routes.ts'
import { registerHolds } from './modules/holds/routes.ts'
import { registerInventory } from './modules/inventory/routes.ts'
import { registerInvoices } from './modules/invoices/routes.ts'
import { registerJobs } from './modules/jobs/routes.ts'
import { registerOrderLines } from './modules/lines/routes.ts'
import { registerOrderLinesUpdate } from './modules/lines/update-routes.ts'
import { registerOrderMessages } from './modules/notifications/messages/routes.ts'
import { registerTemplates } from './modules/notifications/preview/routes.ts'
import { registerOrderBatches } from './modules/orders/batches/routes.ts'
import { registerCreateOrders } from './modules/orders/create/routes.ts'
import { registerDeleteOrders } from './modules/orders/delete/routes.ts'
import { registerExportOrders } from './modules/orders/export/routes.ts'
import { registerListOrders } from './modules/orders/list/routes.ts'
import { registerPatchOrder } from './modules/orders/patch/routes.ts'
import { registerRetrieveOrders } from './modules/orders/read/routes.ts'
import { registerUpdateOrders } from './modules/orders/replace/routes.ts'
import { registerOrderVersions } from './modules/orders/versions/routes.ts'
import { registerPayments } from './modules/payments/routes.ts'
import { registerRefundRequests } from './modules/refund-requests/routes.ts'
import type { SavedReportDeps } from './modules/reports/report-deps.ts'
import { registerOrderReports } from './modules/reports/routes.ts'
import { registerReturns } from './modules/returns/routes.ts'
import { registerSales } from './modules/sales/routes.ts'
import { registerSavedSearches } from './modules/saved-searches/routes.ts'
import { registerReadChanges } from './modules/search/changes/routes.ts'
import { registerSearchOrders } from './modules/search/routes.ts'
import { registerScrollOrders } from './modules/search/scroll/routes.ts'
import { registerShipmentDocuments } from './modules/shipment-documents/routes.ts'
import { registerShipments } from './modules/shipments/routes.ts'
import { registerStaffNotifications } from './modules/staff-notifications/routes.ts'
import { registerReadTimeline } from './modules/timeline/routes.ts'
import { registerWebhookSubscriptions } from './modules/webhooks/managed/routes.ts'
import { registerWebhooks } from './modules/webhooks/routes.ts'
import type { Subscribers } from './modules/webhooks/subscribers.ts'
import { webhookConsumers } from './modules/webhooks/webhook-consumers.ts'
import { registerExplainOrder } from './modules/why/routes.ts'
import { registerMovePayments, registerPaymentLinks } from './modules/workflow/move-payment-routes.ts'
import { registerPressButton } from './modules/workflow/press-button-routes.ts'
import { registerChangeStatus } from './modules/workflow/routes.ts'
import { registerWorkflowRuns } from './modules/workflow/run-routes.ts'
import { registerZReports } from './modules/z-reports/routes.ts'
import { onProductChanged } from './product-copy/on-product-changed.ts'

/** The dependencies of the commands and queries of all modules. */
export type Deps = DocumentDeps & ConfigurationDeps & SavedReportDeps & { subscribers: Subscribers }

/** Puts the order service together: its features on one server. It does not listen yet. */
export async function buildApp(options: ServerOptions, deps: Deps): Promise<Server> {
  const app = await buildServer(options)
  registerCreateOrders(app, deps)
  registerRetrieveOrders(app, deps)
  registerReadChanges(app, deps)
  registerSales(app, deps)
  registerOrderReports(app, deps)
  registerSearchOrders(app, deps)
  registerScrollOrders(app, deps)
  registerSavedSearches(app, deps)
  registerExportOrders(app, deps)
  registerListOrders(app, deps)
  registerUpdateOrders(app, deps)
  registerOrderBatches(app, deps)
  registerPatchOrder(app, deps)
  registerOrderLines(app, deps)
  registerPayments(app, deps)
  registerComments(app, deps)
  registerStaffNotifications(app, deps)
  registerHolds(app, deps)
  registerOrderMessages(app, deps)
  registerDocuments(app, deps)
  registerInvoices(app, deps)
  registerShipmentDocuments(app, deps)
  registerTemplates(app, deps)
  registerDeleteOrders(app, deps)
  registerOrderVersions(app, deps)
  registerReadTimeline(app, deps)
  registerExplainOrder(app, deps)
  registerChangeStatus(app, deps)
  registerMovePayments(app, deps)
  registerPaymentLinks(app, deps)
  registerPressButton(app, deps)
  registerRefundRequests(app, deps)
  registerOrderLinesUpdate(app, deps)
  registerShipments(app, deps)
  registerReturns(app, deps)
  registerWorkflowRuns(app, deps)
  registerJobs(app, deps)
  registerWebhooks(app, deps)
  registerWebhookSubscriptions(app, deps)
  registerDeadLetters(app, deps, orderDeadLetters)
  registerInventory(app, deps)
  registerZReports(app, deps)
  registerCarts(app, deps)
  registerCustomers(app, deps)
  registerErasure(app, deps)
  registerConfiguration(app, deps)
  registerAudit(app, deps)
  registerCredentialRows(app, deps)
  return app
}

/** The events of this service and of others that it handles. */
export function eventConsumers(deps: Pick<Deps, 'subscribers' | 'now'>): Consumer[] {
  return [...webhookConsumers(deps), onProductChanged()]
}
