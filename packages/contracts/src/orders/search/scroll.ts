import { type Static, Type } from '@sinclair/typebox'
import { described, Flag, Integer, LongInteger, Model, Text } from '../../primitives.ts'
import { Order } from '../order.ts'
import { OrderSearchRequest } from './search.ts'

const Ignored = Type.Optional(Type.Integer({ ...Integer, description: 'Ignored: the tenant decides how long the batches are.' }))

/**
 * A search request of which all results are wanted: paging and facets mean nothing here
 * (search.md#scroll).
 */
export const OrderScrollRequest = Model(
  'OrderScrollRequest',
  { ...OrderSearchRequest.properties, take: Ignored, page: Ignored },
  'A search of which all results are wanted, batch by batch. It has the filters of an order search.',
)
export type OrderScrollRequest = Static<typeof OrderScrollRequest>

/** One batch of a scroll. */
export const OrderScrollResult = Model(
  'OrderScrollResult',
  {
    totalHits: described(LongInteger, 'How many orders the scroll found when it was opened.'),
    result: described(Type.Array(Order), 'The next orders, as they were when the scroll was opened. Empty after the last batch.'),
    scrollId: described(Text, 'What to read the next batch with. It may change with each call: use the newest.'),
    isValid: described(Flag, 'Always true: a scroll that cannot be continued is 404.'),
  },
  'One batch of a scroll.',
)
