import type { Consumer } from '@oms/service-kit/events/consume'
import { buildServer, type ServerOptions } from '@oms/service-kit/server/build-server'
import type { Server } from '@oms/service-kit/server/register-route'
import { onOrderEvent } from './consumers/on-order-event.ts'
import { onProductChanged } from './consumers/on-product-changed.ts'
import type { Deps } from './deps.ts'
import { registerCarts } from './features/carts/routes.ts'
import { registerChangeStatus } from './features/change-status/routes.ts'
import { registerComments } from './features/comments/routes.ts'
import { registerCreateOrders } from './features/create-orders/routes.ts'
import { registerDeleteOrders } from './features/delete-orders/routes.ts'
import { registerDocuments } from './features/documents/routes.ts'
import { registerExportOrders } from './features/export-orders/routes.ts'
import { registerInventory } from './features/inventory/routes.ts'
import { registerListOrders } from './features/list-orders/routes.ts'
import { registerOrderBatches } from './features/order-batches/routes.ts'
import { registerOrderLines } from './features/order-lines/routes.ts'
import { registerOrderLinesUpdate } from './features/order-lines-update/routes.ts'
import { registerOrderShipments } from './features/order-shipments/routes.ts'
import { registerOrderVersions } from './features/order-versions/routes.ts'
import { registerPatchOrders } from './features/patch-orders/routes.ts'
import { registerPayments } from './features/payments/routes.ts'
import { registerReadChanges } from './features/read-changes/routes.ts'
import { registerReadTimeline } from './features/read-timeline/routes.ts'
import { registerRetrieveOrders } from './features/retrieve-orders/routes.ts'
import { registerReturns } from './features/returns/routes.ts'
import { registerScrollOrders } from './features/scroll-orders/routes.ts'
import { registerSearchOrders } from './features/search-orders/routes.ts'
import { registerTrackOrder } from './features/track-order/routes.ts'
import { registerUpdateOrders } from './features/update-orders/routes.ts'
import { registerWorkflowRuns } from './features/workflow-runs/routes.ts'
import { registerZReports } from './features/z-reports/routes.ts'

/** Puts the order service together: its features on one server. It does not listen yet. */
export async function buildApp(options: ServerOptions, deps: Deps): Promise<Server> {
  const app = await buildServer(options)
  registerCreateOrders(app, deps)
  registerRetrieveOrders(app, deps)
  registerReadChanges(app, deps)
  registerSearchOrders(app, deps)
  registerScrollOrders(app, deps)
  registerExportOrders(app, deps)
  registerListOrders(app, deps)
  registerUpdateOrders(app, deps)
  registerOrderBatches(app, deps)
  registerPatchOrders(app, deps)
  registerOrderLines(app, deps)
  registerPayments(app, deps)
  registerComments(app, deps)
  registerDocuments(app, deps)
  registerDeleteOrders(app, deps)
  registerOrderVersions(app, deps)
  registerTrackOrder(app, deps)
  registerReadTimeline(app, deps)
  registerChangeStatus(app, deps)
  registerOrderLinesUpdate(app, deps)
  registerOrderShipments(app, deps)
  registerReturns(app, deps)
  registerWorkflowRuns(app, deps)
  registerInventory(app, deps)
  registerZReports(app, deps)
  registerCarts(app, deps)
  return app
}

/** The events of this service and of others that it handles. */
export function consumersOf(deps: Pick<Deps, 'config' | 'now'>): Consumer[] {
  return [onOrderEvent(deps), onProductChanged()]
}
