import * as contracts from '@open-oms/contracts/orders/webhooks/routes'
import type { WebhookSubscription } from '@open-oms/contracts/orders/webhooks/webhook-subscription'
import type { RouteResponse } from '@open-oms/service-kit/http/route-response'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import type { OrderDeps } from '../../../order/write/order-deps.ts'
import type { Subscribers } from '../subscribers.ts'
import { listSubscriptions } from './list-subscriptions.ts'
import {
  createSubscription,
  deleteSubscription,
  renewSecret,
  replaceSubscription,
  subscriptionNotFound,
} from './manage-subscriptions.ts'
import { testSubscription } from './test-subscription.ts'

/** Subscriptions to events that are managed (webhooks.md#managed-subscriptions). */
export function registerWebhookSubscriptions(app: Server, deps: OrderDeps & { subscribers: Subscribers }): void {
  register(app, deps, contracts.listWebhookSubscriptions, async (deps, { caller }) => ({
    body: await listSubscriptions(deps, caller),
  }))
  register(app, deps, contracts.createWebhookSubscription, async (deps, { caller, body }) => {
    const created = await createSubscription(deps, caller, body)
    return { ...subscriptionResponse(created), headers: { location: `/api/WebhookSubscriptions/${created.id}` } }
  })
  register(app, deps, contracts.getWebhookSubscription, async (deps, { params: { subscriptionId }, caller }) => {
    const { result } = await listSubscriptions(deps, caller)
    const found = result.find(({ id }) => id === subscriptionId)
    if (found === undefined) throw subscriptionNotFound(subscriptionId)
    return subscriptionResponse(found)
  })
  register(app, deps, contracts.replaceWebhookSubscription, async (deps, { params, caller, ifMatch, body }) =>
    subscriptionResponse(await replaceSubscription(deps, { ...params, caller, ifMatch }, body)),
  )
  register(app, deps, contracts.deleteWebhookSubscription, async (deps, { params, caller, ifMatch }) => {
    await deleteSubscription(deps, { ...params, caller, ifMatch })
    return {}
  })
  register(app, deps, contracts.renewWebhookSecret, async (deps, { params, caller, ifMatch }) =>
    subscriptionResponse(await renewSecret(deps, { ...params, caller, ifMatch })),
  )
  register(app, deps, contracts.testWebhookSubscription, async (deps, { params, caller }) => ({
    body: await testSubscription(deps, { ...params, caller }),
  }))
}

function subscriptionResponse(subscription: WebhookSubscription): RouteResponse {
  const { versionId } = subscription
  return { body: subscription, ...(versionId === null ? {} : { version: versionId }) }
}
