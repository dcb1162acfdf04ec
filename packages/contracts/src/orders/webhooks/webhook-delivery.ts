import { type Static, Type } from '@sinclair/typebox'
import { DateTime, described, Integer, Model, Nullable, Text, Word } from '../../primitives.ts'

export const deliveryStates = ['Waiting', 'Delivered', 'GivenUp'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const DELIVERIES_PAGE_DEFAULT = 50
export const DELIVERIES_PAGE_MAX = 250

/**
 * The sending of one event to one subscription (webhooks.md#webhook-log), without the event, its
 * address or its secret.
 */
export const WebhookDelivery = Model(
  'WebhookDelivery',
  {
    id: described(Text, 'The id of the delivery.'),
    subscriptionId: described(Text, 'The subscription that the event is for.'),
    eventId: described(Text, 'The id of the event, which is also its `Idempotency-Key`.'),
    eventType: described(Text, 'The type of the event.'),
    subject: described(Text, 'What the event is about, such as the id of an order.'),
    orderId: described(Nullable(Text), 'The order that the event is about. Null: it is about none, or the order was purged.'),
    state: described(
      Word(deliveryStates),
      '`Waiting` for its first or next attempt, `Delivered`, or `GivenUp` after a day of attempts.',
    ),
    attempts: described(Integer, 'How often it was sent since it was created or last replayed.'),
    createdAt: described(DateTime, 'When it was created.'),
    lastAttemptAt: described(Nullable(DateTime), 'When it was last sent. Null: never.'),
    nextAttemptAt: described(
      Nullable(DateTime),
      'When it is sent next. Null: it has ended, is being sent, or waits for an earlier event of the same subject.',
    ),
    lastStatus: described(Nullable(Integer), 'The HTTP status of the last response. Null: there was none.'),
    reason: described(Nullable(Text), 'Why the last attempt failed. Null: it did not fail.'),
  },
  'The sending of one event to one webhook subscription.',
)
export type WebhookDelivery = Static<typeof WebhookDelivery>

export const WebhookDeliveryList = Model(
  'WebhookDeliveryList',
  {
    result: described(Type.Array(WebhookDelivery), 'The deliveries, the newest first.'),
    next: described(Nullable(Text), 'What to send as `after` for the deliveries that follow. Null at the end.'),
  },
  'A page of webhook deliveries.',
)
export type WebhookDeliveryList = Static<typeof WebhookDeliveryList>
