import { randomUUIDv7 } from 'node:crypto'
import type { WebhookSubscription } from '@open-oms/contracts/config/connectors'
import type { EventEnvelope } from '@open-oms/contracts/event'
import type { TestDatabase } from '@open-oms/service-kit/testing/test-database'
import type { Environment } from '../../connectors/http/connector-address.ts'
import { openSubscribers, type Subscribers } from '../../modules/webhooks/subscribers.ts'
import { addDeliveries } from '../../modules/webhooks/webhook-store.ts'

/** A subscription to everything, at an address on loopback. */
export function aSubscription(fields: Partial<WebhookSubscription> = {}): WebhookSubscription {
  return {
    id: 'erp',
    url: 'http://127.0.0.1:1/',
    secretVariable: null,
    previousSecretVariable: null,
    eventTypes: [],
    orderTypes: [],
    statuses: [],
    stores: [],
    markets: [],
    allowPrivateAddresses: true,
    active: true,
    ...fields,
  }
}

/** Subscriptions as the configuration has them. */
export function configured(
  webhookSubscriptions: readonly WebhookSubscription[],
  environment: Environment = () => undefined,
): Subscribers {
  const connectors = {
    connectors: [],
    validationHooks: [],
    privateWebhookHosts: [],
    webhookSubscriptions: [...webhookSubscriptions],
  }
  return openSubscribers({ query: async () => [], config: () => ({ connectors }), environment, publicBase: 'http://shop.test' })
}

/** An event of an order. */
export function orderEvent(orderId: string, sequence: number, fields: Partial<EventEnvelope> = {}): EventEnvelope {
  return {
    specversion: '1.0',
    id: randomUUIDv7(),
    source: '/orders/order',
    type: 'orders.order.updated.v1',
    subject: orderId,
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    dataschema: 'urn:oms:event:orders.order.updated.v1',
    sequence,
    data: { orderId },
    ...fields,
  }
}

/** Stores deliveries as the consumer does. */
export async function added(
  { inTransaction }: TestDatabase,
  events: readonly EventEnvelope[],
  subscriptionIds: readonly string[] = ['erp'],
): Promise<void> {
  await inTransaction(async (tx) => {
    for (const event of events) await addDeliveries(tx, { subscriptionIds, event, orderId: event.subject })
  })
}

export type DeliveryRow = {
  id: number
  subscription_id: string
  event_id: string
  subject: string
  state: string
  attempts: number
  last_status: number | null
  failure_reason: string | null
}

export function deliveryRows({ query }: Pick<TestDatabase, 'query'>): Promise<DeliveryRow[]> {
  return query<DeliveryRow>({ text: 'select * from webhook_delivery order by id' })
}

/** Expires the claims of dead processes and the pauses between tries. */
export async function expireLanes({ query }: Pick<TestDatabase, 'query'>): Promise<void> {
  await query({ text: 'update webhook_lane set next_attempt = now()' })
}
