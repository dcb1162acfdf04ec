import type { Static } from '@sinclair/typebox'
import { LINES_MAX, List, Model, Nullable, Text } from '../primitives.ts'

/** Lines that are to be moved to a shipment (shipments.md#moved-lines). */
export const ShipmentLineItemsUpdateModel = Model('ShipmentLineItemsUpdateModel', {
  lineItemIds: List(Text, LINES_MAX),
  shipmentId: Nullable(Text),
})
export type ShipmentLineItemsUpdateModel = Static<typeof ShipmentLineItemsUpdateModel>
