import { Type } from '@sinclair/typebox'
import { described } from '../../primitives.ts'
import { defineRoute } from '../../route.ts'
import { TrackedOrder } from '../tracked-order.ts'

export const trackOrder = defineRoute({
  method: 'GET',
  url: '/api/Orders/secret/:secretKey',
  operationId: 'trackOrder',
  summary: 'Reads an order by its secret key, for guests who follow it.',
  description:
    'Needs no token. The response leaves out what is the shop’s own: internal notes, errors, costs, people, and references of payments. Whatever ' +
    'does not lead to an order gets the same 404.',
  tags: ['Orders'],
  access: 'public',
  params: Type.Object({
    secretKey: described(Type.String(), 'The `secretKey` of the order; of several orders with one key the newest is shown.'),
  }),
  responses: { 200: TrackedOrder },
  headers: ['Cache-Control'],
  rateLimit: 'secret-key',
})

/** Every route for guests. */
export const orderTrackingRoutes = [trackOrder] as const
