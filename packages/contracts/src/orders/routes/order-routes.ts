import type { RouteContract } from '../../route.ts'
import { cartRoutes } from './carts.ts'
import { changeStatusRoutes } from './change-status.ts'
import { commentsRoutes } from './comments.ts'
import { createOrdersRoutes } from './create-orders.ts'
import { deleteOrdersRoutes } from './delete-orders.ts'
import { documentsRoutes } from './documents.ts'
import { exportOrdersRoutes } from './export-orders.ts'
import { inventoryRoutes } from './inventory.ts'
import { listOrdersRoutes } from './list-orders.ts'
import { orderLinesRoutes } from './order-lines.ts'
import { orderLinesUpdateRoutes } from './order-lines-update.ts'
import { orderShipmentsRoutes } from './order-shipments.ts'
import { orderTrackingRoutes } from './order-tracking.ts'
import { orderVersionsRoutes } from './order-versions.ts'
import { patchOrdersRoutes } from './patch-orders.ts'
import { paymentsRoutes } from './payments.ts'
import { readChangesRoutes } from './read-changes.ts'
import { readTimelineRoutes } from './read-timeline.ts'
import { retrieveOrdersRoutes } from './retrieve-orders.ts'
import { returnsRoutes } from './returns.ts'
import { scrollOrdersRoutes } from './scroll-orders.ts'
import { searchOrdersRoutes } from './search-orders.ts'
import { updateOrdersRoutes } from './update-orders.ts'
import { workflowRunsRoutes } from './workflow-runs.ts'
import { zReportRoutes } from './z-reports.ts'

/** Every route of orders-workflow. */
export const orderRoutes: readonly RouteContract[] = [
  ...createOrdersRoutes,
  ...retrieveOrdersRoutes,
  ...updateOrdersRoutes,
  ...searchOrdersRoutes,
  ...scrollOrdersRoutes,
  ...exportOrdersRoutes,
  ...readChangesRoutes,
  ...listOrdersRoutes,
  ...patchOrdersRoutes,
  ...orderLinesRoutes,
  ...paymentsRoutes,
  ...commentsRoutes,
  ...documentsRoutes,
  ...deleteOrdersRoutes,
  ...orderVersionsRoutes,
  ...orderTrackingRoutes,
  ...readTimelineRoutes,
  ...changeStatusRoutes,
  ...orderLinesUpdateRoutes,
  ...orderShipmentsRoutes,
  ...returnsRoutes,
  ...workflowRunsRoutes,
  ...inventoryRoutes,
  ...cartRoutes,
  ...zReportRoutes,
]
