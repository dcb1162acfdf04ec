import { Type } from '@sinclair/typebox'
import { described } from '../../../primitives.ts'
import { defineRoute } from '../../../route.ts'
import { OrderScrollRequest, OrderScrollResult } from '../scroll.ts'

const base = {
  tags: ['Orders'],
  access: ['OrderRead'],
  params: Type.Object({ scrollId: described(Type.String(), 'The `scrollId` of the newest response.') }),
  rateLimit: 'scroll',
} as const

export const openScroll = defineRoute({
  method: 'POST',
  url: '/api/Orders/Scroll',
  operationId: 'openScroll',
  audit: 'BulkRead',
  summary: 'Searches orders and returns all of them, batch by batch.',
  description:
    'The responses show every order as it was at this call, whatever happens to it later; purged orders are left out. Continue with the ' +
    '`scrollId` of the newest response until `result` is empty. Each call keeps the scroll for some minutes more. A client may have a ' +
    'limited number of scrolls open (429); those that are no longer needed can be freed.',
  tags: base.tags,
  access: base.access,
  rateLimit: base.rateLimit,
  reads: 'standby',
  body: OrderScrollRequest,
  responses: { 200: OrderScrollResult },
  omitsEmpty: true,
})

export const getScroll = defineRoute({
  ...base,
  method: 'GET',
  url: '/api/Orders/Scroll/:scrollId',
  operationId: 'getScroll',
  audit: 'BulkRead',
  summary: 'Reads the next batch of a scroll.',
  description:
    'The same id returns the same batch again. A scroll that is unknown, has expired or belongs to another client is 404.',
  reads: 'standby',
  responses: { 200: OrderScrollResult },
  omitsEmpty: true,
})

export const deleteScroll = defineRoute({
  ...base,
  method: 'DELETE',
  url: '/api/Orders/Scroll/:scrollId',
  operationId: 'deleteScroll',
  summary: 'Frees a scroll that is no longer needed.',
  description: 'Any id of the scroll will do. It makes room for another one before the life of this one is over.',
  responses: { 204: null },
})

/** Every route that scrolls through orders. */
export const scrollOrdersRoutes = [openScroll, getScroll, deleteScroll] as const
