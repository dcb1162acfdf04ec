import { Type } from '@sinclair/typebox'
import { described } from '../../../primitives.ts'
import { defineRoute } from '../../../route.ts'
import { OrderChanges } from '../changes.ts'

/** Most changes of one page (search.md#change-feed). */
export const CHANGES_MAX = 1000
export const CHANGES_DEFAULT = 100

export const readChanges = defineRoute({
  method: 'GET',
  url: '/api/Orders/Changes',
  operationId: 'readChanges',
  summary: 'Lists the changes of orders after a cursor, oldest first.',
  description:
    'No change ever appears before a cursor that was handed out. Without `after` the feed is read from its beginning. A cursor ' +
    'works with any filter; a filter looks at the store and the type that the order had with that change.',
  tags: ['Orders'],
  access: ['OrderRead'],
  query: Type.Object({
    after: Type.Optional(Type.String({ description: 'The `next` of an earlier page.' })),
    take: described(
      Type.Optional(Type.Integer({ minimum: 1, maximum: CHANGES_MAX, default: CHANGES_DEFAULT })),
      'How many changes a page has at most.',
    ),
    storeId: Type.Optional(Type.Array(Type.String(), { description: 'Changes of orders of these stores only.' })),
    orderTypes: Type.Optional(Type.Array(Type.String(), { description: 'Changes of orders of these types only.' })),
  }),
  responses: { 200: OrderChanges },
})

/** Every route that returns what changed. */
export const readChangesRoutes = [readChanges] as const
