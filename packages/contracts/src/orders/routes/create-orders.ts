import { Type } from '@sinclair/typebox'
import { InputModel } from '../../primitives.ts'
import { defineRoute } from '../../route.ts'
import { Order } from '../order.ts'

/** An order as a client sends it to create one (4-decisions J.1). */
export const NewOrder = InputModel(Order, ['storeId', 'status', 'orderType'])

export const createOrder = defineRoute({
  method: 'POST',
  url: '/api/Orders',
  operationId: 'createOrder',
  summary: 'Creates an order.',
  description:
    'The id must be unique across all markets; without one the order number is taken. Calculated values that are sent are ' +
    'ignored. `billingCurrency` is a code of ISO 4217, kept in upper case; without one the currency of the market counts. The order ' +
    'enters its first status: the steps of that status run in the background.',
  tags: ['Orders'],
  access: ['OrderAdmin'],
  query: Type.Object({
    runWorkflow: Type.Optional(
      Type.Boolean({ default: true, description: '`false` suppresses the workflow of the first status.' }),
    ),
  }),
  body: NewOrder,
  responses: { 201: Order },
  carriesVersion: true,
  allowsMinimal: true,
})

/** Every route that creates orders. */
export const createOrdersRoutes = [createOrder] as const
