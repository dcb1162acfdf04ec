import { Type } from '@sinclair/typebox'
import { described, InputModel } from '../../primitives.ts'
import { defineRoute } from '../../route.ts'
import { HoldList, HoldRelease, HoldRequest } from '../hold.ts'
import { Order } from '../order.ts'
import { OrderId } from './order-params.ts'

export const listHolds = defineRoute({
  method: 'GET',
  url: '/api/Orders/:orderId/Holds',
  operationId: 'listHolds',
  summary: 'Lists the holds of an order, released ones too, oldest first.',
  description: 'The order is held while one of them has no `released`. Deleted orders show theirs too.',
  tags: ['Holds'],
  access: ['OrderRead'],
  params: Type.Object({ orderId: OrderId }),
  responses: { 200: HoldList },
})

export const holdOrder = defineRoute({
  method: 'POST',
  url: '/api/Orders/:orderId/Holds',
  operationId: 'holdOrder',
  audit: 'WithEffect',
  summary: 'Holds an order: no outside step runs and no shipment leaves until the hold is released.',
  description:
    'The new hold is the last of `holds` in the response. `until` releases it by time, `releaseRule` by a rule. An order may have ' +
    'several holds; it is held until all are released. A cancelled status is never refused, and its steps run.',
  tags: ['Holds'],
  access: ['OrderAdmin'],
  params: Type.Object({ orderId: OrderId }),
  body: InputModel(HoldRequest, ['reasonCode'], 'HoldRequest'),
  responses: { 200: Order },
  carriesVersion: true,
  allowsMinimal: true,
})

export const releaseHold = defineRoute({
  method: 'POST',
  url: '/api/Orders/:orderId/Holds/:holdId/Release',
  operationId: 'releaseHold',
  audit: 'WithEffect',
  summary: 'Releases a hold of an order. With the last one the workflow continues automatically.',
  description: 'Releasing a released hold changes nothing. The response does not wait for the resumed steps.',
  tags: ['Holds'],
  access: ['OrderAdmin'],
  params: Type.Object({
    orderId: OrderId,
    holdId: described(Type.String(), 'The `id` of the hold. 404 when the order has no such hold.'),
  }),
  body: Type.Optional(InputModel(HoldRelease, [], 'HoldRelease')),
  responses: { 200: Order },
  carriesVersion: true,
  allowsMinimal: true,
})

/** Every route about the holds of orders. */
export const holdsRoutes = [listHolds, holdOrder, releaseHold] as const
