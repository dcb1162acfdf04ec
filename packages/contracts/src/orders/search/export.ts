import { type Static, Type } from '@sinclair/typebox'
import { DateTime, Flag, List, Model, Nullable, Text, Word } from '../../primitives.ts'
import { Order } from '../order.ts'
import { ReturnOrderForm } from '../returns/returns.ts'
import { Shipment } from '../shipment.ts'
import { OrderSearchFilters, OrderSearchRequest } from './search.ts'

/** Most orders that one request sends to a connector: each is a call. */
export const CONNECTOR_ORDERS_MAX = 100
const ORDER_IDS_MAX = 10_000
const COLUMNS_MAX = 250
const COLUMN_LENGTH_MAX = 200

export const exportFormats = ['json', 'ndjson', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

const optional = Type.Optional

/** Which orders are exported, and how (orders.md#order-export). */
export const OrderExportRequest = Model('OrderExportRequest', {
  ...OrderSearchFilters.properties,
  sortOrder: OrderSearchRequest.properties.sortOrder,
  orderIds: optional(
    Type.Array(Text, {
      maxItems: ORDER_IDS_MAX,
      description: 'Only these, as far as the filters find them; empty: all that they find.',
    }),
  ),
  connectorId: optional(Type.String({ description: 'The connector that the orders are sent to, by its id.' })),
  connectorName: optional(Type.String({ description: 'The connector by its name.' })),
  format: optional(
    Type.Unsafe<ExportFormat>({
      ...Word(exportFormats),
      default: 'json',
      description: 'Of the response; with a connector it is always JSON.',
    }),
  ),
  columns: optional(
    Type.Array(Type.String({ maxLength: COLUMN_LENGTH_MAX }), {
      maxItems: COLUMNS_MAX,
      description:
        'Of a CSV: property paths such as `billingAddress.city`, `orderForm.lineItems[0].code`, or `properties[key]` for the value of a property.',
    }),
  ),
})
export type OrderExportRequest = Static<typeof OrderExportRequest>

/** What a connector is sent. */
export const OrderExportModel = Model('OrderExportModel', {
  order: Nullable(Order),
  returnOrderForm: Nullable(ReturnOrderForm),
  shipment: Nullable(Shipment),
})
export type OrderExportModel = Static<typeof OrderExportModel>

/** What came of sending it. */
export const ExportLogItem = Model('ExportLogItem', {
  /** The receiver made something new of it. */
  created: Flag,
  /** The failure is in the service's log, too. */
  errorLogged: Flag,
  errorReason: Nullable(Text),
  isSuccess: Flag,
  /** Exported, Refused or Unreachable. */
  status: Nullable(Text),
  timestamp: Nullable(DateTime),
  translateKey: Nullable(Text),
  /** The name of the connector. */
  type: Nullable(Text),
})
export type ExportLogItem = Static<typeof ExportLogItem>

export const OrderExportResult = Model('OrderExportResult', {
  item: OrderExportModel,
  logItems: List(ExportLogItem),
})
export type OrderExportResult = Static<typeof OrderExportResult>
