import { withPublicBase } from '@oms/contracts/catalog/file-addresses'
import type { WebhookSubscription } from '@oms/contracts/config/connectors'
import type { Database } from '@oms/service-kit/database/database'
import { type Environment, signingSecrets } from '../../connectors/http/connector-address.ts'
import { noResponse, postWebhook } from '../../connectors/http/post-webhook.ts'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { extensionSubscribers } from './extension-subscribers.ts'
import { type ManagedSubscription, readManaged } from './managed/subscription-store.ts'
import type { Subscriber } from './subscriber.ts'

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
