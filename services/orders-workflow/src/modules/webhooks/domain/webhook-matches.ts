import type { WebhookSubscription } from '@open-oms/contracts/config/connectors'
import { matchesEventType } from '@open-oms/contracts/events/event-patterns'

/** Which events someone gets (webhooks.md#webhook-subscriptions). */
export type EventFilters = Pick<WebhookSubscription, 'active' | 'eventTypes' | 'orderTypes' | 'statuses' | 'stores' | 'markets'>

/** The fields of filters; null is unknown, as for a purged order. */
export type WebhookFacts = {
  eventType: string
  orderType: string | null
  status: string | null
  /** The stores that it is about; empty is unknown. */
  storeIds: readonly string[]
  marketId: string | null
}

/** What a subscription gets that names no types. */
const USUAL_TYPES = ['orders.>']

/**
 * Whether a subscription gets an event: every filter has the value of the event; an empty one
 * matches all, an empty one of types all of orders (webhooks.md#webhook-subscriptions). An event of
 * several stores passes a filter that has each of them.
 */
export function webhookMatches(subscription: EventFilters, facts: WebhookFacts): boolean {
  const { active, eventTypes, orderTypes, statuses, stores, markets } = subscription
  const passes = (names: readonly string[], value: string | null) =>
    names.length === 0 || (value !== null && names.includes(value))
  return (
    active &&
    (eventTypes.length === 0 ? USUAL_TYPES : eventTypes).some((pattern) => matchesEventType(pattern, facts.eventType)) &&
    passes(orderTypes, facts.orderType) &&
    passes(statuses, facts.status) &&
    (stores.length === 0 || (facts.storeIds.length > 0 && facts.storeIds.every((id) => stores.includes(id)))) &&
    passes(markets, facts.marketId)
  )
}
