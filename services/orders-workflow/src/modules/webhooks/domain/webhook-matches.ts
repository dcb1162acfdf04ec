import type { WebhookSubscription } from '@oms/contracts/config/connectors'

/** The fields of filters; null is unknown, as for a purged order. */
export type WebhookFacts = {
  eventType: string
  orderType: string | null
  status: string | null
  storeId: string | null
  marketId: string | null
}

type Filters = Pick<WebhookSubscription, 'active' | 'eventTypes' | 'orderTypes' | 'statuses' | 'stores' | 'markets'>

/**
 * Whether a subscription gets an event: every filter has the value of the event; an empty one
 * matches all (webhooks.md#webhook-subscriptions).
 */
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
