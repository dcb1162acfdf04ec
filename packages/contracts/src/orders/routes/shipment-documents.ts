import { type Static, Type } from '@sinclair/typebox'
import { described, Model, Text } from '../../primitives.ts'
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
  summary: 'Makes one pick list of many shipments: their open lines summed by warehouse, location and item.',
  description: which,
})

export const printPackingSlips = defineRoute({
  ...base,
  url: '/api/Shipments/PackingSlips',
  operationId: 'printPackingSlips',
  summary: 'Makes the packing slips of many shipments, one after the other in one PDF.',
  description: `${which} Each is in the language of the market of its order.`,
})

/** Every route that makes documents of shipments. */
export const shipmentDocumentRoutes = [printPickList, printPackingSlips] as const
