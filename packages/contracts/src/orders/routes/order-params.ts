import { Type } from '@sinclair/typebox'
import { described } from '../../primitives.ts'

/** The order in the path of a route (orders.md#order-identity). */
export const OrderId = described(
  Type.String(),
  'The id of the order, percent-encoded where it has slashes, blanks or the like. Letter case counts. 404 where there is none.',
)
