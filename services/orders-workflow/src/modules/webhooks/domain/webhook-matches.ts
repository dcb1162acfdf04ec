import type { WebhookSubscription } from '@oms/contracts/config/connectors'

/** What filters look at; null is unknown, as for an order that is gone. */
export type WebhookFacts = {
  eventType: string
  orderType: string | null
  status: string | null
  storeId: string | null
  marketId: string | null
}

type Filters = Pick<WebhookSubscription, 'active' | 'eventTypes' | 'orderTypes' | 'statuses' | 'stores' | 'markets'>

/** Whether a subscription is to get an event: every filter names what the event has; an empty one lets all through (webhooks.md#webhook-subscriptions). */
export function webhookMatches(subscription: Filters, facts: WebhookFacts): boolean {
  const { active, eventTypes, orderTypes, statuses, stores, markets } = subscription
  const passes = (names: readonly string[], value: string | null) =>
    names.length === 0 || (value !== null && names.includes(value))
  return (
    active &&
    passes(eventTypes, facts.eventType) &&
    passes(orderTypes, facts.orderType) &&
    passes(statuses, facts.status) &&
    passes(stores, facts.storeId) &&
    passes(markets, facts.marketId)
  )
}
