import { Type } from '@sinclair/typebox'
import { defineRoute } from '../../../route.ts'
import { Order } from '../../order.ts'
import { CONNECTOR_ORDERS_MAX, OrderExportRequest, OrderExportResult } from '../export.ts'

export const exportOrders = defineRoute({
  method: 'POST',
  url: '/api/Orders/ExportOrders',
  operationId: 'exportOrders',
  filesForAll: 'masked',
  permission: 'Export',
  audit: 'Export',
  needsConfirmation: true,
  summary: 'Exports the orders that a search finds, as a file or to a connector.',
  description:
    'Without a connector the response is a file of any length: JSON (a list of orders), newline-delimited JSON (`application/x-ndjson`, one ' +
    'order a line) or CSV (`text/csv`, UTF-8, RFC 4180; texts that a spreadsheet would take for a formula begin with an apostrophe). It shows ' +
    'all orders as of one moment. A response that breaks off is not complete. With a connector each order is sent to it, at most ' +
    `${CONNECTOR_ORDERS_MAX} of them, and the response says for each what came of it.`,
  tags: ['Orders'],
  access: ['OrderAdmin'],
  reads: 'standby',
  body: OrderExportRequest,
  responses: { 200: Type.Union([Type.Array(Order), Type.Array(OrderExportResult)]) },
  otherTypes: ['application/x-ndjson', 'text/csv'],
  headers: ['Content-Disposition'],
  omitsEmpty: true,
})

/** Every route that exports orders. */
export const exportOrdersRoutes = [exportOrders] as const
