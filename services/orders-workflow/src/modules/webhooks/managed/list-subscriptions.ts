import type { WebhookSubscription as ConfiguredSubscription } from '@open-oms/contracts/config/connectors'
import { allEvents } from '@open-oms/contracts/events/event-patterns'
import type { WebhookSubscription, WebhookSubscriptionList } from '@open-oms/contracts/orders/webhooks/webhook-subscription'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import type { OrderDeps } from '../../../order/write/order-deps.ts'
import type { EventFilters } from '../domain/webhook-matches.ts'
import { extensionSubscribers } from '../subscribers.ts'
import { coversSubscription } from './subscription-rules.ts'
import { readManaged } from './subscription-store.ts'

type Deps = Pick<OrderDeps, 'query' | 'config'>

/** Every receiver of events that the caller may see (webhooks.md#managed-subscriptions). */
export async function listSubscriptions(deps: Deps, caller: Caller): Promise<WebhookSubscriptionList> {
  const managed = (await readManaged(deps)).map(({ subscription }) => subscription)
  const byName = managed.toSorted((one, other) => one.name.localeCompare(other.name))
  const result = [...byName, ...unmanagedSubscriptions(deps)].filter((one) => coversSubscription(caller, one))
  return { result, eventTypes: allEvents.map(({ type }) => type) }
}

/** Those of the configuration and of extensions. */
export function unmanagedSubscriptions({ config }: Pick<Deps, 'config'>): WebhookSubscription[] {
  return [
    ...config().connectors.webhookSubscriptions.map((one) => unmanaged(one, { source: 'Configuration', url: withoutQuery(one) })),
    ...extensionSubscribers().map((one) => unmanaged(one, { source: 'Extension', url: null })),
  ]
}

function unmanaged(
  { id, eventTypes, orderTypes, statuses, stores, markets, active }: EventFilters & { id: string },
  from: Pick<WebhookSubscription, 'source' | 'url'>,
): WebhookSubscription {
  const unchanged = { created: null, createdBy: null, modified: null, modifiedBy: null, versionId: null }
  return { id, name: id, ...from, eventTypes, orderTypes, statuses, stores, markets, active, ...unchanged }
}

/** What the folder keeps may have a secret behind the path. */
function withoutQuery({ url }: ConfiguredSubscription): string {
  return url.replace(/[?#].*$/s, '')
}
