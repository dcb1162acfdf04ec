import type { EventContract, EventEnvelope } from '@oms/contracts/event'
import { durables } from '@oms/contracts/nats-users'
import { orderEvents } from '@oms/contracts/orders/events'
import { nullable, type RowOf, statement, text } from '@oms/service-kit/database/statement'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { type Consumer, defineConsumer } from '@oms/service-kit/events/consumer'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { type WebhookFacts, webhookMatches } from './domain/webhook-matches.ts'
import { GIVE_UP_HOURS } from './webhook-statements.ts'
import { addDeliveries } from './webhook-store.ts'

type Deps = { config: () => Pick<OrdersConfig, 'connectors'>; now: () => Date }

/**
 * Events older than the retry period are skipped: a service that consumes its stream for the first
 * time finds a month of them.
 */
const AGE_MS_MAX = GIVE_UP_HOURS * 60 * 60 * 1000

/**
 * Writes a delivery for each webhook subscription that matches an event
 * (webhooks.md#webhook-subscriptions), in the transaction of its inbox row: exactly once; an event
 * more than a day old gets none. Missing fields of its order are read from the current order.
 */
export const onOrderEvent = ({ config, now }: Deps): Consumer =>
  defineConsumer({
    ...durables.ordersWebhooks,
    handlers: Object.fromEntries(
      orderEvents.map((contract: EventContract) => [
        contract.type,
        {
          contract,
          concerns: (event: EventEnvelope) => !isOld(event, now()) && candidateSubscriptions(event, config()).length > 0,
          handle: (tx: Transaction, event: EventEnvelope) => deliver(tx, event, candidateSubscriptions(event, config())),
        },
      ]),
    ),
  })

function isOld({ time }: EventEnvelope, now: Date): boolean {
  return now.getTime() - Date.parse(time) > AGE_MS_MAX
}

type Subscriptions = OrdersConfig['connectors']['webhookSubscriptions']

/** The subscriptions that may match an event of this type. */
function candidateSubscriptions(event: EventEnvelope, { connectors }: Pick<OrdersConfig, 'connectors'>): Subscriptions {
  return connectors.webhookSubscriptions.filter((one) =>
    webhookMatches({ ...one, ...noOrderFilters }, toWebhookFacts(event, null)),
  )
}

async function deliver(tx: Transaction, event: EventEnvelope, candidates: Subscriptions): Promise<void> {
  const orderId = readTextField(event, 'orderId')
  const needsOrder =
    orderId !== null &&
    candidates.some(({ orderTypes, statuses, stores, markets }) =>
      [orderTypes, statuses, stores, markets].some((names) => names.length > 0),
    )
  const stored = needsOrder ? await findOrderFacts(tx, orderId) : null
  const facts = toWebhookFacts(event, stored)
  const subscriptionIds = candidates.filter((one) => webhookMatches(one, facts)).map(({ id }) => id)
  await addDeliveries(tx, { subscriptionIds, event, orderId })
}

const noOrderFilters = { orderTypes: [], statuses: [], stores: [], markets: [] }

/** Order events have the order at their time; other events have some fields at most. */
function toWebhookFacts(event: EventEnvelope, stored: OrderFacts | null): WebhookFacts {
  const isOfOrder = event.type.startsWith('orders.order.')
  return {
    eventType: event.type,
    orderType: readTextField(event, 'orderType') ?? stored?.orderType ?? null,
    storeId: readTextField(event, 'storeId') ?? stored?.storeId ?? null,
    marketId: isOfOrder ? readTextField(event, 'marketId') : (stored?.marketId ?? null),
    status: isOfOrder ? readTextField(event, 'status') : (stored?.status ?? null),
  }
}

function readTextField({ data }: EventEnvelope, name: string): string | null {
  const value = (data as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : null
}

const findFacts = statement({
  name: 'order-facts',
  text: `select document ->> 'orderType' as "orderType", document ->> 'status' as status, document ->> 'storeId' as "storeId",
        document ->> 'marketId' as "marketId" from "order" where id = $1`,
  parameters: [text],
  row: { orderType: nullable(text), status: nullable(text), storeId: nullable(text), marketId: nullable(text) },
})

/** What filters know an order by. */
type OrderFacts = RowOf<typeof findFacts.row>

/** The facts of an order as it is stored now; null when it was purged. */
async function findOrderFacts(tx: Transaction, orderId: string): Promise<OrderFacts | null> {
  const [facts] = await findFacts.on(tx, orderId)
  return facts ?? null
}
