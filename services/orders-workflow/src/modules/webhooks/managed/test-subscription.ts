import { invalid } from '@open-oms/contracts/errors'
import type { EventEnvelope } from '@open-oms/contracts/event'
import type { WebhookTestResult } from '@open-oms/contracts/orders/webhooks/webhook-subscription'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import type { OrderDeps } from '../../../order/write/order-deps.ts'
import type { Subscribers } from '../subscribers.ts'
import { TRY_MS } from '../subscribers.ts'
import { listSubscriptions } from './list-subscriptions.ts'
import { subscriptionNotFound } from './manage-subscriptions.ts'

type Deps = Pick<OrderDeps, 'query' | 'config' | 'now' | 'newId'> & { subscribers: Subscribers }

/**
 * Posts an event of its own to a subscription, paused or not, once
 * (webhooks.md#managed-subscriptions). Raises `NotFound`, and `ValidationFailed` for an extension.
 */
export async function testSubscription(
  deps: Deps,
  { subscriptionId: id, caller }: { subscriptionId: string; caller: Caller },
): Promise<WebhookTestResult> {
  const { result } = await listSubscriptions(deps, caller)
  const found = result.find((one) => one.id === id)
  const subscriber = (await deps.subscribers.look()).find((one) => one.id === id)
  if (found === undefined || subscriber === undefined) throw subscriptionNotFound(id)
  if (found.source === 'Extension') throw invalid('subscriptionId', 'is an extension, which has no address')
  const event = testEvent(deps, id)
  const delivery = { body: JSON.stringify(event), eventId: event.id, attempts: 0 }
  const response = await subscriber.send(delivery, AbortSignal.timeout(TRY_MS))
  return { isDelivered: response.taken, status: response.status, reason: response.taken ? null : response.reason }
}

function testEvent({ now, newId }: Pick<Deps, 'now' | 'newId'>, subscriptionId: string): EventEnvelope {
  const type = 'oms.webhook.test.v1'
  return {
    ...{ specversion: '1.0', id: newId(), source: '/orders/webhook', type, subject: subscriptionId },
    ...{ time: now().toISOString(), datacontenttype: 'application/json', dataschema: `urn:oms:event:${type}` },
    data: {},
  }
}
