import { Type } from '@sinclair/typebox'
import { described, Key, Word } from '../../primitives.ts'
import { defineRoute, ErrorBody, type RouteContract } from '../../route.ts'
import {
  DELIVERIES_PAGE_DEFAULT,
  DELIVERIES_PAGE_MAX,
  deliveryStates,
  WebhookDelivery,
  WebhookDeliveryList,
} from './webhook-delivery.ts'
import {
  SUBSCRIPTION_BYTES_MAX,
  SUBSCRIPTIONS_MAX,
  WebhookSubscription,
  WebhookSubscriptionList,
  WebhookSubscriptionRequest,
  WebhookSubscriptionWithSecret,
  WebhookTestResult,
} from './webhook-subscription.ts'

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

const one = {
  ...base,
  params: Type.Object({ subscriptionId: described(Type.String({ maxLength: 200 }), 'The id of the subscription.') }),
} as const
/** Whoever has events sent may read what they are about. */
const writes = {
  permission: 'Configuration',
  optionalRoles: ['ProductRead', 'AccountingRead'],
  audit: 'ConfigurationChange',
  needsConfirmation: true,
} as const
const rights =
  'Events of the catalogue need the role `ProductRead` too, those of accounting and of others `AccountingRead`. A client that is limited to stores ' +
  'names `stores`, all of them its own; other subscriptions are 404 for it.'

export const listWebhookSubscriptions = defineRoute({
  ...base,
  method: 'GET',
  url: '/api/WebhookSubscriptions',
  operationId: 'listWebhookSubscriptions',
  summary: 'Lists the receivers of events, those of the configuration and of extensions included.',
  description: 'A client that is limited to stores sees those that are limited to its stores.',
  responses: { 200: WebhookSubscriptionList },
})

export const createWebhookSubscription = defineRoute({
  ...base,
  ...writes,
  method: 'POST',
  url: '/api/WebhookSubscriptions',
  operationId: 'createWebhookSubscription',
  summary: 'Subscribes an address to events. The response alone has its secret.',
  description: `It gets what happens after the response. There are at most ${SUBSCRIPTIONS_MAX}. ${rights}`,
  body: WebhookSubscriptionRequest,
  bodyLimit: SUBSCRIPTION_BYTES_MAX,
  responses: { 201: WebhookSubscriptionWithSecret },
  carriesVersion: true,
})

export const getWebhookSubscription = defineRoute({
  ...one,
  method: 'GET',
  url: '/api/WebhookSubscriptions/:subscriptionId',
  operationId: 'getWebhookSubscription',
  summary: 'Reads a receiver of events.',
  description: 'Without its secret. A client that is limited to stores gets 404 for one that is not limited to its stores.',
  responses: { 200: WebhookSubscription },
  carriesVersion: true,
})

export const replaceWebhookSubscription = defineRoute({
  ...one,
  ...writes,
  method: 'PUT',
  url: '/api/WebhookSubscriptions/:subscriptionId',
  operationId: 'replaceWebhookSubscription',
  summary: 'Changes, pauses or resumes a subscription.',
  description: `Fields that are absent get their defaults; the secret stays. ${rights}`,
  body: WebhookSubscriptionRequest,
  bodyLimit: SUBSCRIPTION_BYTES_MAX,
  responses: { 200: WebhookSubscription },
  carriesVersion: true,
  allowsMinimal: true,
})

export const deleteWebhookSubscription = defineRoute({
  ...one,
  ...writes,
  method: 'DELETE',
  url: '/api/WebhookSubscriptions/:subscriptionId',
  operationId: 'deleteWebhookSubscription',
  summary: 'Deletes a subscription, with its deliveries that wait or were given up.',
  description: 'What was delivered stays in the log. Those of the configuration and of extensions are 400.',
  responses: { 204: null },
  requestHeaders: ['If-Match'],
})

export const renewWebhookSecret = defineRoute({
  ...one,
  ...writes,
  method: 'POST',
  url: '/api/WebhookSubscriptions/:subscriptionId/Secret',
  operationId: 'renewWebhookSecret',
  summary: 'Gives a subscription a new secret, which the response alone has.',
  description: 'For a day what is sent is signed with the former one too.',
  responses: { 200: WebhookSubscriptionWithSecret },
  carriesVersion: true,
})

export const testWebhookSubscription = defineRoute({
  ...one,
  permission: 'Configuration',
  method: 'POST',
  url: '/api/WebhookSubscriptions/:subscriptionId/Test',
  operationId: 'testWebhookSubscription',
  audit: 'Replay',
  summary: 'Posts an event of type `oms.webhook.test.v1` to a subscription, once, and says what came of it.',
  description: 'Within ten seconds. It is in no log of deliveries; one of an extension is not tested so.',
  responses: { 200: WebhookTestResult, 404: ErrorBody },
})

/** Every route of webhooks. */
export const webhookRoutes: readonly RouteContract[] = [
  listWebhookDeliveries,
  replayWebhookDelivery,
  listWebhookSubscriptions,
  createWebhookSubscription,
  getWebhookSubscription,
  replaceWebhookSubscription,
  deleteWebhookSubscription,
  renewWebhookSecret,
  testWebhookSubscription,
]
