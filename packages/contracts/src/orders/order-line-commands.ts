import { type Static, Type } from '@sinclair/typebox'
import { LINES_MAX, List, Model, Nullable, Text } from '../primitives.ts'
import { PropertyItem } from './primitive-models.ts'

/** Lines of one order, as the cancellation of lines across orders names them (lines.md#line-cancellation). */
export const OrderLineIdRequest = Model('OrderLineIdRequest', {
  orderId: Nullable(Text),
  lineItemIds: List(Text, LINES_MAX),
})
export type OrderLineIdRequest = Static<typeof OrderLineIdRequest>

/** Properties to add to a line, or to update there (lines.md#line-properties). */
export const LineItemPropertiesPatch = Model('LineItemPropertiesPatch', {
  lineItemId: Nullable(Text),
  properties: List(PropertyItem),
})
export type LineItemPropertiesPatch = Static<typeof LineItemPropertiesPatch>

/** How many lines one call has cancelled: a bare number. */
export const CanceledLineCount = Type.Integer({ minimum: 0 })
