import { Type } from '@sinclair/typebox'
import { described, Key, Word } from '../../primitives.ts'
import { defineRoute } from '../../route.ts'
import {
  DELIVERIES_PAGE_DEFAULT,
  DELIVERIES_PAGE_MAX,
  deliveryStates,
  WebhookDelivery,
  WebhookDeliveryList,
} from './webhook-delivery.ts'

const base = { tags: ['Webhooks'], access: ['OrderAdmin'] } as const

export const listWebhookDeliveries = defineRoute({
  ...base,
  method: 'GET',
  url: '/api/WebhookDeliveries',
  operationId: 'listWebhookDeliveries',
  summary: 'Lists the deliveries of events to webhook subscriptions, newest first.',
  description: 'Of the last 90 days. A client that is limited to stores sees those about orders of its stores.',
  reads: 'standby',
  query: Type.Object({
    state: described(Type.Optional(Word(deliveryStates)), 'Only deliveries in this state.'),
    subscriptionId: described(Type.Optional(Key), 'Only deliveries to this subscription.'),
    take: described(
      Type.Optional(Type.Integer({ minimum: 1, maximum: DELIVERIES_PAGE_MAX, default: DELIVERIES_PAGE_DEFAULT })),
      'How many entries a page has at most.',
    ),
    after: Type.Optional(Type.String({ description: '`next` of the previous response.' })),
  }),
  responses: { 200: WebhookDeliveryList },
})

export const replayWebhookDelivery = defineRoute({
  ...base,
  method: 'POST',
  url: '/api/WebhookDeliveries/:deliveryId/Replay',
  operationId: 'replayWebhookDelivery',
  audit: 'Replay',
  summary: 'Has the event of a delivery sent again, with the same id, for another day of attempts.',
  description: 'The response is the delivery as it is then; it is sent after the response.',
  params: Type.Object({ deliveryId: described(Type.String(), 'The id of the delivery.') }),
  query: Type.Object({
    state: described(
      Type.Optional(Word(deliveryStates)),
      'Only if the delivery is in this state; otherwise it stays as it is. So two who replay what was given up have one effect.',
    ),
  }),
  responses: { 200: WebhookDelivery },
})

/** Every route of webhook deliveries. */
export const webhookRoutes = [listWebhookDeliveries, replayWebhookDelivery] as const
