import { Type } from '@sinclair/typebox'
import { defineRoute } from '../../route.ts'
import { Timeline } from '../timeline.ts'
import { OrderId } from './order-params.ts'

export const readTimeline = defineRoute({
  method: 'GET',
  url: '/api/Orders/:orderId/Timeline',
  operationId: 'readTimeline',
  summary: 'Returns what has happened to an order, oldest first.',
  description:
    'Versions, status changes, payments, comments, holds, workflow runs with their steps, messages to the customer and deliveries of webhooks. ' +
    'Pages of any size give each entry once; what happens later is on a later page. Deleted orders have timelines too.',
  tags: ['Orders'],
  access: ['OrderRead'],
  params: Type.Object({ orderId: OrderId }),
  query: Type.Object({
    take: Type.Optional(Type.Integer({ minimum: 1, maximum: 250, default: 50, description: 'How many entries at most.' })),
    after: Type.Optional(Type.String({ description: '`next` of the previous response.' })),
  }),
  responses: { 200: Timeline },
})

/** Every route that returns the timeline of an order. */
export const readTimelineRoutes = [readTimeline] as const
