import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import { DateTime, described, Model, Nullable, Text } from '../primitives.ts'
import { defineRoute } from '../route.ts'
import { orderReasons } from './catalogue/order-catalogue.ts'
import { ReasonSubject, reasonModel } from './reason.ts'

export const OrderReason = reasonModel('OrderReason', orderReasons)
export type OrderReason = Static<typeof OrderReason>

/** Why an order, a line or a payment is where it is (why.md#reasons). */
export const OrderExplanation = Model(
  'OrderExplanation',
  {
    orderId: described(Text, 'The order that is explained.'),
    status: described(Nullable(Text), 'The status of the order at that moment.'),
    at: described(DateTime, 'The moment that the reasons hold for.'),
    about: described(ReasonSubject, 'What was asked about: the order, or one line or payment of it.'),
    reasons: described(Type.Array(OrderReason), 'The reasons, the most pressing first; at most 250.'),
  },
  'Why an order, a line or a payment is where it is.',
)
export type OrderExplanation = Static<typeof OrderExplanation>

export const explainOrder = defineRoute({
  method: 'GET',
  url: '/api/Orders/:orderId/Why',
  operationId: 'explainOrder',
  summary: 'Explains in plain sentences what an order is waiting for, and what can be done.',
  description:
    'Each reason has a stable `code`, a sentence in the language of `Accept-Language` (English or Norwegian), since when it holds, what happens next automatically, the calls that a person can make, ' +
    'and the facts that the sentence is taken from. The most pressing reason comes first. With `lineItemId` the reasons are why that ' +
    'line is not delivered, with `paymentId` why that payment is not captured.',
  tags: ['Orders'],
  access: ['OrderRead'],
  params: Type.Object({ orderId: described(Type.String(), 'The id of the order.') }),
  query: Type.Object({
    lineItemId: Type.Optional(Type.String({ description: 'A line of the order.' })),
    paymentId: Type.Optional(Type.String({ description: 'A payment of the order; not together with `lineItemId`.' })),
  }),
  requestHeaders: ['Accept-Language'],
  responses: { 200: OrderExplanation },
})

/** Every route that explains orders. */
export const explainOrderRoutes = [explainOrder] as const
