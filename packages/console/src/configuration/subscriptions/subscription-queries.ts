import type { WebhookSubscription, WebhookSubscriptionRequest } from '@open-oms/client/types'
import { queryOptions } from '@tanstack/react-query'
import { gateway } from '../../session/gateway.ts'

/** Everybody who is notified of events. */
export const subscriptionsQuery = queryOptions({
  queryKey: ['subscriptions'],
  queryFn: ({ signal }) => gateway.get('/api/WebhookSubscriptions', { signal }),
})

const at = ({ id, versionId }: WebhookSubscription) => ({
  params: { subscriptionId: id },
  ...(versionId === null ? {} : { ifMatch: versionId }),
})

/** Writes a subscription as the person saw it; who comes second is refused. */
export const replaceSubscription = (subscription: WebhookSubscription, body: WebhookSubscriptionRequest) =>
  gateway.put('/api/WebhookSubscriptions/{subscriptionId}', { ...at(subscription), body })

/** Pauses a subscription, or resumes it. */
export const setActive = (subscription: WebhookSubscription, active: boolean) => {
  const { name, url, eventTypes, orderTypes, statuses, stores, markets } = subscription
  return replaceSubscription(subscription, { name, url: url ?? '', eventTypes, orderTypes, statuses, stores, markets, active })
}

/** Gives a subscription a new secret. */
export const renewSecret = (subscription: WebhookSubscription) =>
  gateway.post('/api/WebhookSubscriptions/{subscriptionId}/Secret', at(subscription))

/** Deletes a subscription. */
export const deleteSubscription = (subscription: WebhookSubscription) =>
  gateway.delete('/api/WebhookSubscriptions/{subscriptionId}', at(subscription))

/** Posts a test event to a subscription. */
export const testSubscription = ({ id }: WebhookSubscription) =>
  gateway.post('/api/WebhookSubscriptions/{subscriptionId}/Test', { params: { subscriptionId: id } })
