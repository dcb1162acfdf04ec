import { withPublicBase } from '@open-oms/contracts/catalog/file-addresses'
import type { WebhookSubscription } from '@open-oms/contracts/config/connectors'
import { type EventHandler, handleEvent } from '@open-oms/extend/event-handler'
import type { Database } from '@open-oms/service-kit/database/database'
import { reasonFrom } from '../../connectors/http/call-failure.ts'
import { type Environment, signingSecrets } from '../../connectors/http/connector-address.ts'
import { noResponse, postWebhook, type WebhookResponse } from '../../connectors/http/post-webhook.ts'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import type { EventFilters } from './domain/webhook-matches.ts'
import { type ManagedSubscription, readManaged } from './managed/subscription-store.ts'
import type { HeldDelivery } from './webhook-store.ts'

/** The extensions of this process that get events, by name. */
const handlers = new Map<string, EventHandler>()

/** Whether an extension of that name gets events already. */
export function hasEventHandler(extension: string): boolean {
  return handlers.has(extension)
}

/** Lets an extension get events from now on (extensions.md#event-handlers). */
export function addEventHandler(extension: string, handler: EventHandler): void {
  handlers.set(extension, handler)
}

/**
 * The extensions that get events, as subscribers beside those of webhooks: with the same attempts,
 * order, log and replay, and a call in the process in place of a request.
 */
export function extensionSubscribers(): Subscriber[] {
  return [...handlers].map(([extension, handler]) => ({
    ...noFilters,
    id: `extension:${extension}`,
    receiver: `extension:${extension}`,
    eventTypes: [...handler.types],
    async send({ body, eventId, attempts }, signal) {
      const call = { idempotencyKey: eventId, failures: attempts, timeoutMs: TRY_MS, signal }
      const failure = await handleEvent(handler, body, call)
      if (failure === null) return { taken: true, status: null }
      return { taken: false, status: null, reason: reasonFrom(failure.failed), waitMs: null, hasResponded: !failure.isLate }
    },
  }))
}

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

/** Everybody who gets events. */
export type Subscribers = {
  /** As they were when `look` was called last; those of the configuration as they are. */
  current(): readonly Subscriber[]
  /** Reads what was changed in the database, and returns all. */
  look(): Promise<readonly Subscriber[]>
}

export type SubscribersDeps = Pick<Database, 'query'> & {
  config: () => Pick<OrdersConfig, 'connectors'>
  /** Where secrets are looked up. */
  environment: Environment
  /** What the addresses of stored files begin with in what is sent. */
  publicBase: string
}

/**
 * The subscriptions of the configuration, those that are managed, and the extensions of this
 * process.
 */
export function openSubscribers(deps: SubscribersDeps): Subscribers {
  let managed: readonly ManagedSubscription[] = []
  const current = () => [
    ...deps.config().connectors.webhookSubscriptions.map((one) => configuredSubscriber(one, deps)),
    ...managed.map((one) => managedSubscriber(one, deps)),
    ...extensionSubscribers(),
  ]
  const look = async () => {
    managed = await readManaged(deps)
    return current()
  }
  return { current, look }
}

function managedSubscriber({ subscription, secrets }: ManagedSubscription, { config, publicBase }: SubscribersDeps): Subscriber {
  const { id, url } = subscription
  const address = url ?? ''
  return {
    ...subscription,
    receiver: `${id} ${address}`,
    send({ body, eventId }, signal) {
      const host = URL.parse(address)?.hostname ?? ''
      const allowPrivateAddresses = config().connectors.privateWebhookHosts.includes(host)
      return postWebhook({
        url: address,
        secrets,
        allowPrivateAddresses,
        body: withPublicBase(body, publicBase),
        eventId,
        signal,
      })
    },
  }
}

function configuredSubscriber(subscription: WebhookSubscription, { environment, publicBase }: SubscribersDeps): Subscriber {
  const { id, url, allowPrivateAddresses } = subscription
  return {
    ...subscription,
    receiver: `${id} ${url}`,
    send({ body, eventId }, signal) {
      const secrets = signingSecrets(subscription, environment)
      if (secrets !== null && 'unset' in secrets) return Promise.resolve(noResponse(`Its secret is not set (${secrets.unset}).`))
      return postWebhook({ url, secrets, allowPrivateAddresses, body: withPublicBase(body, publicBase), eventId, signal })
    },
  }
}
