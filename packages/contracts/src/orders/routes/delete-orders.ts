import { Type } from '@sinclair/typebox'
import { defineRoute } from '../../route.ts'
import { Order } from '../order.ts'
import { OrderId } from './order-params.ts'

const params = Type.Object({ orderId: OrderId })

export const deleteOrder = defineRoute({
  method: 'DELETE',
  url: '/api/Orders/:orderId',
  operationId: 'deleteOrder',
  needsConfirmation: true,
  audit: 'WithEffect',
  summary: 'Deletes an order; permanently only on request.',
  description:
    'The order gets the status `Deleted`, is returned with it, and can be restored; its reservations are freed. Deleting it again changes nothing. With `deletePermanently` the order, its versions and ' +
    'everything else that is kept of it are removed, the response is empty, and the id may be used again.',
  tags: ['Orders'],
  access: ['OrderAdmin'],
  params,
  query: Type.Object({
    deletePermanently: Type.Optional(Type.Boolean({ default: false, description: 'Removes the order; this cannot be undone.' })),
  }),
  responses: { 200: Type.Optional(Order) },
  carriesVersion: true,
  allowsMinimal: true,
})

export const restoreOrder = defineRoute({
  method: 'POST',
  url: '/api/Orders/:orderId/Restore',
  operationId: 'restoreOrder',
  audit: 'WithEffect',
  summary: 'Gives a deleted order the status back that it had.',
  description:
    'The shipments that were deleted with it get theirs back as well. No workflow runs; stock is reserved again as far as there is some. An order that was created ' +
    'as deleted gets the first status of its type. 400 `OrderIsNotDeleted` where it is not deleted; a purged order cannot be restored.',
  tags: ['Orders'],
  access: ['OrderAdmin'],
  params,
  responses: { 200: Order },
  carriesVersion: true,
  allowsMinimal: true,
})

/** Every route that deletes orders or brings them back. */
export const deleteOrdersRoutes = [deleteOrder, restoreOrder] as const
