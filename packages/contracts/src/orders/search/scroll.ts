import { type Static, Type } from '@sinclair/typebox'
import { Flag, Integer, LongInteger, Model, Text } from '../../primitives.ts'
import { Order } from '../order.ts'
import { OrderSearchRequest } from './search.ts'

const Ignored = Type.Optional(Type.Integer({ ...Integer, description: 'Ignored: the tenant decides how long the batches are.' }))

/** A search request of which all results are wanted: paging and facets mean nothing here (search.md#scroll). */
export const OrderScrollRequest = Model('OrderScrollRequest', { ...OrderSearchRequest.properties, take: Ignored, page: Ignored })
export type OrderScrollRequest = Static<typeof OrderScrollRequest>

/** One batch of a scroll. */
export const OrderScrollResult = Model('OrderScrollResult', {
  totalHits: LongInteger,
  result: Type.Array(Order),
  scrollId: Text,
  isValid: Flag,
})
