import type { Static } from '@sinclair/typebox'
import { Amount, described, Flag, List, Model, Nullable, Quantity, Text } from '../../primitives.ts'
import { UpdateShipmentInfo } from '../workflow/workflow.ts'

/**
 * What happens to the units of one line in the targeted shipment
 * (quantities.md#quantities-of-a-line-update).
 */
export const LineItemUpdate = Model(
  'LineItemUpdate',
  {
    canceledQuantity: described(
      Quantity,
      'How many units of the shipment are cancelled after the call, all in all: the same request again changes nothing.',
    ),
    cost: described(
      Nullable(Amount),
      'What one unit costs the shop, in place of the cost of the line and all its copies. Left out: the cost stays.',
    ),
    deliveredQuantity: described(
      Quantity,
      'How many units of the shipment are delivered after the call, all in all: the same request again changes nothing.',
    ),
    lineItemId: described(Text, 'The line; 404 where the order does not have it. Each line once.'),
    readyForPickupQuantity: described(
      Quantity,
      'How many units of the shipment are ready to be collected after the call, all in all.',
    ),
    reallocateQuantity: described(
      Quantity,
      'Units to move to the shipment that leaves from `shipmentInfo.warehouseCode`; it is made where there is none.',
    ),
    splitQuantity: described(Quantity, 'Units to move to a new shipment. Ignored when the line is delivered as well.'),
  },
  'What happens to the units of one line in the targeted shipment. Quantities that are 0 or left out leave that amount alone; none is negative.',
)
export type LineItemUpdate = Static<typeof LineItemUpdate>

export const UpdateLineItemStatusPatch = Model(
  'UpdateLineItemStatusPatch',
  {
    isShippingCostKeptForExistingShipment: described(
      Flag,
      'True: the shipping cost stays with the original shipment. False, or left out: it moves to the new shipment when everything in that one is delivered and the original is not.',
    ),
    lineItemUpdates: described(List(LineItemUpdate), 'What happens to which line; at least one.'),
    shipmentInfo: described(
      Nullable(UpdateShipmentInfo),
      'The targeted shipment by `shipmentId`, and further fields of it to set. Left out: the first shipment.',
    ),
    status: described(Text, 'The status that the shipment gets, whose steps run for it.'),
    userId: described(Nullable(Text), 'Who changes it, for the record. Left out: the client of the token.'),
  },
  'Units of lines of one shipment to deliver, cancel, make ready, split off or reallocate, and the status of the shipment.',
)
export type UpdateLineItemStatusPatch = Static<typeof UpdateLineItemStatusPatch>
