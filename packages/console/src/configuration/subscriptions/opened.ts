import type { WebhookSubscription, WebhookSubscriptionWithSecret } from '@open-oms/client/types'

/** What the dialog of subscriptions is about. */
export type Opened =
  | { act: 'add' }
  | { act: 'change' | 'delete'; subscription: WebhookSubscription }
  | { act: 'secret'; subscription: WebhookSubscriptionWithSecret }
