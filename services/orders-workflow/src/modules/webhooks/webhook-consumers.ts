import type { EventContract, EventEnvelope } from '@open-oms/contracts/event'
import { allEvents } from '@open-oms/contracts/events/event-patterns'
import { durables } from '@open-oms/contracts/nats-users'
import { type RowOf, Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { type Consumer, defineConsumer } from '@open-oms/service-kit/events/consumer'
import { type WebhookFacts, webhookMatches } from './domain/webhook-matches.ts'
import type { Subscribers } from './subscribers.ts'
import { noFilters, type Subscriber } from './subscribers.ts'
import { GIVE_UP_HOURS } from './webhook-statements.ts'
import { addDeliveries } from './webhook-store.ts'

type Deps = { subscribers: Subscribers; now: () => Date }

/**
 * Events older than the retry period are skipped: a service that consumes its stream for the first
 * time finds a month of them.
 */
const AGE_MS_MAX = GIVE_UP_HOURS * 60 * 60 * 1000

const streamDurables = [
  durables.ordersWebhooks,
  durables.ordersWebhooksCatalog,
  durables.ordersWebhooksAccounting,
  durables.ordersWebhooksErp,
]

/**
 * The consumers of all streams, which write a delivery for each subscriber that an event matches
 * (webhooks.md#webhook-subscriptions), in the transaction of its inbox row: exactly once; an event
 * more than a day old gets none. Missing fields of its order are read from the current order.
 */
export const webhookConsumers = ({ subscribers, now }: Deps): Consumer[] =>
  streamDurables.map((durable) =>
    defineConsumer({
      ...durable,
      prepare: subscribers.look,
      handlers: Object.fromEntries(
        allEvents
          .filter(({ stream }) => stream === durable.stream)
          .map((contract: EventContract) => [
            contract.type,
            {
              contract,
              concerns: (event: EventEnvelope) => !isOld(event, now()) && candidates(event, subscribers.current()).length > 0,
              handle: (tx: Transaction, event: EventEnvelope) => deliver(tx, event, candidates(event, subscribers.current())),
            },
          ]),
      ),
    }),
  )

/** An event of others may have no time: it is as old as its message. */
function isOld({ time }: Partial<EventEnvelope>, now: Date): boolean {
  return time !== undefined && now.getTime() - Date.parse(time) > AGE_MS_MAX
}

/** The subscribers that may match an event of this type. */
function candidates(event: EventEnvelope, subscribers: readonly Subscriber[]): Subscriber[] {
  return subscribers.filter(({ active, eventTypes }) =>
    webhookMatches({ ...noFilters, active, eventTypes }, toWebhookFacts(event, null)),
  )
}

async function deliver(tx: Transaction, event: EventEnvelope, subscribers: readonly Subscriber[]): Promise<void> {
  const orderId = event.type.startsWith('orders.') ? readTextField(event, 'orderId') : null
  const needsOrder =
    orderId !== null &&
    subscribers.some(({ orderTypes, statuses, stores, markets }) =>
      [orderTypes, statuses, stores, markets].some((names) => names.length > 0),
    )
  const stored = needsOrder ? await findOrderFacts(tx, orderId) : null
  const facts = toWebhookFacts(event, stored)
  const subscriptionIds = subscribers.filter((one) => webhookMatches(one, facts)).map(({ id }) => id)
  await addDeliveries(tx, { subscriptionIds, event, orderId })
}

/** Order events have the order at their time; other events have some fields at most. */
function toWebhookFacts(event: EventEnvelope, stored: OrderFacts | null): WebhookFacts {
  const isOfOrder = event.type.startsWith('orders.order.')
  return {
    eventType: event.type,
    orderType: readTextField(event, 'orderType') ?? stored?.orderType ?? null,
    storeIds: readStores(event) ?? (stored?.storeId ? [stored.storeId] : []),
    marketId: isOfOrder ? readTextField(event, 'marketId') : (stored?.marketId ?? null),
    status: isOfOrder ? readTextField(event, 'status') : (stored?.status ?? null),
  }
}

function readStores(event: EventEnvelope): string[] | null {
  const { storeIds } = event.data as { storeIds?: unknown }
  if (Array.isArray(storeIds)) return storeIds
  const storeId = readTextField(event, 'storeId')
  return storeId === null ? null : [storeId]
}

function readTextField({ data }: EventEnvelope, name: string): string | null {
  const value = (data as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : null
}

const findFacts = statement({
  name: 'order-facts',
  text: `select document ->> 'orderType' as "orderType", document ->> 'status' as status, document ->> 'storeId' as "storeId",
        document ->> 'marketId' as "marketId" from "order" where id = $1`,
  parameters: [Sql.text],
  row: {
    orderType: Sql.nullable(Sql.text),
    status: Sql.nullable(Sql.text),
    storeId: Sql.nullable(Sql.text),
    marketId: Sql.nullable(Sql.text),
  },
})

/** What filters know an order by. */
type OrderFacts = RowOf<typeof findFacts.row>

/** The facts of an order as it is stored now; null when it was purged. */
async function findOrderFacts(tx: Transaction, orderId: string): Promise<OrderFacts | null> {
  const [facts] = await findFacts.on(tx, orderId)
  return facts ?? null
}
