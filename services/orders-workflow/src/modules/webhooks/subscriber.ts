import type { WebhookResponse } from '../../connectors/http/post-webhook.ts'
import type { EventFilters } from './domain/webhook-matches.ts'
import type { HeldDelivery } from './webhook-store.ts'

/** Whoever gets events: an address of a subscription, or an extension of this process. */
export type Subscriber = EventFilters & {
  id: string
  /** What does not respond together has one name. */
  receiver: string
  /** Hands an event over once. Never throws. */
  send(delivery: Pick<HeldDelivery, 'body' | 'eventId' | 'attempts'>, signal: AbortSignal): Promise<WebhookResponse>
}

/** Longest time of one attempt, in milliseconds. */
export const TRY_MS = 10_000

/** Everything of one stream or more, whatever else. */
export const noFilters = { eventTypes: [], orderTypes: [], statuses: [], stores: [], markets: [], active: true }
