import { type Static, Type } from '@sinclair/typebox'
import { DateTime, described, Flag, List, Model, Nullable, Text, Word } from '../../primitives.ts'
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
export const OrderExportRequest = Model(
  'OrderExportRequest',
  {
    ...OrderSearchFilters.properties,
    sortOrder: OrderSearchRequest.properties.sortOrder,
    sortByProperty: OrderSearchRequest.properties.sortByProperty,
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
    bom: optional(
      Type.Boolean({
        default: false,
        description: 'Of a CSV: it begins with a byte order mark, by which spreadsheets read it as UTF-8.',
      }),
    ),
    columns: optional(
      Type.Array(Type.String({ maxLength: COLUMN_LENGTH_MAX }), {
        maxItems: COLUMNS_MAX,
        description:
          'Of a CSV: property paths such as `billingAddress.city`, `orderForm.lineItems[0].code`, or `properties[key]` for the value of a property.',
      }),
    ),
  },
  'Which orders are exported, and how. It has the filters of an order search.',
)
export type OrderExportRequest = Static<typeof OrderExportRequest>

/** What a connector is sent. */
export const OrderExportModel = Model(
  'OrderExportModel',
  {
    order: described(Nullable(Order), 'The order.'),
    returnOrderForm: described(
      Nullable(ReturnOrderForm),
      'The return form that step Export runs for. Null when it runs for none, and in ExportOrders.',
    ),
    shipment: described(
      Nullable(Shipment),
      'The shipment that step Export runs for. Null when it runs for none, and in ExportOrders.',
    ),
  },
  'What a connector is sent.',
)
export type OrderExportModel = Static<typeof OrderExportModel>

/** What came of sending it. */
export const ExportLogItem = Model(
  'ExportLogItem',
  {
    created: described(Flag, 'Whether the receiver made something new of it.'),
    errorLogged: described(Flag, 'Whether the failure is in the log of the service too.'),
    errorReason: described(Nullable(Text), 'Why it failed, in words that may be of the receiver. Null when it succeeded.'),
    isSuccess: described(Flag, 'Whether the receiver took it.'),
    status: described(Nullable(Text), '`Exported`; `Refused` by the receiver; or `Unreachable`.'),
    timestamp: described(Nullable(DateTime), 'When the outcome was known.'),
    translateKey: described(Nullable(Text), 'Always null.'),
    type: described(Nullable(Text), 'The name of the connector.'),
  },
  'What came of sending an order to a connector.',
)
export type ExportLogItem = Static<typeof ExportLogItem>

export const OrderExportResult = Model(
  'OrderExportResult',
  {
    item: described(OrderExportModel, 'What was sent.'),
    logItems: described(List(ExportLogItem), 'What came of it.'),
  },
  'An order that was sent to a connector, and what came of it.',
)
export type OrderExportResult = Static<typeof OrderExportResult>
