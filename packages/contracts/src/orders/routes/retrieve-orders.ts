import { Type } from '@sinclair/typebox'
import { defineRoute } from '../../route.ts'
import { Order } from '../order.ts'

export const getOrder = defineRoute({
  method: 'GET',
  url: '/api/Orders/:id',
  operationId: 'getOrder',
  summary: 'Reads one order by its id.',
  tags: ['Orders'],
  access: ['OrderRead'],
  params: Type.Object({ id: Type.String() }),
  responses: { 200: Order },
  carriesVersion: true,
})

/** Every route that reads orders without searching. */
export const retrieveOrdersRoutes = [getOrder] as const
