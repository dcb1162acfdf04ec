import { durables } from '@open-oms/contracts/nats-users'
import type { SystemDatabases } from '@open-oms/system/start/database-roles'
import { databaseServices } from '@open-oms/system/start/service-names'
import { queryRows } from '../../verify-deployment/orders.ts'
import { waitUntil } from '../../verify-deployment/wait-until.ts'

/** Longer than the pauses in which a lost connection or event is noticed. */
const HANDLED_WITHIN_MS = 90_000

const ofOrders = { publisher: 'orders-workflow', sequences: 'select id, event_sequence::int as sequence from "order"' } as const
const ofProducts = {
  publisher: 'catalog-assets',
  sequences: 'select product_id as id, revision as sequence from product',
} as const

/**
 * The consumers, the service whose database each writes to, and where the aggregates of its events
 * have their sequence.
 */
const followed = [
  { consumer: durables.accountingPayments.name, service: 'accounting-read', ...ofOrders },
  { consumer: durables.ordersWebhooks.name, service: 'orders-workflow', ...ofOrders },
  { consumer: durables.ordersProducts.name, service: 'orders-workflow', ...ofProducts },
] as const

export type Sequence = { id: string; sequence: number }
export type Position = { id: string; next: number; first: number }

const positionsOf =
  'select subject as id, next_sequence::int as next, first_sequence::int as first from kit.event_position where consumer = $1'

/**
 * Waits until each consumer has handled every event that there is now, of every aggregate from its
 * first one. Returns how many aggregates were compared, and what is missing when the time is over.
 */
export async function waitUntilAllHandled({ adminUrls }: SystemDatabases): Promise<{ count: number; missing: string[] }> {
  let [count, missing]: [number, string[]] = [0, []]
  for (const { consumer, service, publisher, sequences } of followed) {
    const published = await queryRows<Sequence>(adminUrls[publisher], sequences)
    let left: string[] = []
    const isThrough = async () => {
      left = gaps(published, await queryRows<Position>(adminUrls[service], positionsOf, [consumer]))
      return left.length === 0
    }
    await waitUntil(consumer, isThrough, HANDLED_WITHIN_MS).catch((error: Error) => left.push(error.message))
    count += published.length
    missing = [...missing, ...left.map((gap) => `${consumer}: ${gap}`)]
  }
  return { count, missing }
}

/**
 * The aggregates whose position is not after their newest event, or that a consumer began later
 * than with their first one.
 */
export function gaps(published: readonly Sequence[], positions: readonly Position[]): string[] {
  const byId = new Map(positions.map((position) => [position.id, position]))
  return published.flatMap(({ id, sequence }) => {
    const { next, first } = byId.get(id) ?? { next: 1, first: 1 }
    if (first !== 1) return [`${id} began with event ${first}`]
    return next > sequence ? [] : [`${id} has ${sequence} events, handled are ${next - 1}`]
  })
}

/** What waits, is parked or was given up in the databases; empty when all is through. */
export async function findLeftOver({ adminUrls }: SystemDatabases): Promise<string[]> {
  const found: string[] = []
  for (const service of databaseServices)
    for (const table of ['outbox', 'parked_event', 'dead_letter']) {
      const [row] = await queryRows<{ count: number }>(adminUrls[service], `select count(*)::int as count from kit.${table}`)
      if (row?.count !== 0) found.push(`${service}: ${row?.count} rows in ${table}`)
    }
  return found
}

export type HandledEvent = { subject: string; sequence: number; eventId: string; handled: Date | null }

/**
 * What a consumer has handled in another order than that of the aggregate's events, by the times of
 * its inbox, and how many events were compared.
 */
export async function findDisorder({ adminUrls }: SystemDatabases): Promise<{ count: number; disorder: string[] }> {
  const { name } = durables.accountingPayments
  const published = await queryRows<Omit<HandledEvent, 'handled'>>(
    adminUrls['orders-workflow'],
    `select distinct on (event_id) event_id as "eventId", envelope::json ->> 'subject' as subject, (envelope::json ->> 'sequence')::int as sequence
     from kit.published_event where stream = 'ORDERS'`,
  )
  const inbox = await queryRows<{ id: string; handled: Date }>(
    adminUrls['accounting-read'],
    'select event_id as id, handled from kit.inbox where consumer = $1',
    [name],
  )
  const times = new Map(inbox.map(({ id, handled }) => [id, handled]))
  const handlings = published.map((event) => ({ ...event, handled: times.get(event.eventId) ?? null }))
  return { count: handlings.filter(({ handled }) => handled !== null).length, disorder: outOfOrderEvents(handlings) }
}

/**
 * Events that were handled before an earlier one of their aggregate. An event that has no effect
 * leaves no time.
 */
export function outOfOrderEvents(handlings: readonly HandledEvent[]): string[] {
  const bySubject = Map.groupBy(handlings, ({ subject }) => subject)
  return [...bySubject].flatMap(([subject, own]) => {
    const timed = own.filter(({ handled }) => handled !== null).sort((a, b) => a.sequence - b.sequence)
    return timed.slice(1).flatMap(({ sequence, handled }, index) => {
      const before = timed[index] as HandledEvent
      return Number(handled) < Number(before.handled)
        ? [`${subject}: event ${sequence} was handled before ${before.sequence}`]
        : []
    })
  })
}
