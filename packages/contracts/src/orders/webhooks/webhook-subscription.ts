import { type Static, Type } from '@sinclair/typebox'
import { DateTime, described, Flag, List, Model, Nullable, Text, Word } from '../../primitives.ts'

/** Most subscriptions that are managed, and names in a filter. */
export const SUBSCRIPTIONS_MAX = 100
const FILTER_MAX = 100
export const SUBSCRIPTION_BYTES_MAX = 64 * 1024

export const subscriberSources = ['Managed', 'Configuration', 'Extension'] as const
export type SubscriberSource = (typeof subscriberSources)[number]

const name = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '\\S',
  description: 'must have 1 to 100 characters, not only blanks',
})
const url = Type.String({
  minLength: 1,
  maxLength: 2_000,
  pattern: '^https?://[^/@]+(/.*)?$',
  description: 'must be an address of http or https without user and password, of at most 2,000 characters',
})
const names = (what: string) =>
  described(List(Type.String({ minLength: 1, maxLength: 200 }), FILTER_MAX), `Only ${what}. Empty: all.`)

const filters = {
  eventTypes: described(
    List(Type.String({ minLength: 1, maxLength: 200 }), FILTER_MAX),
    'Types of events or patterns of them, such as `orders.order.>`: `*` is one part, `>` at the end the rest. Empty: `orders.>`.',
  ),
  orderTypes: names('events of orders of these types'),
  statuses: names('events of orders with these statuses'),
  stores: names('events of these stores'),
  markets: names('events of orders of these markets'),
}

export const WebhookSubscriptionRequest = Model(
  'WebhookSubscriptionRequest',
  {
    name: described(name, 'What people call it.'),
    url: described(url, 'The address that receives the events, of http or https and without credentials.'),
    ...Type.Partial(Type.Object(filters)).properties,
    active: Type.Optional(described(Flag, 'False: it is paused, and gets nothing of what happens meanwhile. True by default.')),
  },
  'A receiver of events.',
)
export type WebhookSubscriptionRequest = Static<typeof WebhookSubscriptionRequest>

const stored = {
  id: described(Text, 'Given by the system; in the configuration, or for an extension, its own.'),
  name: described(Text, 'What people call it.'),
  source: described(
    Word(subscriberSources),
    'Where it comes from. `Managed`: it is changed here. `Configuration`: in `connectors.json`. `Extension`: it is code of an extension.',
  ),
  url: described(Nullable(Text), 'The address that receives the events. Null: an extension gets them.'),
  ...filters,
  active: described(Flag, 'Whether it gets events. What waited when it was paused is kept for a day.'),
  created: described(Nullable(DateTime), 'When it was created here.'),
  createdBy: described(Nullable(Text), 'Who has created it here.'),
  modified: described(Nullable(DateTime), 'When it was changed here last.'),
  modifiedBy: described(Nullable(Text), 'Who has changed it here last.'),
  versionId: described(Nullable(Text), 'Changes with every change, for `If-Match`. Null: it is not changed here.'),
}

/** A receiver of events (webhooks.md#managed-subscriptions), without its secret. */
export const WebhookSubscription = Model('WebhookSubscription', stored, 'A receiver of events.')
export type WebhookSubscription = Static<typeof WebhookSubscription>

export const WebhookSubscriptionWithSecret = Model(
  'WebhookSubscriptionWithSecret',
  {
    ...stored,
    secret: described(Text, 'Signs what is sent, as a secret of Standard Webhooks. It is in this response and in no other one.'),
  },
  'A receiver of events with its new secret.',
)
export type WebhookSubscriptionWithSecret = Static<typeof WebhookSubscriptionWithSecret>

export const WebhookSubscriptionList = Model(
  'WebhookSubscriptionList',
  {
    result: described(Type.Array(WebhookSubscription), 'Those that are managed by name, then those of the configuration.'),
    eventTypes: described(Type.Array(Text), 'Every type of event that there is.'),
  },
  'All receivers of events that the caller may see.',
)
export type WebhookSubscriptionList = Static<typeof WebhookSubscriptionList>

export const WebhookTestResult = Model(
  'WebhookTestResult',
  {
    isDelivered: described(Flag, 'Whether the receiver has taken it.'),
    status: described(Nullable(Type.Integer({ minimum: 100, maximum: 599 })), 'The HTTP status. Null: there was no response.'),
    reason: described(Nullable(Text), 'Why not. Null: it was taken.'),
  },
  'What came of a test delivery.',
)
export type WebhookTestResult = Static<typeof WebhookTestResult>
