import { type Static, Type } from '@sinclair/typebox'
import { described, InputModel, LINES_MAX, LIST_MAX, List, Model, Nullable, Text } from '../../primitives.ts'
import { BODY_LIMIT_BATCH, defineRoute } from '../../route.ts'
import { Order } from '../order.ts'
import { OrderPatchUpdateResult, ShipmentPatch } from '../order-patch.ts'
import { Shipment } from '../shipment.ts'
import { OrderId } from './order-params.ts'

/** Lines to move to a shipment (shipments.md#moved-lines). */
export const ShipmentLineItemsUpdateModel = Model(
  'ShipmentLineItemsUpdateModel',
  {
    lineItemIds: described(
      List(Text, LINES_MAX),
      'The lines by their `lineItemId`. Components of a package, and what must ship together, go along; a line of which nothing can move is 400.',
    ),
    shipmentId: described(Nullable(Text), 'The shipment that takes them, one that the order has.'),
  },
  'Lines whose open units to move to one shipment.',
)
export type ShipmentLineItemsUpdateModel = Static<typeof ShipmentLineItemsUpdateModel>

const route = {
  tags: ['Shipments'],
  access: ['OrderAdmin'],
  params: Type.Object({ orderId: OrderId }),
  bodyLimit: BODY_LIMIT_BATCH,
} as const
const returnsOrder = { responses: { 200: Order }, carriesVersion: true, allowsMinimal: true } as const

export const putShipments = defineRoute({
  ...route,
  ...returnsOrder,
  method: 'PUT',
  url: '/api/OrderShipments/:orderId',
  operationId: 'putShipments',
  summary: 'Replaces all shipments of an order.',
  description:
    'A shipment that is not sent is removed; its lines must be in one that is. Of each line the shipments must hold what the order has, and no ' +
    'delivered, cancelled or ready quantity may come or go. One shipment without lines takes them all. No workflow runs.',
  body: Type.Array(InputModel(Shipment), { minItems: 1, maxItems: LIST_MAX }),
})

export const patchShipments = defineRoute({
  ...route,
  method: 'PATCH',
  url: '/api/OrderShipments/:orderId',
  operationId: 'patchShipments',
  summary: 'Changes the parts of shipments that are sent and leaves the others as they are.',
  description:
    'Shipments that the order does not have are counted and passed over. Lists are merged by their natural keys. No workflow runs.',
  body: Type.Array(InputModel(ShipmentPatch, ['shipmentId'], 'ShipmentPatchById'), { minItems: 1, maxItems: LIST_MAX }),
  responses: { 200: OrderPatchUpdateResult },
  requestHeaders: ['If-Match'],
})

export const deleteShipments = defineRoute({
  ...route,
  ...returnsOrder,
  method: 'DELETE',
  url: '/api/OrderShipments/:orderId/DeleteShipments',
  operationId: 'deleteShipments',
  summary: 'Deletes shipments; their lines go to the first shipment that remains.',
  description:
    'One shipment must remain. A shipment that something was delivered of, or that is released, shipped or tracked, cannot be deleted. Its ' +
    'shipping cost goes with the lines. No workflow runs.',
  body: Type.Array(Type.String(), { minItems: 1, maxItems: LIST_MAX }),
})

export const addOrderLinesToShipment = defineRoute({
  ...route,
  ...returnsOrder,
  method: 'PUT',
  url: '/api/OrderShipments/:orderId/AddOrderLinesToShipment',
  operationId: 'addOrderLinesToShipment',
  summary: 'Moves what is open of lines to a shipment.',
  description:
    'What is delivered or cancelled of a line stays where it is. A shipment that is left without lines is removed unless it has tracking; ' +
    'its shipping cost goes with its last line. No workflow runs.',
  body: Type.Array(InputModel(ShipmentLineItemsUpdateModel, ['shipmentId', 'lineItemIds'], 'ShipmentLinesUpdate'), {
    minItems: 1,
    maxItems: LIST_MAX,
  }),
})

/** Every route that arranges the shipments of an order. */
export const orderShipmentsRoutes = [putShipments, patchShipments, deleteShipments, addOrderLinesToShipment] as const
