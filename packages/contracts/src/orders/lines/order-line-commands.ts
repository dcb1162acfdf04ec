import { type Static, Type } from '@sinclair/typebox'
import { described, LINES_MAX, List, Model, Nullable, Text } from '../../primitives.ts'
import { PropertyItem } from '../primitive-models.ts'

/**
 * Lines of one order, as the cancellation of lines across orders names them
 * (lines.md#line-cancellation).
 */
export const OrderLineIdRequest = Model(
  'OrderLineIdRequest',
  {
    orderId: described(Nullable(Text), 'The order of the lines.'),
    lineItemIds: described(List(Text, LINES_MAX), 'The lines by their `lineItemId`.'),
  },
  'Lines of one order to cancel.',
)
export type OrderLineIdRequest = Static<typeof OrderLineIdRequest>

/** Properties to add to a line, or to update there (lines.md#line-properties). */
export const LineItemPropertiesPatch = Model(
  'LineItemPropertiesPatch',
  {
    lineItemId: described(Nullable(Text), 'The line; 404 where the order does not have it.'),
    properties: described(
      List(PropertyItem),
      'The properties, each with a key. One of the same key and group is updated, any other added.',
    ),
  },
  'Properties to add to a line, or to update there.',
)
export type LineItemPropertiesPatch = Static<typeof LineItemPropertiesPatch>

/** How many lines one call has cancelled: a bare number. */
export const CanceledLineCount = Type.Integer({ minimum: 0 })
