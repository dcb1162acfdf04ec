import { auditRoutes } from '../../audit/routes.ts'
import { orderDeadLetters } from '../../dead-letters/routes.ts'
import { reportRoutes } from '../../reports/routes.ts'
import { savedReportRoutes } from '../../reports/saved-report-routes.ts'
import type { RouteContract } from '../../route.ts'
import { explainOrderRoutes } from '../../why/order-reasons.ts'
import { cartRoutes } from '../carts/routes.ts'
import { configurationRoutes } from '../configuration/routes.ts'
import { customerRoutes } from '../customers/routes.ts'
import { inventoryRoutes } from '../inventory/routes.ts'
import { jobRoutes } from '../jobs/routes.ts'
import { refundRequestRoutes } from '../payments/refund-requests.ts'
import { returnsRoutes } from '../returns/routes.ts'
import { salesRoutes } from '../sales/sales.ts'
import { exportOrdersRoutes } from '../search/routes/export-orders.ts'
import { listOrdersRoutes } from '../search/routes/list-orders.ts'
import { readChangesRoutes } from '../search/routes/read-changes.ts'
import { savedSearchRoutes } from '../search/routes/saved-searches.ts'
import { scrollOrdersRoutes } from '../search/routes/scroll-orders.ts'
import { searchOrdersRoutes } from '../search/routes/search-orders.ts'
import { staffNotificationRoutes } from '../staff/staff-notifications.ts'
import { webhookRoutes } from '../webhooks/routes.ts'
import { changeStatusRoutes } from '../workflow/routes/change-status.ts'
import { workflowRunsRoutes } from '../workflow/routes/workflow-runs.ts'
import { zReportRoutes } from '../z-reports/routes.ts'
import { commentsRoutes } from './comments.ts'
import { createOrdersRoutes } from './create-orders.ts'
import { deleteOrdersRoutes } from './delete-orders.ts'
import { documentsRoutes } from './documents.ts'
import { holdsRoutes } from './holds.ts'
import { orderMessageRoutes } from './messages.ts'
import { movePaymentsRoutes } from './move-payments.ts'
import { orderLinesRoutes } from './order-lines.ts'
import { orderLinesUpdateRoutes } from './order-lines-update.ts'
import { orderShipmentsRoutes } from './order-shipments.ts'
import { orderTrackingRoutes } from './order-tracking.ts'
import { orderVersionsRoutes } from './order-versions.ts'
import { patchOrdersRoutes } from './patch-orders.ts'
import { paymentsRoutes } from './payments.ts'
import { pressButton } from './press-button.ts'
import { readTimelineRoutes } from './read-timeline.ts'
import { retrieveOrdersRoutes } from './retrieve-orders.ts'
import { shipmentDocumentRoutes } from './shipment-documents.ts'
import { templatesRoutes } from './templates.ts'
import { updateOrdersRoutes } from './update-orders.ts'

/** Every route of orders-workflow. */
export const orderRoutes: readonly RouteContract[] = [
  ...createOrdersRoutes,
  ...retrieveOrdersRoutes,
  ...updateOrdersRoutes,
  ...searchOrdersRoutes,
  ...salesRoutes,
  ...Object.values(reportRoutes),
  ...savedReportRoutes,
  ...scrollOrdersRoutes,
  ...savedSearchRoutes,
  ...exportOrdersRoutes,
  ...readChangesRoutes,
  ...listOrdersRoutes,
  ...patchOrdersRoutes,
  ...orderLinesRoutes,
  ...paymentsRoutes,
  ...movePaymentsRoutes,
  ...refundRequestRoutes,
  ...staffNotificationRoutes,
  ...commentsRoutes,
  ...holdsRoutes,
  ...orderMessageRoutes,
  ...documentsRoutes,
  ...shipmentDocumentRoutes,
  ...templatesRoutes,
  ...deleteOrdersRoutes,
  ...orderVersionsRoutes,
  ...orderTrackingRoutes,
  ...readTimelineRoutes,
  ...explainOrderRoutes,
  ...changeStatusRoutes,
  pressButton,
  ...orderLinesUpdateRoutes,
  ...orderShipmentsRoutes,
  ...returnsRoutes,
  ...workflowRunsRoutes,
  ...jobRoutes,
  ...webhookRoutes,
  ...Object.values(orderDeadLetters),
  ...inventoryRoutes,
  ...cartRoutes,
  ...customerRoutes,
  ...zReportRoutes,
  ...configurationRoutes,
  ...auditRoutes,
]
