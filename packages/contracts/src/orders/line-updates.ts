import type { Static } from '@sinclair/typebox'
import { Amount, Flag, List, Model, Nullable, Quantity, Text } from '../primitives.ts'
import { UpdateShipmentInfo } from './workflow/workflow.ts'

/** What happens to the units of one line in the targeted shipment (quantities.md#quantities-of-a-line-update). */
export const LineItemUpdate = Model('LineItemUpdate', {
  canceledQuantity: Quantity,
  /** Replaces the cost per unit. */
  cost: Nullable(Amount),
  deliveredQuantity: Quantity,
  lineItemId: Text,
  readyForPickupQuantity: Quantity,
  /** Units to move to the shipment of another warehouse. */
  reallocateQuantity: Quantity,
  /** Units to move to a new shipment. */
  splitQuantity: Quantity,
})
export type LineItemUpdate = Static<typeof LineItemUpdate>

export const UpdateLineItemStatusPatch = Model('UpdateLineItemStatusPatch', {
  isShippingCostKeptForExistingShipment: Flag,
  lineItemUpdates: List(LineItemUpdate),
  shipmentInfo: Nullable(UpdateShipmentInfo),
  status: Text,
  userId: Nullable(Text),
})
export type UpdateLineItemStatusPatch = Static<typeof UpdateLineItemStatusPatch>
