import { Type } from '@sinclair/typebox'
import { described } from '../../../primitives.ts'
import { defineRoute } from '../../../route.ts'
import { OrderChangeEvents, OrderChanges } from '../changes.ts'

/** Most changes of one page (search.md#change-feed). */
export const CHANGES_MAX = 1000
export const CHANGES_DEFAULT = 100

const changeFilter = {
  storeId: Type.Optional(Type.Array(Type.String(), { description: 'Changes of orders of these stores only.' })),
  orderTypes: Type.Optional(Type.Array(Type.String(), { description: 'Changes of orders of these types only.' })),
}

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
    ...changeFilter,
  }),
  responses: { 200: OrderChanges },
})

/**
 * Most streams of changes that a client, or a person, has at a time at one process of the service.
 */
export const STREAMS_PER_CLIENT_MAX = 20

export const streamChanges = defineRoute({
  method: 'GET',
  url: '/api/Orders/Changes/Stream',
  operationId: 'streamChanges',
  filesForAll: 'impersonal',
  summary: 'Streams the changes of orders as they happen, as server-sent events.',
  description:
    'The same changes as `readChanges`, in the same order and by the same cursors, with those to come. The first event is `position`; ' +
    'each change is an event `change`, whose `data` is one of the `result` of `readChanges`; the `id` of both is a cursor. While ' +
    'nothing happens the id alone is sent every 20 seconds. The stream begins behind `Last-Event-ID`, which `EventSource` sends when it ' +
    'connects again, else behind `since`, else now. It ends with the token, after five minutes at the latest, and when the service ' +
    `stops: connect again with the last id. At most ${STREAMS_PER_CLIENT_MAX} streams of one client or person.`,
  tags: ['Orders'],
  access: ['OrderRead'],
  query: Type.Object({
    since: Type.Optional(Type.String({ description: 'The `next` of a page, or the id of an event.' })),
    ...changeFilter,
  }),
  requestHeaders: ['Last-Event-ID'],
  responses: { 200: OrderChangeEvents },
  headers: ['Cache-Control', 'X-Accel-Buffering'],
  isStream: true,
})

/** Every route that returns what changed. */
export const readChangesRoutes = [readChanges, streamChanges] as const
