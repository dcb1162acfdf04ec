import { DomainError, invalid } from '@open-oms/contracts/errors'
import {
  DELIVERIES_PAGE_DEFAULT,
  type DeliveryState,
  type WebhookDelivery,
  type WebhookDeliveryList,
} from '@open-oms/contracts/orders/webhooks/webhook-delivery'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { type DeliveryChoice, listDeliveries, replayDeliveries } from './webhook-log.ts'
import type { LoggedDelivery } from './webhook-log-statements.ts'

const any: DeliveryChoice = { id: null, from: null, before: null, subscriptionId: null, state: null }

export type PageOfDeliveries = {
  state?: DeliveryState | undefined
  subscriptionId?: string | undefined
  take?: number | undefined
  after?: string | undefined
  /** The stores that the caller is limited to; null: to none. */
  storeIds: readonly string[] | null
}

/**
 * A page of the deliveries that the caller may see, newest first (webhooks.md#webhook-log). Raises
 * `ValidationFailed` for a cursor that the service never issued.
 */
export async function pageOfDeliveries(
  { reading }: Pick<OrderDeps, 'reading'>,
  { state, subscriptionId, take = DELIVERIES_PAGE_DEFAULT, after, storeIds }: PageOfDeliveries,
): Promise<WebhookDeliveryList> {
  const beforeId = after ? parseDeliveryId(after) : null
  if (after && beforeId === null) throw invalid('after', 'is not the `next` of a list of webhook deliveries')
  const choice = { ...any, state: state ?? null, subscriptionId: subscriptionId ?? null, storeIds }
  const found = await listDeliveries(reading, choice, { countMax: take + 1, beforeId })
  const result = found.slice(0, take).map(deliveryView)
  return { result, next: found.length > take ? (result.at(-1)?.id ?? null) : null }
}

export type ReplayDelivery = { deliveryId: string; state?: DeliveryState | undefined; caller: Caller }

/**
 * Schedules a delivery that the caller may see again, if it is in the given state, and returns it
 * (webhooks.md#webhook-log). Of two who replay it concurrently, the second finds it in another
 * state. Raises `NotFound`.
 */
export async function replayDelivery(
  { inTransaction, log }: Pick<OrderDeps, 'inTransaction' | 'log'>,
  { deliveryId, state, caller: { storeIds, clientId } }: ReplayDelivery,
): Promise<WebhookDelivery> {
  const id = parseDeliveryId(deliveryId)
  return inTransaction(async (tx) => {
    const one = { ...any, id, storeIds }
    const count = id === null ? 0 : await replayDeliveries(tx, { ...one, state: state ?? null })
    const [found] = id === null ? [] : await listDeliveries(tx, one, { countMax: 1, beforeId: null })
    if (found === undefined) throw new DomainError('NotFound', `There is no webhook delivery "${deliveryId}".`)
    if (count > 0) tx.afterCommit(() => log.info({ deliveryId: id, by: clientId }, 'a webhook delivery is replayed'))
    return deliveryView(found)
  })
}

function parseDeliveryId(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}

function deliveryView(row: LoggedDelivery): WebhookDelivery {
  return {
    id: String(row.id),
    subscriptionId: row.subscription_id,
    eventId: row.event_id,
    eventType: row.event_type,
    subject: row.subject,
    orderId: row.order_id,
    state: row.state,
    attempts: row.attempts,
    createdAt: row.created.toISOString(),
    lastAttemptAt: row.last_attempt?.toISOString() ?? null,
    nextAttemptAt: row.next_attempt?.toISOString() ?? null,
    lastStatus: row.last_status,
    reason: row.failure_reason,
  }
}
