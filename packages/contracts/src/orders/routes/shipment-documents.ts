import { type Static, Type } from '@sinclair/typebox'
import { DateTime, described, Flag, List, Model, Nullable, Quantity, Text } from '../../primitives.ts'
import { defineRoute, ErrorBody } from '../../route.ts'
import { OrderSearchRequest } from '../search/search.ts'

/**
 * Most shipments of one document, and most lines of them
 * (documents-and-notifications.md#documents-of-shipments).
 */
export const PRINTED_SHIPMENTS_MAX = 200
export const PRINTED_LINES_MAX = 5_000
const WAREHOUSES_MAX = 100

const optional = Type.Optional

/** Which shipments are printed: by their ids, or those of the orders that a search finds. */
export const ShipmentDocumentRequest = Model(
  'ShipmentDocumentRequest',
  {
    shipments: optional(
      Type.Array(
        Type.Object({
          orderId: Type.String({ minLength: 1, description: 'The order of the shipment.' }),
          shipmentId: optional(Type.String({ description: 'Absent: every shipment of the order.' })),
        }),
        { maxItems: PRINTED_SHIPMENTS_MAX, description: 'The shipments by their ids. Unknown ones are 404, all together.' },
      ),
    ),
    savedSearchId: optional(Type.String({ minLength: 1, description: 'The orders that this saved search finds.' })),
    search: optional(described(OrderSearchRequest, 'The orders that this search finds; its `take` and `page` have no effect.')),
    take: optional(
      Type.Integer({
        minimum: 1,
        maximum: PRINTED_SHIPMENTS_MAX,
        description: 'Only the first orders of the search. Absent: all of them, which must fit.',
      }),
    ),
    warehouseCodes: optional(
      Type.Array(Text, { maxItems: WAREHOUSES_MAX, description: 'Only shipments that leave from these warehouses.' }),
    ),
    marketId: optional(
      Type.String({ description: 'The market in whose language the pick list is. Absent: that of the orders.' }),
    ),
  },
  'Which shipments are printed: exactly one of `shipments`, `savedSearchId` and `search` says so.',
)
export type ShipmentDocumentRequest = Static<typeof ShipmentDocumentRequest>

const LineToPick = Model(
  'LineToPick',
  {
    lineItemId: described(Text, 'The line.'),
    skuId: described(Nullable(Text), 'The SKU.'),
    name: described(Text, 'What it is called: `displayName`, else `alternativeProductName`, else the SKU.'),
    size: described(Nullable(Text), 'Its size.'),
    color: described(Nullable(Text), 'Its colour.'),
    imageUrl: described(Nullable(Text), 'Its picture.'),
    location: described(Nullable(Text), 'Where it is in the warehouse: `internalWarehouseLocation`.'),
    barcodes: described(List(Text), 'What a scanner may read from it: its GTINs, then `ean`, each once.'),
    unit: described(Nullable(Text), 'The unit of the quantity.'),
    quantity: described(Quantity, 'How many are to be picked.'),
    comment: described(Nullable(Text), 'The comment of the line.'),
    packageName: described(Nullable(Text), 'The package that it is a component of. Null: of none.'),
    hasSerialNumber: described(Flag, 'Whether each unit has a serial number.'),
  },
  'What is to be picked of a line.',
)

const ShipmentToPick = Model(
  'ShipmentToPick',
  {
    orderId: described(Text, 'The order.'),
    orderNumber: described(Nullable(Text), 'Its number.'),
    versionId: described(Nullable(Text), 'Its version, for `If-Match` of what is written about the pick.'),
    shipmentId: described(Text, 'The shipment.'),
    warehouseCode: described(Nullable(Text), 'The warehouse that it leaves from: its own, else the first one of the store.'),
    storeId: described(Nullable(Text), 'The store of the order.'),
    customerName: described(Nullable(Text), 'The customer.'),
    shippingMethodName: described(Nullable(Text), 'How the goods travel.'),
    comment: described(Nullable(Text), 'The comment of the shipment.'),
    created: described(DateTime, 'When the order was created.'),
    pickedStatus: described(
      Nullable(Text),
      'The first status with `isPicked` that the order may enter: sent for the shipment, it says that the goods are picked. Null: there is none.',
    ),
    lines: described(List(LineToPick), 'What is to be picked, by `location` (A-2 before A-12, none last) and SKU.'),
  },
  'A shipment with goods to pick.',
)
export type ShipmentToPick = Static<typeof ShipmentToPick>

export const ShipmentsToPick = Model(
  'ShipmentsToPick',
  { result: described(Type.Array(ShipmentToPick), 'The shipments, in the order of the request or the search.') },
  'Shipments with goods to pick.',
)
export type ShipmentsToPick = Static<typeof ShipmentsToPick>

const base = {
  method: 'POST',
  tags: ['Documents'],
  access: ['OrderRead'],
  body: ShipmentDocumentRequest,
  responses: { 200: Type.String({ contentMediaType: 'application/pdf', description: 'The PDF.' }), 404: ErrorBody },
  headers: ['Content-Disposition', 'Cache-Control'],
} as const

const which =
  `Exactly one of \`shipments\`, \`savedSearchId\` and \`search\` says of which; at most ${PRINTED_SHIPMENTS_MAX} shipments. What is held, cancelled, ` +
  'delivered or shipped is left out, and named at the end. 400 `NothingToPrint` when nothing is left.'

export const printPickList = defineRoute({
  ...base,
  url: '/api/Shipments/PickList',
  operationId: 'printPickList',
  filesForAll: 'masked',
  audit: 'Print',
  summary: 'Makes one pick list of many shipments: their open lines summed by warehouse, location and item.',
  description: which,
})

export const printPackingSlips = defineRoute({
  ...base,
  url: '/api/Shipments/PackingSlips',
  operationId: 'printPackingSlips',
  filesForAll: 'masked',
  audit: 'Print',
  summary: 'Makes the packing slips of many shipments, one after the other in one PDF.',
  description: `${which} Each is in the language of the market of its order.`,
})

export const listShipmentsToPick = defineRoute({
  method: 'POST',
  url: '/api/Shipments/ToPick',
  operationId: 'listShipmentsToPick',
  audit: 'BulkRead',
  summary: 'Lists what is to be picked of many shipments, line by line, for picking without paper.',
  description:
    `The goods of a pick list, not summed. Exactly one of \`shipments\`, \`savedSearchId\` and \`search\` says of which; at most ${PRINTED_SHIPMENTS_MAX} shipments. ` +
    '`marketId` has no effect. Empty when nothing is to be picked.',
  tags: ['Documents'],
  access: ['OrderRead'],
  body: ShipmentDocumentRequest,
  responses: { 200: ShipmentsToPick, 404: ErrorBody },
})

/** Every route about what is picked and packed of shipments. */
export const shipmentDocumentRoutes = [printPickList, printPackingSlips, listShipmentsToPick] as const
